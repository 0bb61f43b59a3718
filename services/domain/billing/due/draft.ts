import { addDays, laterOf, latestOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lastDayOf, monthName, monthOf } from '@rondo/contracts/calendar/months.ts';
import type {
  InvoiceContent,
  InvoiceCorrection,
  InvoiceEntry,
  InvoiceRefund,
} from '@rondo/contracts/events/billing/billing.ts';
import type { InvoicePayer } from '@rondo/contracts/events/billing/payers.ts';
import type { RecordedOutcome } from '@rondo/contracts/policy/policy.ts';
import { billedBy, type Billed, type Billing, type Payer, type Student } from './billed-dates.ts';
import { itemsOf } from './items.ts';
import { takenUpAgain, type Ledger } from './ledger.ts';
import { matchBilled, type Matching } from './match.ts';
import {
  byPayer,
  capped,
  correctionsSince,
  differencesSince,
  fateOf,
  foreignRefunds,
  givenBack,
  isGivenBack,
  refundsSince,
} from './refunds.ts';

/** What an invoice has of one student. */
export type Block = Pick<
  InvoiceContent,
  'entries' | 'months' | 'refunds' | 'corrections' | 'items' | 'subtotalCents' | 'refundsCents' | 'totalCents'
>;

/** One student's next invoice, and what a person must know about it. `invoiceId` names it in its own refunds. */
export type Draft = Block & {
  /** Refunds and corrections of dates that others were billed for: each is on an invoice of that payer. */
  readonly elsewhere: readonly { readonly payer: InvoicePayer; readonly block: Block }[];
  /** Dates of the period that the invoice bills, cancelled ones included. */
  readonly lessonCount: number;
  /** Closed dates of the period, which it does not bill. */
  readonly closedDates: readonly IsoDate[];
  /** Dates of the period that are on an invoice. */
  readonly alreadyBilled: number;
  /** The numbers of the invoices that bill dates or months of the period. */
  readonly billedOn: readonly string[];
  readonly earlierUnbilled: number;
  /** Refunds of dates on earlier invoices. */
  readonly refundsSince: readonly InvoiceRefund[];
  /** What dates on earlier invoices cost after all. */
  readonly correctionsSince: readonly InvoiceCorrection[];
  /** What the invoice gives back of each of its dates that are cancelled, and what was decided of them. */
  readonly cancelledLessons: readonly CancelledLesson[];
  readonly warnings: readonly string[];
};

type CancelledLesson = {
  readonly date: IsoDate;
  readonly refundCents: number;
  readonly outcome: RecordedOutcome | null;
};

/** The end of the last week of which a date is billed; null if none is, as by an invoice of a month without lessons. */
const lastDayBilled = (entries: Ledger['entries']): IsoDate | null => {
  const last = latestOf(entries.flatMap(({ date, originalDate }) => [date, originalDate]));
  return last === null ? null : addDays(mondayOf(last), 6);
};

export const matchedNow = (
  { entries }: Pick<Ledger, 'entries'>,
  lessonsTo: Student['lessonsTo'] | undefined,
): Matching => {
  const last = lastDayBilled(entries);
  return matchBilled(entries, last === null ? [] : (lessonsTo?.(last) ?? []));
};

/** The last day whose lessons matter: that of the period, its months and everything billed so far, to the end of its week. */
const lastDayFor = ({ ledger }: Student, { to }: Billing): IsoDate => {
  const ofPeriod = addDays(mondayOf(lastDayOf(monthOf(to))), 6);
  return laterOf(ofPeriod, lastDayBilled(ledger.entries) ?? ofPeriod);
};

/** The dates that the invoice bills although they are cancelled, each a refund on the same invoice. */
export const refundsOfOwn = (
  { lessons, entries, months }: Billed,
  invoiceId: string,
  currency: string,
): InvoiceRefund[] => {
  const amountOf = capped(months.map((month) => ({ ...month, invoiceId, refundedCents: 0 })));
  return entries.flatMap((billed, entry) => {
    const lesson = lessons[entry]?.lesson;
    if (!lesson || !isGivenBack(billed, lesson, currency)) return [];
    const returned = givenBack(billed, lesson, currency);
    const amountCents = amountOf(billed, invoiceId, returned);
    if (billed.kind === 'covered' && amountCents === 0) return [];
    const { studentId, teacherId } = billed;
    return { studentId, invoiceId, entry, amountCents, teacherId, cancelledRowId: lesson.rowId, ...fateOf(lesson) };
  });
};

const warningsOf = (
  { perLessonRateCents, monthlyRateCents }: Payer,
  { entries, months, alreadyCharged, leftOut }: Billed,
  { invoices }: Ledger,
): string[] => [
  ...(perLessonRateCents === null && entries.some(({ kind, again }) => kind === 'lesson' && !again)
    ? ['No rate per lesson is set: these lessons are billed at 0.00.']
    : []),
  ...(monthlyRateCents === null && months.length > 0 ? ['No monthly rate is set: the month is billed at 0.00.'] : []),
  ...(perLessonRateCents === null && months.length > 0
    ? ['No rate per lesson is set: cancelled lessons of a month are refunded at 0.00.']
    : []),
  ...alreadyCharged.map(
    ({ month, invoiceId }) =>
      `${monthName(month)} is already billed on ${invoices.get(invoiceId)?.invoiceNumber ?? ''}.`,
  ),
  ...[...leftOut].map(
    (invoiceId) =>
      `A lesson of ${invoices.get(invoiceId)?.invoiceNumber ?? ''} was refunded and takes place again. It is left out: it was refunded in another currency.`,
  ),
];

