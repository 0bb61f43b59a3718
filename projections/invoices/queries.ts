import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { EarlierDb } from './earlier.ts';
import type { invoicesTable } from './table.ts';

export type InvoicesDb = EarlierDb & { invoices: RowOf<typeof invoicesTable> };

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
