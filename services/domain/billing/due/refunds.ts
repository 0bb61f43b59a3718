import { monthOf } from '@rondo/contracts/calendar/months.ts';
import type { InvoiceCorrection, InvoiceEntry, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import type { InvoicePayer } from '@rondo/contracts/events/billing/payers.ts';
import { charge } from '@rondo/contracts/policy/charge.ts';
import { chargedDateOf, type LessonDate } from '../../schedule/lesson-dates.ts';
import type { ChargedMonth, Ledger } from './ledger.ts';
import type { BilledDate, Matching } from './match.ts';

// Billed dates that cost something else than has been charged for them.

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
  return ({ kind, date }: InvoiceEntry, invoiceId: string, wantedCents: number): number => {
    if (kind === 'lesson') return wantedCents;
    const key = `${invoiceId} ${monthOf(date)}`;
    const amount = Math.min(wantedCents, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - amount);
    return amount;
  };
};

/** What of a billed date is given back as the date is now: a closed one of a month only where the closure says so. */
export const givenBack = (
  { kind, rateCents }: Pick<InvoiceEntry, 'kind' | 'rateCents'>,
  lesson: LessonDate,
  currency: string,
): number => {
  if (kind === 'covered' && lesson.closed !== null && lesson.closed.money !== 'refundMonthlyToo') return 0;
  return rateCents - charge(chargedDateOf(lesson), rateCents, currency);
};

/** What had become of a billed date, as an invoice keeps it. */
export const fateOf = (lesson: LessonDate | undefined): Pick<InvoiceRefund, 'cancellation' | 'closure' | 'absence'> => {
  const nothing = { cancellation: null, closure: null, absence: null };
  if (!lesson) return nothing;
  const { takesPlace, absent = null, closed, cancelled = null } = lesson;
  if (takesPlace) return { ...nothing, absence: absent === null ? null : { charge: absent } };
  if (!closed) return { ...nothing, cancellation: cancelled };
  const { closureId, reason, money } = closed;
  return { ...nothing, closure: { closureId, reason, money } };
};

/** True for a date that is cancelled without a policy: it is given back also at a rate of 0. */
const isPlain = ({ takesPlace, closed, cancelled }: LessonDate): boolean =>
  !takesPlace && closed === null && (cancelled?.outcome ?? null) === null;

/** True for a lesson that does not take place and whose price, or a part of it, is given back. */
export const isGivenBack = (
  entry: Pick<InvoiceEntry, 'kind' | 'rateCents'>,
  lesson: LessonDate,
  currency: string,
): boolean => isPlain(lesson) || givenBack(entry, lesson, currency) > 0;

/** True for a closed date that stays charged because a lesson is owed for it. */
export const isOwedFor = ({ closed, lapsed = false }: Pick<LessonDate, 'closed' | 'lapsed'>): boolean =>
  closed?.money === 'owed' && !lapsed;

/** True for a billed date that no longer takes place: a covered one that is closed counts where the closure gives its money back. */
export const isOver = ({ kind }: BilledDate, lesson: LessonDate | undefined): boolean => {
  if (lesson === undefined) return kind === 'lesson';
  const isGone = kind === 'lesson' || lesson.closed === null || lesson.closed.money === 'refundMonthlyToo';
  return !lesson.takesPlace && !isOwedFor(lesson) && isGone;
};

/** The same of a billed date, whatever became of it; null: nothing is decided of it. */
const givenBackNow = (entry: BilledDate, lesson: LessonDate | undefined, currency: string): number | null => {
  if (lesson === undefined) return entry.kind === 'lesson' ? entry.rateCents : null;
  return givenBack(entry, lesson, currency);
};

/** A billed date that costs something else than has been charged for it. */
type Difference = {
  readonly entry: BilledDate;
  /** Above zero: too much was charged. */
  readonly cents: number;
};

/** Billed dates that cost something else than has been charged: those in the currency of the invoice, and the others. */
export const differencesSince = ({ ledger, currency }: Student, { lessonOf }: Matching, teacherId: string | null) => {
  const all = ledger.entries
    .filter((entry) => teacherId === null || [entry.teacherId, lessonOf.get(entry)?.teacherId].includes(teacherId))
    .flatMap((entry): Difference[] => {
      const of = ledger.invoices.get(entry.invoiceId)?.currency ?? currency;
      const back = givenBackNow(entry, lessonOf.get(entry), of);
      // One that was given back as a whole was given back as far as its month allows.
      if (back === null || (entry.refunded && back === entry.rateCents)) return [];
      const cents = back - entry.refundedCents;
      return cents === 0 ? [] : [{ entry, cents }];
    });
  const isOwn = ({ entry }: Difference): boolean => ledger.invoices.get(entry.invoiceId)?.currency === currency;
  return { own: all.filter(isOwn), foreign: all.filter((one) => !isOwn(one)) };
};

/** The refunds of billed dates that have charged more than they cost. */
export const refundsSince = (
  { ledger }: Student,
  { lessonOf }: Matching,
  differences: readonly Difference[],
): InvoiceRefund[] => {
  const amountOf = capped(ledger.months);
  return differences
    .filter(({ cents }) => cents > 0)
    .map(({ entry, cents }) => ({
      studentId: entry.studentId,
      invoiceId: entry.invoiceId,
      entry: entry.entry,
      amountCents: amountOf(entry, entry.invoiceId, cents),
      teacherId: entry.teacherId,
      cancelledRowId: lessonOf.get(entry)?.rowId ?? null,
      ...fateOf(lessonOf.get(entry)),
    }))
    .filter(({ amountCents }) => amountCents > 0);
};

/** What is charged of billed dates that cost more than they have charged. */
export const correctionsSince = ({ lessonOf }: Matching, differences: readonly Difference[]): InvoiceCorrection[] =>
  differences
    .filter(({ cents }) => cents < 0)
    .map(({ entry, cents }) => ({
      studentId: entry.studentId,
      invoiceId: entry.invoiceId,
      entry: entry.entry,
      amountCents: -cents,
      teacherId: entry.teacherId,
      ...fateOf(lessonOf.get(entry)),
    }));

/** What concerns billed dates, by the payer that was billed for them. */
export const byPayer = <One extends { readonly invoiceId: string }>(
  { invoices }: Ledger,
  all: readonly One[],
): readonly { readonly payer: InvoicePayer; readonly parts: readonly One[] }[] =>
  [...Map.groupBy(all, ({ invoiceId }) => invoices.get(invoiceId)?.payer.id).values()].flatMap((parts) => {
    const payer = parts[0] && invoices.get(parts[0].invoiceId)?.payer;
    return payer ? { payer, parts } : [];
  });

/** Refunds are not converted: an amount in another currency would be wrong. */
export const foreignRefunds = ({ ledger, currency }: Student, foreign: readonly Difference[]): string[] =>
  [...new Set(foreign.map(({ entry }) => ledger.invoices.get(entry.invoiceId)))].flatMap((invoice) =>
    invoice
      ? `Refunds of ${invoice.invoiceNumber} are left out: it is in ${invoice.currency}, and this invoice is in ${currency}.`
      : [],
  );