const sum = (amounts: readonly { readonly amountCents: number }[]): number =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);

/** The billed date that a refund of an invoice gives back: one of its own, or of an earlier one. */
const refundedDates =
  (own: readonly InvoiceEntry[], ledger: Ledger, invoiceId: string) =>
  (refund: { readonly invoiceId: string; readonly entry: number }): InvoiceEntry | undefined =>
    refund.invoiceId === invoiceId
      ? own[refund.entry]
      : ledger.entries.find((entry) => entry.invoiceId === refund.invoiceId && entry.entry === refund.entry);

/** What an invoice has of a student, with the lines and sums. */
const blockOf = ({ entries, months, refunds, corrections, ...lines }: Parameters<typeof itemsOf>[0]): Block => {
  const items = itemsOf({ entries, months, refunds, corrections, ...lines });
  const refundsCents = sum(refunds);
  const subtotalCents = sum(items.filter(({ itemType }) => itemType !== 'refund'));
  const totalCents = subtotalCents - refundsCents;
  return { entries, months, refunds, corrections, items, subtotalCents, refundsCents, totalCents };
};

/** What invoices bill of a student as it is now, and what the next one bills. */
export const dueOf = (student: Student, billing: Billing) => {
  const { ledger, currency } = student;
  const lessons = student.lessonsTo(lastDayFor(student, billing));
  const matching = matchBilled(ledger.entries, lessons);
  const unbilled = lessons.filter((lesson) => !matching.billed.has(lesson));
  const again = takenUpAgain(ledger, matching, { unbilled, currency });
  return { matching, unbilled, again, billed: billedBy(student, billing, unbilled, again) };
};

/** What a student's next invoice is, whether or not there is anything to bill. */
export const draftOf = (student: Student, billing: Billing, invoiceId: string): Draft => {
  const { payer, ledger, account } = student;
  const { from, to, teacherId, withRefunds } = billing;
  const { matching, billed } = dueOf(student, billing);
  const { entries, months } = billed;
  const differences = differencesSince(student, matching, teacherId);
  const since = withRefunds ? refundsSince(student, matching, differences.own) : [];
  const sinceCorrected = withRefunds ? correctionsSince(matching, differences.own) : [];
  const [refundsOf, correctionsOf] = [byPayer(ledger, since), byPayer(ledger, sinceCorrected)];
  const partsOf = <One>(all: readonly { readonly payer: InvoicePayer; readonly parts: readonly One[] }[], id: string) =>
    all.flatMap(({ payer: { id: of }, parts }) => (of === id ? [...parts] : []));
  const ownRefunds = refundsOfOwn(billed, invoiceId, student.currency);
  const refunds = [...ownRefunds, ...partsOf(refundsOf, account.id)];
  const corrections = partsOf(correctionsOf, account.id);
  const others = new Map([...refundsOf, ...correctionsOf].map((one) => [one.payer.id, one.payer]));
  others.delete(account.id);
  const inPeriod = ({ date }: { readonly date: IsoDate }): boolean => date >= from && date <= to;
  const counted = billed.lessons.filter(({ lesson }) => inPeriod(lesson)).map(({ lesson }) => lesson);
  const alreadyBilled = [...matching.lessonOf].filter(
    ([, lesson]) => inPeriod(lesson) && (teacherId === null || lesson.teacherId === teacherId),
  );
  const billingIds = new Set(
    [...alreadyBilled.map(([entry]) => entry), ...billed.alreadyCharged].map((one) => one.invoiceId),
  );
  const lines = {
    monthlyTeacherId: teacherId ?? payer.firstTeacherId,
    dateOf: refundedDates(entries, ledger, invoiceId),
  };
  const block = blockOf({ entries, months, refunds, corrections, ...lines });
  const elsewhere = [...others.values()].map((other) => ({
    payer: other,
    block: blockOf({
      entries: [],
      months: [],
      refunds: partsOf(refundsOf, other.id),
      corrections: partsOf(correctionsOf, other.id),
      ...lines,
    }),
  }));
  const cancelledLessons = billed.lessons.flatMap(({ lesson }, entry): CancelledLesson[] => {
    const { takesPlace, closed, cancelled, date } = lesson;
    if (!inPeriod(lesson) || takesPlace || (closed !== null && closed.money !== 'refundMonthlyToo')) return [];
    const refundCents = ownRefunds.find((refund) => refund.entry === entry)?.amountCents ?? 0;
    return [{ date, refundCents, outcome: cancelled?.outcome ?? null }];
  });
  return {
    ...block,
    elsewhere,
    lessonCount: counted.length,
    closedDates: billed.closed.map(({ date }) => date).toSorted(),
    cancelledLessons,
    alreadyBilled: alreadyBilled.length,
    billedOn: [...ledger.invoices].flatMap(([id, { invoiceNumber }]) => (billingIds.has(id) ? invoiceNumber : [])),
    earlierUnbilled: billed.earlier.length,
    refundsSince: since,
    correctionsSince: sinceCorrected,
    warnings: [
      ...warningsOf(payer, billed, ledger),
      ...(withRefunds ? foreignRefunds(student, differences.foreign) : []),
    ],
  };
};
