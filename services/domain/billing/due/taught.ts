import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { hasLapsed, isOwed } from '@rondo/contracts/policy/charge.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { monthOf } from '@rondo/contracts/calendar/months.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import {
  lineages,
  listAttendance,
  listPayers,
  planningTeachers,
  type PayerRow,
} from '@rondo/projections/billing/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById, taughtLessons } from '@rondo/projections/lessons/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { dateKey, type BilledLessons } from '../../schedule/edit/billed.ts';
import { lessonDatesOf, type LessonDate } from '../../schedule/lesson-dates.ts';
import { withoutPlans } from '../../schedule/plan/as-rejected.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import { recordedAmong, withAbsence } from '../../schedule/time-off/attendance.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { studioNow, type StudioNow } from '../../studio/clock.ts';
import { billingStream, liveInvoices } from '../state.ts';
import { matchedNow } from './draft.ts';
import type { Payer } from './billed-dates.ts';
import { invoicesByStudent, ledgerOf } from './ledger.ts';

export type TaughtServices = Pick<Services, 'handlers' | 'models' | 'store' | 'settingsOf' | 'now'>;

/** A student to bill. */
export type Taught = {
  readonly payer: Payer;
  readonly name: { readonly first: string; readonly last: string };
  readonly lessonsTo: (to: IsoDate) => readonly LessonDate[];
};

/** How a student pays, in the studio's days. */
const payerOf = (row: PayerRow, timeZone: string): Payer => {
  const registered = wallClock(epochMillisecondsOf(row.registered_at), timeZone).date;
  const first = row.start_date !== null && row.start_date < registered ? row.start_date : registered;
  return {
    studentId: row.student_id,
    paymentType: row.payment_type,
    perLessonRateCents: row.per_lesson_rate_cents,
    monthlyRateCents: row.monthly_rate_cents,
    firstMonth: monthOf(first),
    lastMonth: row.removed_on === null ? null : monthOf(row.removed_on),
    firstTeacherId: row.first_teacher_id,
  };
};

/** Whether the lesson that is owed for a date can no longer be made up for. */
const withLapse = (lesson: LessonDate, today: IsoDate, isRemoved: boolean): LessonDate => {
  const outcome = lesson.cancelled?.outcome ?? null;
  const owed = lesson.closed?.money === 'owed' ? lesson.closed : isOwed(outcome) ? outcome : null;
  const lapsed = owed !== null && (isRemoved || hasLapsed(owed.until ?? null, today));
  return lapsed ? { ...lesson, lapsed } : lesson;
};

/** Waits until the read models show the log as it is now. @throws Unavailable */
const catchUp = async ({ models, store }: Pick<Services, 'models' | 'store'>): Promise<void> => {
  const position = await store.head();
  if (position !== null && !(await models.reached(position, [lessonsModel, billingModel, studiosModel, timeoffModel])))
    throw new Unavailable('The latest changes are still being processed. Please try again in a moment.');
};

const schedulesWithPlan = async (
  services: Pick<Services, 'handlers' | 'models'>,
  studioId: string,
): Promise<Map<string, ScheduleState>> => {
  const teacherIds = await planningTeachers(billingModel.read(services.models), studioId);
  const states = teacherIds.map(async (id) => [id, (await loadSchedule(services, studioId, id)).state] as const);
  return new Map(await Promise.all(states));
};

/**
 * Every student, by id, removed ones too, with what was taught, as of the end of the log.
 * @throws Unavailable
 */
export const taughtStudents = async (
  services: TaughtServices,
  studioId: string,
): Promise<{ students: ReadonlyMap<string, Taught>; now: StudioNow }> => {
  await catchUp(services);
  const db = billingModel.read(services.models);
  const [now, payers, people, origins, rows, planning, closures, attendance] = await Promise.all([
    studioNow(services, studioId),
    listPayers(db, studioId),
    peopleById(lessonsModel.read(services.models), studioId),
    lineages(db, studioId),
    taughtLessons(lessonsModel.read(services.models), studioId),
    schedulesWithPlan(services, studioId),
    closuresNow(services, studioId),
    listAttendance(db, studioId),
  ]);
  const recorded = recordedAmong(attendance, (id) => origins.get(id));
  const datesOf = lessonDatesOf(withoutPlans(rows, planning, now.today), (id) => origins.get(id), closures);
  const students = payers.map((row): [string, Taught] => [
    row.student_id,
    {
      payer: payerOf(row, now.timeZone),
      name: { first: people.get(row.student_id)?.first_name ?? '', last: people.get(row.student_id)?.last_name ?? '' },
      lessonsTo: (to) =>
        withAbsence(datesOf(row.student_id, to), recorded).map((lesson) =>
          withLapse(lesson, now.today, row.removed_on !== null),
        ),
    },
  ]);
  return { students: new Map(students), now };
};

