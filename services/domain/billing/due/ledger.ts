import { monthOf } from '@rondo/contracts/calendar/months.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import { compare, matchBilled, type BilledDate, type Matching } from './match.ts';

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

/** Dates that take place although a charged month covered and then refunded them. */
export type TakenUpAgain = {
  /** What was refunded for each of them, in the currency of the invoice. */
  readonly refundOf: ReadonlyMap<LessonDate, BilledDate>;
  /** Those that were refunded in another currency: an amount in it would be wrong. */
  readonly foreign: ReadonlyMap<LessonDate, BilledDate>;
};

/**
 * Finds the refunded dates among a student's unbilled lessons, by the same names as everything billed. A lesson of another lineage is none of
 * them, even in the same week: the month covers it.
 */
export const takenUpAgain = (
  { entries, invoices }: Ledger,
  { lessonOf }: Matching,
  { unbilled, currency }: { readonly unbilled: readonly LessonDate[]; readonly currency: string },
): TakenUpAgain => {
  const refunded = entries.filter(
    (entry) => entry.refunded && (entry.kind === 'covered' || entry.again) && !lessonOf.has(entry),
  );
  const taking = unbilled.filter(({ takesPlace }) => takesPlace);
  // As if they had not been refunded: a refunded date matches cancelled lessons only.
  const open = refunded.map((entry) => ({ ...entry, refunded: false }));
  const found = [...matchBilled(open, taking, 'lineage').lessonOf].map(([entry, lesson]) => [lesson, entry] as const);
  const isOwn = ({ invoiceId }: BilledDate): boolean => invoices.get(invoiceId)?.currency === currency;
  return {
    refundOf: new Map(found.filter(([, entry]) => isOwn(entry))),
    foreign: new Map(found.filter(([, entry]) => !isOwn(entry))),
  };
};
