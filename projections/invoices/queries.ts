import type { AccountInvoice, Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { sql, type Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { EarlierDb } from './earlier.ts';
import type { entriesTable, invoicesTable } from './table.ts';

export type InvoicesDb = EarlierDb & {
  invoices: RowOf<typeof invoicesTable>;
  account_entries: RowOf<typeof entriesTable>;
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

/** The invoices of some students, deleted ones too. */
export const invoicesOfStudents = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  studentIds: readonly string[],
): Promise<RevisedInvoice[]> =>
  studentIds.length === 0
    ? []
    : invoicesOf(await ofStudio(db, studioId).where('student_id', 'in', studentIds).execute());

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

/** What accounts need of a studio's invoices, or of one payer's: without the dates and pages, which are most of them. */
export const accountInvoices = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  payerId?: string,
): Promise<AccountInvoice[]> => {
  const all = db
    .selectFrom('invoices')
    .select(sql<AccountInvoice>`invoice - '{entries,months,refunds,items,print}'::text[]`.as('invoice'))
    .where('studio_id', '=', studioId)
    .where('deleted', '=', false);
  const rows = await (payerId === undefined ? all : all.where('student_id', '=', payerId)).execute();
  return rows.map(({ invoice }) => invoice);
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
