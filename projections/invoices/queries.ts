import { billedCharges, type Charge } from '@rondo/contracts/events/billing/charge.ts';
import type { AccountInvoice, Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { EarlierDb } from './earlier.ts';
import type { chargesTable, entriesTable, invoicesTable, membersTable, statementMailsTable } from './table.ts';

export type InvoicesDb = EarlierDb & {
  invoices: RowOf<typeof invoicesTable>;
  account_entries: RowOf<typeof entriesTable>;
  statement_mails: RowOf<typeof statementMailsTable>;
  charges: RowOf<typeof chargesTable>;
  account_members: RowOf<typeof membersTable>;
};

/** An invoice with the revision of the last event that touched it. */
export type RevisedInvoice = Invoice & { readonly revision: number };

type Row = Pick<RowOf<typeof invoicesTable>, 'invoice' | 'revision'>;

// Rows are checked when they are written. Checking a year of invoices again would take most of the time of a read.
export const invoicesOf = (rows: readonly Row[]): RevisedInvoice[] =>
  rows.map(({ invoice, revision }) => ({ ...invoice, revision }));

const ofStudio = (db: Kysely<InvoicesDb>, studioId: string) =>
  db.selectFrom('invoices').select(['invoice', 'revision']).where('studio_id', '=', studioId);

/** A studio's invoices, in no order. */
export const listInvoices = async (db: Kysely<InvoicesDb>, studioId: string): Promise<RevisedInvoice[]> =>
  invoicesOf(await ofStudio(db, studioId).where('deleted', '=', false).execute());

/** The invoices that have something of some students, deleted ones too. */
export const invoicesOfStudents = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  studentIds: readonly string[],
): Promise<RevisedInvoice[]> =>
  studentIds.length === 0
    ? []
    : invoicesOf(
        await ofStudio(db, studioId)
          .where(sql<boolean>`student_ids ?| ${[...studentIds]}::text[]`)
          .execute(),
      );

/** The invoices with some ids, in no order, without deleted ones. */
export const findInvoices = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  invoiceIds: readonly string[],
): Promise<RevisedInvoice[]> =>
  invoiceIds.length === 0
    ? []
    : invoicesOf(
        await ofStudio(db, studioId).where('invoice_id', 'in', invoiceIds).where('deleted', '=', false).execute(),
      );

/** An invoice that is not deleted. */
export const findInvoice = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  invoiceId: string,
): Promise<RevisedInvoice | undefined> => (await findInvoices(db, studioId, [invoiceId]))[0];

/** What an account needs of an invoice, with the revision of the last event that touched it. */
export type RevisedAccountInvoice = AccountInvoice & { readonly revision: number };

/** What accounts need of a studio's invoices, or of one payer's: without the dates and pages, which are most of them. */
export const accountInvoices = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  payerId?: string,
): Promise<RevisedAccountInvoice[]> => {
  const all = db
    .selectFrom('invoices')
    .select(sql<AccountInvoice>`invoice - '{entries,months,refunds,corrections,items,print}'::text[]`.as('invoice'))
    .select('revision')
    .where('studio_id', '=', studioId)
    .where('deleted', '=', false);
  const rows = await (payerId === undefined ? all : all.where('payer_id', '=', payerId)).execute();
  return rows.map(({ invoice, revision }) => ({ ...invoice, revision }));
};

/** A payment, refund of money or opening balance as it is kept. */
export type EntryRow = Pick<RowOf<typeof entriesTable>, 'entry' | 'created_by' | 'revision'>;

const entries = (db: Kysely<InvoicesDb>, studioId: string) =>
  db.selectFrom('account_entries').select(['entry', 'created_by', 'revision']).where('studio_id', '=', studioId);

/** Everything in a studio's accounts besides invoices, also what is gone. */
export const listEntries = (db: Kysely<InvoicesDb>, studioId: string): Promise<EntryRow[]> =>
  entries(db, studioId).execute();

export const entriesOfPayer = (db: Kysely<InvoicesDb>, studioId: string, payerId: string): Promise<EntryRow[]> =>
  entries(db, studioId).where('payer_id', '=', payerId).execute();

/** A mail with a statement as it is kept. */
export type StatementRow = Pick<RowOf<typeof statementMailsTable>, 'mail' | 'payer_id' | 'revision'>;

/** How many of them an account shows. */
const newestMails = 10;

/** Of all rows of a studio the newest of a payer, the newest first. */
export const newestMailsOf = (rows: readonly StatementRow[], payerId: string | undefined): StatementRow[] =>
  rows
    .filter((row) => row.payer_id === payerId)
    .toSorted((a, b) => b.revision - a.revision)
    .slice(0, newestMails);

/** The newest mails with a payer's statements, the newest first. */
export const statementMailsOf = (db: Kysely<InvoicesDb>, studioId: string, payerId: string): Promise<StatementRow[]> =>
  db
    .selectFrom('statement_mails')
    .select(['mail', 'payer_id', 'revision'])
    .where('studio_id', '=', studioId)
    .where('payer_id', '=', payerId)
    .orderBy('revision', 'desc')
    .limit(newestMails)
    .execute();