/** A date that an invoice bills. */
type BilledMoney = {
  readonly invoiceNumber: string;
  /** What would be refunded if it did not take place. */
  readonly cents: number;
  /** The charged month that covers it, with what of it is not refunded yet; null for a lesson with a price of its own. */
  readonly month: { readonly key: string; readonly leftCents: number } | null;
};

/** What a closure has to know of money. */
export type MoneyOfDates = {
  /** The dates that invoices bill and have not refunded, by `dateKey`. */
  readonly billed: ReadonlyMap<string, BilledMoney>;
  /** The students who pay by the month. */
  readonly monthly: ReadonlySet<string>;
  /** What a lesson costs each student, in cents. */
  readonly rates: ReadonlyMap<string, number>;
  readonly currency: string;
};

/** @throws Unavailable */
export const moneyOfDates = async (services: TaughtServices, studioId: string): Promise<MoneyOfDates> => {
  const [{ students }, { state }, { settings }] = await Promise.all([
    taughtStudents(services, studioId),
    services.handlers.billing.load(billingStream(studioId)),
    services.settingsOf(studioId),
  ]);
  const billed = [...invoicesByStudent(liveInvoices(state))].flatMap(([studentId, invoices]) => {
    const ledger = ledgerOf(studentId, invoices);
    const leftOf = new Map(
      ledger.months.map(({ invoiceId, month, amountCents, refundedCents }) => [
        `${studentId} ${invoiceId} ${month}`,
        amountCents - refundedCents,
      ]),
    );
    return [...matchedNow(ledger, students.get(studentId)?.lessonsTo).lessonOf]
      .filter(([{ refunded }]) => !refunded)
      .map(([entry, { lessonId, originalDate }]): [string, BilledMoney] => {
        const key = `${studentId} ${entry.invoiceId} ${monthOf(entry.date)}`;
        return [
          dateKey(lessonId, originalDate),
          {
            invoiceNumber: ledger.invoices.get(entry.invoiceId)?.invoiceNumber ?? '',
            cents: entry.rateCents - entry.refundedCents,
            month: entry.kind === 'covered' ? { key, leftCents: leftOf.get(key) ?? 0 } : null,
          },
        ];
      });
  });
  return {
    billed: new Map(billed),
    monthly: new Set([...students].flatMap(([id, { payer }]) => (payer.paymentType === 'monthly' ? id : []))),
    rates: new Map([...students].map(([id, { payer }]) => [id, payer.perLessonRateCents ?? 0])),
    currency: settings.currency,
  };
};

/** The lessons of a studio that its invoices bill, as they are now. @throws Unavailable */
export const billedLessons = async (services: TaughtServices, studioId: string): Promise<BilledLessons> => {
  const live = liveInvoices((await services.handlers.billing.load(billingStream(studioId))).state);
  if (live.length === 0) return new Map();
  const numbers = new Map(live.map(({ invoiceId, invoiceNumber }) => [invoiceId, invoiceNumber]));
  const { students } = await taughtStudents(services, studioId);
  const billed = [...invoicesByStudent(live)].flatMap(([studentId, invoices]) => {
    const { lessonOf } = matchedNow(ledgerOf(studentId, invoices), students.get(studentId)?.lessonsTo);
    return [...lessonOf].map(([{ invoiceId }, { lessonId, originalDate }]): [string, string] => [
      dateKey(lessonId, originalDate),
      numbers.get(invoiceId) ?? '',
    ]);
  });
  return new Map(billed);
};
