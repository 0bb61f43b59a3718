import { monthOf } from '@rondo/contracts/calendar/months.ts';
import type { InvoiceEntry, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import type { InvoicePayer } from '@rondo/contracts/events/billing/payers.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import type { ChargedMonth, Ledger } from './ledger.ts';
import type { BilledDate, Matching } from './match.ts';

// Billed dates that do not take place.

type Student = {
  readonly ledger: Ledger;
  /** Of the student's rates. */
  readonly currency: string;
};

/** Refunds of covered dates are together at most what their month was charged. */
export const capped = (months: readonly ChargedMonth[]) => {
  const left = new Map(
    months.map(({ invoiceId, month, amountCents, refundedCents }) => [
      `${invoiceId} ${month}`,
      amountCents - refundedCents,
    ]),
  );
  return ({ kind, rateCents, date }: InvoiceEntry, invoiceId: string): number => {
    if (kind === 'lesson') return rateCents;
    const key = `${invoiceId} ${monthOf(date)}`;
    const amount = Math.min(rateCents, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - amount);
    return amount;
  };
};

/** True for a billed date that no longer takes place. A covered date is refundable only when it is cancelled. */
export const isOver = ({ kind }: BilledDate, lesson: LessonDate | undefined): boolean =>
  lesson === undefined ? kind === 'lesson' : !lesson.takesPlace;

/** Billed dates that no longer take place and have not been refunded: those in the currency of the invoice, and the others. */
export const overSince = ({ ledger, currency }: Student, { lessonOf }: Matching, teacherId: string | null) => {
  const over = ledger.entries
    .filter((entry) => !entry.refunded && isOver(entry, lessonOf.get(entry)))
    .filter((entry) => teacherId === null || [entry.teacherId, lessonOf.get(entry)?.teacherId].includes(teacherId));
  const isOwn = ({ invoiceId }: BilledDate): boolean => ledger.invoices.get(invoiceId)?.currency === currency;
  return { own: over.filter(isOwn), foreign: over.filter((entry) => !isOwn(entry)) };
};

/** The refunds of billed dates that are over. */
export const refundsSince = (
  { ledger }: Student,
  { lessonOf }: Matching,
  over: readonly BilledDate[],
): InvoiceRefund[] => {
  const amountOf = capped(ledger.months);
  return over
    .map((entry) => ({
      studentId: entry.studentId,
      invoiceId: entry.invoiceId,
      entry: entry.entry,
      amountCents: amountOf(entry, entry.invoiceId),
      teacherId: entry.teacherId,
      cancelledRowId: lessonOf.get(entry)?.rowId ?? null,
    }))
    .filter(({ amountCents }) => amountCents > 0);
};

/** Refunds by the payer that was billed for their dates. */
export const refundsByPayer = (
  { invoices }: Ledger,
  refunds: readonly InvoiceRefund[],
): readonly { readonly payer: InvoicePayer; readonly refunds: readonly InvoiceRefund[] }[] =>
  [...Map.groupBy(refunds, ({ invoiceId }) => invoices.get(invoiceId)?.payer.id).values()].flatMap((own) => {
    const payer = own[0] && invoices.get(own[0].invoiceId)?.payer;
    return payer ? { payer, refunds: own } : [];
  });

/** Refunds are not converted: an amount in another currency would be wrong. */
export const foreignRefunds = ({ ledger, currency }: Student, foreign: readonly BilledDate[]): string[] =>
  [...new Set(foreign.map(({ invoiceId }) => ledger.invoices.get(invoiceId)))].flatMap((invoice) =>
    invoice
      ? `Refunds of ${invoice.invoiceNumber} are left out: it is in ${invoice.currency}, and this invoice is in ${currency}.`
      : [],
  );
