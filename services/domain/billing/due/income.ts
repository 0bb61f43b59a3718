import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, isInMonth, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import type { Charge } from '@rondo/contracts/events/billing/charge.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import { waitForPayers } from '../families/accounts-of.ts';
import { payerOfStudent } from '../families/memberships.ts';
import { billingStream, liveInvoices } from '../state.ts';
import type { Student } from './billed-dates.ts';
import { waitingByStudent } from './charged.ts';
import { dueOf, refundsOfOwn } from './draft.ts';
import { invoicesByStudent, ledgerOf } from './ledger.ts';
import { taughtStudents, type TaughtServices } from './taught.ts';

/** The money of a student on a date: `cents` divided by `of`, because a month's rate is spread over its dates. */
export type Income = {
  readonly studentId: string;
  /** Who taught the lesson; for money without a lesson the student's first teacher. Null: neither is known. */
  readonly teacherId: string | null;
  readonly date: IsoDate;
  readonly cents: number;
  readonly of: number;
  readonly currency: string;
  /** A lesson that takes place and whose price is not known. */
  readonly isUnrated: boolean;
};

type Period = { readonly from: IsoDate; readonly to: IsoDate };
type Money = Omit<Income, 'teacherId' | 'date' | 'of'>;
type Placed = Pick<LessonDate, 'date' | 'teacherId'>;

/**
 * What a student's lessons bring in, by date: what invoices have billed less what they gave back, and for what no invoice bills yet what the
 * next ones would. A month counts in equal parts on the dates that it covers and that take place; without one on its first day.
 * @param period the months that it touches are complete; dates before or after it may be among the result
 */
export const lessonIncome = (student: Student, { from, to }: Period): Income[] => {
  const { payer, ledger, currency } = student;
  const { studentId, firstTeacherId, perLessonRateCents, monthlyRateCents } = payer;
  const months = { from: firstDayOf(monthOf(from)), to: lastDayOf(monthOf(to)) };
  const billing = { ...months, teacherId: null, withRefunds: false };
  const { matching, unbilled, again, billed } = dueOf(student, billing);
  const on = ({ date, teacherId }: Placed, money: Money): Income => ({ ...money, date, teacherId, of: 1 });
  const spread = (month: string, dates: readonly Placed[], money: Money): Income[] =>
    dates.length === 0
      ? [{ ...money, date: firstDayOf(month), teacherId: firstTeacherId, of: 1, isUnrated: false }]
      : dates.map(({ date, teacherId }) => ({ ...money, date, teacherId, of: dates.length }));
  const currencyOf = (invoiceId: string): string => ledger.invoices.get(invoiceId)?.currency ?? currency;
  const invoiced = ledger.entries
    .filter(({ kind }) => kind === 'lesson')
    .map((entry) => {
      const cents = entry.rateCents - entry.refundedCents;
      const money = { studentId, cents, currency: currencyOf(entry.invoiceId), isUnrated: false };
      return on(matching.lessonOf.get(entry) ?? entry, money);
    });
  // A charged month covers also what was added to it since.
  const added = unbilled.filter(
    (lesson) => lesson.takesPlace && !again.refundOf.has(lesson) && !again.foreign.has(lesson),
  );
  const charged = ledger.months.flatMap(({ month, invoiceId, amountCents, refundedCents }) => {
    const covered = ledger.entries.flatMap((entry) => {
      const isOfMonth = entry.kind === 'covered' && entry.invoiceId === invoiceId && isInMonth(entry.date, month);
      const lesson = isOfMonth ? matching.lessonOf.get(entry) : undefined;
      return lesson?.takesPlace === true ? lesson : [];
    });
    const dates = [...covered, ...added.filter(({ date }) => isInMonth(date, month))];
    const cents = amountCents - refundedCents;
    return spread(month, dates, { studentId, cents, currency: currencyOf(invoiceId), isUnrated: false });
  });
  const refunded = Map.groupBy(refundsOfOwn(billed, '', currency), ({ entry }) => entry);
  const backOf = (entry: number): number => (refunded.get(entry) ?? []).reduce((sum, one) => sum + one.amountCents, 0);
  const next = billed.lessons.map(({ lesson, priced }, entry) => ({ lesson, priced, back: backOf(entry) }));
  const ahead = next.flatMap(({ lesson, priced: { kind, rateCents, again: isAgain }, back }): Income | readonly [] => {
    if (kind !== 'lesson') return [];
    const isUnrated = perLessonRateCents === null && !isAgain && lesson.takesPlace;
    return on(lesson, { studentId, cents: rateCents - back, currency, isUnrated });
  });
  const chargedNext = billed.months.flatMap(({ month, amountCents }) => {
    const covered = next.filter(({ lesson, priced }) => priced.kind === 'covered' && isInMonth(lesson.date, month));
    const cents = covered.reduce((sum, { back }) => sum - back, amountCents);
    const dates = covered.flatMap(({ lesson }) => (lesson.takesPlace ? lesson : []));
    return spread(month, dates, { studentId, cents, currency, isUnrated: monthlyRateCents === null });
  });
  return [...invoiced, ...charged, ...ahead, ...chargedNext];
};

/** What every student brings in on the dates of a period. @throws Unavailable */
export const incomeIn = async (services: TaughtServices, studioId: string, period: Period): Promise<Income[]> => {
  await waitForPayers(services);
  const [{ students }, { state }, { settings }] = await Promise.all([
    taughtStudents(services, studioId),
    services.handlers.billing.load(billingStream(studioId)),
    services.settingsOf(studioId),
  ]);
  const { currency } = settings;
  const live = liveInvoices(state);
  const ofStudent = invoicesByStudent(live);
  const waiting = waitingByStudent(state.charges.values(), live);
  const all = [...students].flatMap(([studentId, { payer, lessonsTo }]): Income[] => {
    const own = ofStudent.get(studentId) ?? [];
    const student = {
      payer,
      lessonsTo,
      ledger: ledgerOf(studentId, own),
      currency,
      account: payerOfStudent(state, studentId),
    };
    const chargeIncome = ({ date, cents }: Pick<Charge, 'date' | 'cents'>, of: string): Income => ({
      studentId,
      teacherId: payer.firstTeacherId,
      date,
      cents,
      of: 1,
      currency: of,
      isUnrated: false,
    });
    return [
      ...lessonIncome(student, period),
      ...own.flatMap((invoice) =>
        invoice.charges
          .filter((charge) => charge.studentId === studentId)
          .map((charge) => chargeIncome(charge, invoice.currency)),
      ),
      ...(waiting.get(studentId) ?? []).map((charge) => chargeIncome(charge, charge.currency)),
    ];
  });
  return all.filter(({ date }) => date >= period.from && date <= period.to);
};
