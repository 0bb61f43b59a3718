import { isInMonth, monthOf, monthsOf } from '@rondo/contracts/calendar/months.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { InvoicePayer } from '@rondo/contracts/events/billing/payers.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import type { Ledger, TakenUpAgain } from './ledger.ts';
import { isOwedFor } from './refunds.ts';

// Which dates and months an invoice bills.

/** What of a student decides how lessons are billed, no matter who pays. */
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
  /** Whether the charges that wait up to the end of the period come along. */
  readonly withCharges?: boolean;
};

/** How the unbilled dates of a month are billed. */
type MonthMode = 'charged' | 'charge' | 'with first teacher' | 'per lesson';

export type Student = {
  readonly payer: Payer;
  readonly lessonsTo: (to: IsoDate) => readonly LessonDate[];
  readonly ledger: Ledger;
  /** Of the student's rates. */
  readonly currency: string;
  /** Who gets the invoice. */
  readonly account: InvoicePayer;
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

const entryOf = (
  studentId: string,
  { takesPlace: _, closed: __, cancelled: ___, lapsed: ____, absent: _____, record: ______, ...lesson }: LessonDate,
  { kind, rateCents, again }: Priced,
): InvoiceEntry => ({
  studentId,
  kind,
  ...lesson,
  rateCents,
  again,
});

/** What the invoice bills: the dates of the period, and the months that it charges with all their dates. */
export const billedBy = (student: Student, billing: Billing, unbilled: readonly LessonDate[], again: TakenUpAgain) => {
  const { payer, ledger } = student;
  const { from, to, teacherId } = billing;
  const modeOf = modeIn(student, billing);
  const ofTeacher = (lesson: LessonDate): boolean => teacherId === null || lesson.teacherId === teacherId;
  const months = monthsOf(from, to);
  const charged = months.filter((month) => modeOf(month) === 'charge');
  const ordinary = unbilled.filter((lesson) => !again.refundOf.has(lesson) && !again.foreign.has(lesson));
  const isBilled = ({ date, teacherId: of }: LessonDate): boolean =>
    date >= from && date <= to && (teacherId === null || of === teacherId);
  const isPerLesson = (lesson: LessonDate): boolean =>
    isBilled(lesson) && modeOf(monthOf(lesson.date)) === 'per lesson';
  // A closed lesson is not billed at all, where each lesson has its price.
  const [perLesson, closed] = [true, false].map((isOpen) =>
    ordinary.filter((lesson) => isPerLesson(lesson) && (lesson.closed === null || isOwedFor(lesson)) === isOpen),
  );
  const covered = ordinary.filter(({ date }) => charged.some((month) => isInMonth(date, month)));
  const earlier = unbilled.filter(
    (lesson) =>
      lesson.date < from &&
      (lesson.closed === null || isOwedFor(lesson)) &&
      ofTeacher(lesson) &&
      !again.foreign.has(lesson) &&
      (again.refundOf.has(lesson) ||
        (!charged.includes(monthOf(lesson.date)) && ['per lesson', 'charge'].includes(modeOf(monthOf(lesson.date))))),
  );
  const inOrder = (a: LessonDate, b: LessonDate): number =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start || (a.rowId < b.rowId ? -1 : 1);
  const rateCents = payer.perLessonRateCents ?? 0;
  const lessons: { readonly lesson: LessonDate; readonly priced: Priced }[] = [
    ...(perLesson ?? []).map((lesson) => ({ lesson, priced: { kind: 'lesson' as const, rateCents, again: false } })),
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
    entries: lessons.map(({ lesson, priced }) => entryOf(payer.studentId, lesson, priced)),
    closed: closed ?? [],
    leftOut: new Set([...again.foreign].flatMap(([lesson, { invoiceId }]) => (isBilled(lesson) ? invoiceId : []))),
    months: charged.map((month) => ({ studentId: payer.studentId, month, amountCents: payer.monthlyRateCents ?? 0 })),
    earlier,
    alreadyCharged:
      payer.paymentType === 'monthly'
        ? ledger.months.filter(({ month }) => months.includes(month) && modeOf(month) === 'charged')
        : [],
  };
};

export type Billed = ReturnType<typeof billedBy>;
