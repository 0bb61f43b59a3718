import { addDays, laterOf, latestOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isInMonth, lastDayOf, monthName, monthOf, monthsOf } from '@rondo/contracts/calendar/months.ts';
import type { InvoiceContent, InvoiceEntry, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import { itemsOf } from './items.ts';
import { takenUpAgain, type ChargedMonth, type Ledger, type TakenUpAgain } from './ledger.ts';
import { matchBilled, type BilledDate, type Matching } from './match.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';

/** What of a student decides how lessons are billed. */
export type Payer = {
  readonly studentId: string;
  readonly paymentType: 'per_lesson' | 'monthly';
  readonly perLessonRateCents: number | null;
  readonly monthlyRateCents: number | null;
  /** The months that can be charged: from registration or the first lesson day to removal. */
  readonly firstMonth: string;
  readonly lastMonth: string | null;
  readonly firstTeacherId: string | null;
};

export type Billing = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Only this teacher's lessons; null for all. */
  readonly teacherId: string | null;
  /** Whether to refund what was billed earlier and no longer takes place. */
  readonly withRefunds: boolean;
};

/** One student's next invoice, and what a person must know about it. `invoiceId` names it in its own refunds. */
export type Draft = Pick<
  InvoiceContent,
  'entries' | 'months' | 'refunds' | 'items' | 'subtotalCents' | 'refundsCents' | 'totalCents'
> & {
  /** Dates of the period that the invoice bills, cancelled ones included. */
  readonly lessonCount: number;
  readonly cancelledDates: readonly IsoDate[];
  /** Dates of the period that are on an invoice. */
  readonly alreadyBilled: number;
  /** The numbers of the invoices that bill dates or months of the period. */
  readonly billedOn: readonly string[];
  readonly earlierUnbilled: number;
  /** Refunds of dates on earlier invoices. */
  readonly refundsSince: readonly InvoiceRefund[];
  readonly warnings: readonly string[];
};

/** How the unbilled dates of a month are billed. */
type MonthMode = 'charged' | 'charge' | 'with first teacher' | 'per lesson';

