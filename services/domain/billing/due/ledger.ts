import { monthOf } from '@rondo/contracts/calendar/months.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { BilledDate } from './match.ts';

/** A month that an invoice charges as a whole. */
export type ChargedMonth = {
  readonly month: string;
  readonly invoiceId: string;
  readonly amountCents: number;
  /** What cancelled dates of it have been refunded so far. */
  readonly refundedCents: number;
};

/** What one student's invoices bill, oldest invoice first. */
export type Ledger = {
  readonly entries: readonly BilledDate[];
  readonly months: readonly ChargedMonth[];
  /** The invoices, by id. */
  readonly invoices: ReadonlyMap<string, Pick<Invoice, 'invoiceNumber' | 'currency'>>;
};

const refundKey = (invoiceId: string, entry: number): string => `${invoiceId} ${entry}`;

/** Invoices by their age: of two that were generated at once, the one with the lower number is older. */
export const oldestFirst = <One extends Invoice>(invoices: readonly One[]): One[] =>
  invoices.toSorted(
    (a, b) =>
      compare(a.createdAt, b.createdAt) ||
      a.invoiceNumber.length - b.invoiceNumber.length ||
      compare(a.invoiceNumber, b.invoiceNumber),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a student's invoices bill; deleted ones bill nothing. */
export const ledgerOf = (invoices: readonly Invoice[]): Ledger => {
  const live = oldestFirst(invoices.filter(({ deleted }) => !deleted));
  const refunded = new Map(
    live.flatMap(({ refunds }) =>
      refunds.map(({ invoiceId, entry, amountCents }) => [refundKey(invoiceId, entry), amountCents] as const),
    ),
  );
  const entries = live.flatMap((invoice) =>
    invoice.entries.map((billed, entry) => ({
      ...billed,
      invoiceId: invoice.invoiceId,
      entry,
      refunded: refunded.has(refundKey(invoice.invoiceId, entry)),
      refundedCents: refunded.get(refundKey(invoice.invoiceId, entry)) ?? 0,
    })),
  );
  const refundedIn = (invoiceId: string, month: string): number =>
    entries
      .filter((entry) => entry.invoiceId === invoiceId && entry.kind === 'covered' && monthOf(entry.date) === month)
      .reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const months = live.flatMap(({ invoiceId, months: charged }) =>
    charged.map(({ month, amountCents }) => ({
      month,
      invoiceId,
      amountCents,
      refundedCents: refundedIn(invoiceId, month),
    })),
  );
  return { entries, months, invoices: new Map(live.map((invoice) => [invoice.invoiceId, invoice])) };
};
