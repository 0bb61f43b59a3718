import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { Kysely } from 'kysely';
import type { RowOf } from '../runner/read-model.ts';
import type { invoicesTable } from './table.ts';

export type InvoicesDb = { invoices: RowOf<typeof invoicesTable> };

// Rows are checked when they are written. Checking a year of invoices again would take most of the time of a read.
const invoicesOf = (rows: readonly { readonly invoice: Invoice }[]): Invoice[] => rows.map(({ invoice }) => invoice);

/** A studio's invoices, in no order. */
export const listInvoices = async (db: Kysely<InvoicesDb>, studioId: string): Promise<Invoice[]> =>
  invoicesOf(
    await db
      .selectFrom('invoices')
      .select('invoice')
      .where('studio_id', '=', studioId)
      .where('deleted', '=', false)
      .execute(),
  );

/** The invoices of some students, deleted ones too. */
export const invoicesOfStudents = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  studentIds: readonly string[],
): Promise<Invoice[]> =>
  studentIds.length === 0
    ? []
    : invoicesOf(
        await db
          .selectFrom('invoices')
          .select('invoice')
          .where('studio_id', '=', studioId)
          .where('student_id', 'in', [...studentIds])
          .execute(),
      );

/** The invoices with some ids, in no order, without deleted ones. */
export const findInvoices = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  invoiceIds: readonly string[],
): Promise<Invoice[]> =>
  invoiceIds.length === 0
    ? []
    : invoicesOf(
        await db
          .selectFrom('invoices')
          .select('invoice')
          .where('studio_id', '=', studioId)
          .where('invoice_id', 'in', [...invoiceIds])
          .where('deleted', '=', false)
          .execute(),
      );

/** An invoice that is not deleted. */
export const findInvoice = async (
  db: Kysely<InvoicesDb>,
  studioId: string,
  invoiceId: string,
): Promise<Invoice | undefined> => {
  const row = await db
    .selectFrom('invoices')
    .select('invoice')
    .where('studio_id', '=', studioId)
    .where('invoice_id', '=', invoiceId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return row?.invoice;
};