type Student = {
  readonly payer: Payer;
  readonly lessonsTo: (to: IsoDate) => readonly LessonDate[];
  readonly ledger: Ledger;
  /** Of the student's rates. */
  readonly currency: string;
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

const modeIn = ({ payer, ledger }: Student, { teacherId }: Billing) => {
  const charged = new Set(ledger.months.map(({ month }) => month));
  // The first invoice that bills a date of a month decides how the month is billed.
  const perLesson = new Set(
    ledger.entries.filter(({ kind, again }) => kind === 'lesson' && !again).map(({ date }) => monthOf(date)),
  );
  return (month: string): MonthMode => {
    if (charged.has(month)) return 'charged';
    const isCharged = month >= payer.firstMonth && (payer.lastMonth === null || month <= payer.lastMonth);
    if (payer.paymentType !== 'monthly' || !isCharged || perLesson.has(month)) return 'per lesson';
    return teacherId === null || teacherId === payer.firstTeacherId ? 'charge' : 'with first teacher';
  };
};

type Priced = Pick<InvoiceEntry, 'kind' | 'rateCents' | 'again'>;

const entryOf = ({ takesPlace: _, ...lesson }: LessonDate, { kind, rateCents, again }: Priced): InvoiceEntry => ({
  kind,
  ...lesson,
  rateCents,
  again,
});

/** Refunds of covered dates are together at most what their month was charged. */
const capped = (months: readonly ChargedMonth[]) => {
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
const overSince = ({ ledger, currency }: Student, { lessonOf }: Matching, { teacherId }: Billing) => {
  const over = ledger.entries
    .filter((entry) => !entry.refunded && isOver(entry, lessonOf.get(entry)))
    .filter((entry) => teacherId === null || [entry.teacherId, lessonOf.get(entry)?.teacherId].includes(teacherId));
  const isOwn = ({ invoiceId }: BilledDate): boolean => ledger.invoices.get(invoiceId)?.currency === currency;
  return { own: over.filter(isOwn), foreign: over.filter((entry) => !isOwn(entry)) };
};

const refundsSince = ({ ledger }: Student, { lessonOf }: Matching, over: readonly BilledDate[]): InvoiceRefund[] => {
  const amountOf = capped(ledger.months);
  return over
    .map((entry) => ({
      invoiceId: entry.invoiceId,
      entry: entry.entry,
      amountCents: amountOf(entry, entry.invoiceId),
      teacherId: entry.teacherId,
      cancelledRowId: lessonOf.get(entry)?.rowId ?? null,
    }))
    .filter(({ amountCents }) => amountCents > 0);
};

/** What the invoice bills: the dates of the period, and the months that it charges with all their dates. */
const billedBy = (student: Student, billing: Billing, unbilled: readonly LessonDate[], again: TakenUpAgain) => {
  const { payer, ledger } = student;
  const { from, to, teacherId } = billing;
  const modeOf = modeIn(student, billing);
  const ofTeacher = (lesson: LessonDate): boolean => teacherId === null || lesson.teacherId === teacherId;
  const months = monthsOf(from, to);
  const charged = months.filter((month) => modeOf(month) === 'charge');
  const ordinary = unbilled.filter((lesson) => !again.refundOf.has(lesson) && !again.foreign.has(lesson));
  const isBilled = ({ date, teacherId: of }: LessonDate): boolean =>
    date >= from && date <= to && (teacherId === null || of === teacherId);
  const perLesson = ordinary.filter((lesson) => isBilled(lesson) && modeOf(monthOf(lesson.date)) === 'per lesson');
  const covered = ordinary.filter(({ date }) => charged.some((month) => isInMonth(date, month)));
  const earlier = unbilled.filter(
    (lesson) =>
      lesson.date < from &&
      ofTeacher(lesson) &&
      !again.foreign.has(lesson) &&
      (again.refundOf.has(lesson) ||
        (!charged.includes(monthOf(lesson.date)) && ['per lesson', 'charge'].includes(modeOf(monthOf(lesson.date))))),
  );
  const inOrder = (a: LessonDate, b: LessonDate): number =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start || (a.rowId < b.rowId ? -1 : 1);
  const rateCents = payer.perLessonRateCents ?? 0;
  const lessons: { readonly lesson: LessonDate; readonly priced: Priced }[] = [
    ...perLesson.map((lesson) => ({ lesson, priced: { kind: 'lesson' as const, rateCents, again: false } })),
    ...covered.map((lesson) => ({ lesson, priced: { kind: 'covered' as const, rateCents, again: false } })),
    ...[...again.refundOf]
      .filter(([lesson]) => isBilled(lesson))
      .map(([lesson, { refundedCents }]) => ({
        lesson,
        priced: { kind: 'lesson' as const, rateCents: refundedCents, again: true },
      })),
  ].toSorted((a, b) => inOrder(a.lesson, b.lesson));
  return {
    lessons,
    entries: lessons.map(({ lesson, priced }) => entryOf(lesson, priced)),
    leftOut: new Set([...again.foreign].flatMap(([lesson, { invoiceId }]) => (isBilled(lesson) ? invoiceId : []))),
    months: charged.map((month) => ({ month, amountCents: payer.monthlyRateCents ?? 0 })),
    earlier,
    alreadyCharged:
      payer.paymentType === 'monthly'
        ? ledger.months.filter(({ month }) => months.includes(month) && modeOf(month) === 'charged')
        : [],
  };
};

type Billed = ReturnType<typeof billedBy>;

/** The dates that the invoice bills although they are cancelled, each a refund on the same invoice. */
const refundsOfOwn = ({ lessons, entries, months }: Billed, invoiceId: string): InvoiceRefund[] => {
  const amountOf = capped(months.map((month) => ({ ...month, invoiceId, refundedCents: 0 })));
  return entries.flatMap((billed, entry) => {
    const lesson = lessons[entry]?.lesson;
    if (!lesson || lesson.takesPlace) return [];
    const amountCents = amountOf(billed, invoiceId);
    if (billed.kind === 'covered' && amountCents === 0) return [];
    return { invoiceId, entry, amountCents, teacherId: billed.teacherId, cancelledRowId: lesson.rowId };
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

/** Refunds are not converted: an amount in another currency would be wrong. */
const foreignRefunds = ({ ledger, currency }: Student, foreign: readonly BilledDate[]): string[] =>
  [...new Set(foreign.map(({ invoiceId }) => ledger.invoices.get(invoiceId)))].flatMap((invoice) =>
    invoice
      ? `Refunds of ${invoice.invoiceNumber} are left out: it is in ${invoice.currency}, and this invoice is in ${currency}.`
      : [],
  );

const sum = (amounts: readonly { readonly amountCents: number }[]): number =>
  amounts.reduce((total, { amountCents }) => total + amountCents, 0);

/** What a student's next invoice is, whether or not there is anything to bill. */
export const draftOf = (student: Student, billing: Billing, invoiceId: string): Draft => {
  const { payer, ledger } = student;
  const { from, to, teacherId, withRefunds } = billing;
  const lessons = student.lessonsTo(lastDayFor(student, billing));
  const matching = matchBilled(ledger.entries, lessons);
  const unbilled = lessons.filter((lesson) => !matching.billed.has(lesson));
  const again = takenUpAgain(ledger, matching, { unbilled, currency: student.currency });
  const billed = billedBy(student, billing, unbilled, again);
  const { entries, months } = billed;
  const over = overSince(student, matching, billing);
  const since = withRefunds ? refundsSince(student, matching, over.own) : [];
  const refunds = [...refundsOfOwn(billed, invoiceId), ...since];
  const inPeriod = ({ date }: { readonly date: IsoDate }): boolean => date >= from && date <= to;
  const counted = billed.lessons.filter(({ lesson }) => inPeriod(lesson)).map(({ lesson }) => lesson);
  const alreadyBilled = [...matching.lessonOf].filter(
    ([, lesson]) => inPeriod(lesson) && (teacherId === null || lesson.teacherId === teacherId),
  );
  const billingIds = new Set(
    [...alreadyBilled.map(([entry]) => entry), ...billed.alreadyCharged].map((one) => one.invoiceId),
  );
  const items = itemsOf({
    entries,
    months,
    refunds,
    monthlyTeacherId: teacherId ?? payer.firstTeacherId,
    dateOf: (refund) =>
      refund.invoiceId === invoiceId
        ? entries[refund.entry]
        : ledger.entries.find((entry) => entry.invoiceId === refund.invoiceId && entry.entry === refund.entry),
  });
  const refundsCents = sum(refunds);
  const subtotalCents = sum(items.filter(({ itemType }) => itemType !== 'refund'));
  return {
    entries,
    months,
    refunds,
    items,
    subtotalCents,
    refundsCents,
    totalCents: subtotalCents - refundsCents,
    lessonCount: counted.length,
    cancelledDates: counted.filter(({ takesPlace }) => !takesPlace).map(({ date }) => date),
    alreadyBilled: alreadyBilled.length,
    billedOn: [...ledger.invoices].flatMap(([id, { invoiceNumber }]) => (billingIds.has(id) ? invoiceNumber : [])),
    earlierUnbilled: billed.earlier.length,
    refundsSince: since,
    warnings: [...warningsOf(payer, billed, ledger), ...(withRefunds ? foreignRefunds(student, over.foreign) : [])],
  };
};

/** False when there is nothing to bill and nothing to refund. */
export const hasContent = ({ entries, months, refunds }: Draft): boolean =>
  entries.length + months.length + refunds.length > 0;
