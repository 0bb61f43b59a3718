import { monthOf } from '@rondo/contracts/calendar/months.ts';
import type { InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
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

/** The invoices with something of each student. */
export const invoicesByStudent = (invoices: readonly Invoice[]): ReadonlyMap<string, readonly Invoice[]> => {
  const named = invoices.flatMap((invoice) => studentsOn(invoice).map((studentId) => ({ studentId, invoice })));
  const grouped = Map.groupBy(named, ({ studentId }) => studentId);
  return new Map([...grouped].map(([studentId, own]) => [studentId, own.map(({ invoice }) => invoice)]));
};

/** What one student's invoices bill, oldest invoice first. */
export type Ledger = {
  readonly entries: readonly BilledDate[];
  readonly months: readonly ChargedMonth[];
  readonly invoices: ReadonlyMap<string, Pick<Invoice, 'invoiceNumber' | 'currency' | 'payer'>>;
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

type Returned = { readonly cents: number; readonly whole: boolean };

/** What invoices, oldest first, have given back of each date: its refunds less its corrections. */
const givenBackBy = (invoices: readonly Invoice[]): ReadonlyMap<string, Returned> => {
  const byId = new Map(invoices.map((invoice) => [invoice.invoiceId, invoice]));
  const returned = new Map<string, Returned>();
  const left = new Map<string, number>();
  /** What is left of the month that covers a date, after a part of it was given back; null for a lesson with a price of its own. */
  const leftOfMonth = (billing: Invoice | undefined, entry: InvoiceEntry | undefined, cents: number): number | null => {
    if (!billing || entry?.kind !== 'covered') return null;
    const month = monthOf(entry.date);
    const charged = billing.months.find((one) => one.studentId === entry.studentId && one.month === month);
    const key = `${billing.invoiceId} ${entry.studentId} ${month}`;
    left.set(key, (left.get(key) ?? charged?.amountCents ?? 0) - cents);
    return left.get(key) ?? null;
  };
  for (const { refunds, corrections } of invoices) {
    for (const { invoiceId, entry: at, amountCents } of refunds) {
      const key = refundKey(invoiceId, at);
      const billing = byId.get(invoiceId);
      const entry = billing?.entries[at];
      const cents = (returned.get(key)?.cents ?? 0) + amountCents;
      // One that its month could not give back entirely has no price left either.
      const whole = leftOfMonth(billing, entry, amountCents) === 0 || cents === entry?.rateCents;
      returned.set(key, { cents, whole });
    }
    for (const { invoiceId, entry: at, amountCents } of corrections) {
      const key = refundKey(invoiceId, at);
      const billing = byId.get(invoiceId);
      leftOfMonth(billing, billing?.entries[at], -amountCents);
      returned.set(key, { cents: (returned.get(key)?.cents ?? 0) - amountCents, whole: false });
    }
  }
  return returned;
};

/** What a student's invoices bill of the student; deleted ones bill nothing. */
export const ledgerOf = (studentId: string, invoices: readonly Invoice[]): Ledger => {
  const live = oldestFirst(invoices.filter(({ deleted }) => !deleted));
  const returned = givenBackBy(live);
  const entries = live.flatMap((invoice) =>
    invoice.entries.flatMap((billed, entry) =>
      billed.studentId === studentId
        ? {
            ...billed,
            invoiceId: invoice.invoiceId,
            entry,
            refunded: returned.get(refundKey(invoice.invoiceId, entry))?.whole ?? false,
            refundedCents: returned.get(refundKey(invoice.invoiceId, entry))?.cents ?? 0,
          }
        : [],
    ),
  );
  const refundedIn = (invoiceId: string, month: string): number =>
    entries
      .filter((entry) => entry.invoiceId === invoiceId && entry.kind === 'covered' && monthOf(entry.date) === month)
      .reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const months = live.flatMap(({ invoiceId, months: charged }) =>
    charged
      .filter((month) => month.studentId === studentId)
      .map(({ month, amountCents }) => ({
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