/** A charge, with the invoice that bills it. */
export type PlacedCharge = { readonly charge: Charge; readonly invoiceId: string | null };

/** Charges without removed ones. @param live what invoices bill, without deleted ones */
export const placedCharges = (
  charges: readonly Charge[],
  live: readonly Pick<Invoice, 'invoiceId' | 'charges'>[],
): PlacedCharge[] => {
  const billed = billedCharges(live);
  return charges
    .filter(({ removed }) => !removed)
    .map((charge) => ({ charge, invoiceId: billed.get(charge.chargeId)?.invoiceId ?? null }));
};

/** A payer, and the students for whom it pays. */
export type PaidFor = { readonly payerId: string; readonly studentIds: readonly string[] };

/** Those of a payer: of its students while they wait, then of those who were billed for them. */
export const chargesOfPayer = (
  charges: readonly PlacedCharge[],
  live: readonly { readonly invoiceId: string; readonly payerId: string }[],
  { payerId, studentIds }: PaidFor,
): PlacedCharge[] => {
  const billed = new Set(live.flatMap((invoice) => (invoice.payerId === payerId ? invoice.invoiceId : [])));
  return charges.filter(({ charge, invoiceId }) =>
    invoiceId === null ? studentIds.includes(charge.studentId) : billed.has(invoiceId),
  );
};

/** A studio's charges, or those of a payer, in no order. */
export const listCharges = async (db: Kysely<InvoicesDb>, studioId: string, of?: PaidFor): Promise<PlacedCharge[]> => {
  const invoices = await db
    .selectFrom('invoices')
    .select(['invoice_id', 'payer_id', sql<Invoice['charges']>`invoice -> 'charges'`.as('charges')])
    .where('studio_id', '=', studioId)
    .where('deleted', '=', false)
    .where(sql<boolean>`invoice -> 'charges' <> '[]'::jsonb`)
    .execute();
  const live = invoices.map((row) => ({ invoiceId: row.invoice_id, payerId: row.payer_id, charges: row.charges }));
  const all = db.selectFrom('charges').select('charge').where('studio_id', '=', studioId);
  const billed = live.flatMap(({ payerId, charges }) =>
    payerId === of?.payerId ? charges.map(({ chargeId }) => chargeId) : [],
  );
  const rows = await (
    of
      ? all.where((where) =>
          where.or([
            where('student_id', '=', sql<string>`any(${[...of.studentIds]}::text[])`),
            where('charge_id', '=', sql<string>`any(${billed}::text[])`),
          ]),
        )
      : all
  ).execute();
  const placed = placedCharges(
    rows.map(({ charge }) => charge),
    live,
  );
  return of ? chargesOfPayer(placed, live, of) : placed;
};

/** By which households the accounts of students are kept; those who pay themselves are missing. */
export const listMembers = (db: Kysely<InvoicesDb>, studioId: string): Promise<InvoicesDb['account_members'][]> =>
  db.selectFrom('account_members').selectAll().where('studio_id', '=', studioId).execute();

/** All settings and the names and addresses of some people that a studio has had. */
export const earlierOf = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  personIds: readonly string[],
): Promise<{ people: EarlierDb['earlier_people'][]; settings: EarlierDb['earlier_settings'][] }> => {
  const [people, settings] = await Promise.all([
    personIds.length === 0
      ? []
      : db
          .selectFrom('earlier_people')
          .selectAll()
          .where('studio_id', '=', studioId)
          .where('person_id', 'in', personIds)
          .execute(),
    db.selectFrom('earlier_settings').selectAll().where('studio_id', '=', studioId).execute(),
  ]);
  return { people, settings };
};

/**
 * The invoices whose numbers a search finds, the exact number first, then the newest: each word begins a part of the number, whose zeros in
 * front need not be typed.
 * @param terms at least one, of letters and digits
 */
export const searchInvoices = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  { terms, limit }: { readonly terms: readonly string[]; readonly limit: number },
): Promise<RevisedInvoice[]> => {
  if (!terms.every((word) => /^\d+$/.test(word) || 'inv'.startsWith(word))) return [];
  const matches = (end: string) =>
    sql<boolean>`(${sql.join(
      terms.map((word) => sql`invoice_number ~ ${`(^|-)0*${word.toUpperCase()}${end}`}`),
      sql` and `,
    )})`;
  const best = db
    .selectFrom('invoices')
    .select('invoice_number')
    .where('studio_id', '=', studioId)
    .where('deleted', '=', false)
    .where(matches(''))
    .orderBy(matches('($|-)'), 'desc')
    .orderBy(sql`char_length(invoice_number)`, 'desc')
    .orderBy('invoice_number', 'desc')
    .limit(limit);
  const numbers = (await best.execute()).map(({ invoice_number }) => invoice_number);
  if (numbers.length === 0) return [];
  const rows = await ofStudio(db, studioId)
    .where('deleted', '=', false)
    .where('invoice_number', 'in', numbers)
    .execute();
  const placeOf = ({ invoiceNumber }: RevisedInvoice): number => numbers.indexOf(invoiceNumber);
  return invoicesOf(rows).toSorted((a, b) => placeOf(a) - placeOf(b));
};
