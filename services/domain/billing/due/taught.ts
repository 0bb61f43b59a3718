import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { monthOf } from '@rondo/contracts/calendar/months.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lineages, listPayers, planningTeachers, type PayerRow } from '@rondo/projections/billing/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { taughtLessons } from '@rondo/projections/lessons/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { dateKey, type BilledLessons } from '../../schedule/edit/billed.ts';
import { lessonDatesOf, type LessonDate } from '../../schedule/lesson-dates.ts';
import { withoutPlans } from '../../schedule/plan/as-rejected.ts';
import { loadSchedule } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { studioNow, type StudioNow } from '../../studio/clock.ts';
import { billingStream, liveInvoices } from '../state.ts';
import { matchedNow, type Payer } from './draft.ts';
import { ledgerOf } from './ledger.ts';

export type TaughtServices = Pick<Services, 'handlers' | 'models' | 'store' | 'settingsOf' | 'now'>;

/** A student to bill. */
export type Taught = { readonly payer: Payer; readonly lessonsTo: (to: IsoDate) => readonly LessonDate[] };

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

/** Waits until the read models show the log as it is now. @throws Unavailable */
const catchUp = async ({ models, store }: Pick<Services, 'models' | 'store'>): Promise<void> => {
  const position = await store.head();
  if (position !== null && !(await models.reached(position, [lessonsModel, billingModel, studiosModel])))
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
  const [now, payers, origins, rows, planning] = await Promise.all([
    studioNow(services, studioId),
    listPayers(db, studioId),
    lineages(db, studioId),
    taughtLessons(lessonsModel.read(services.models), studioId),
    schedulesWithPlan(services, studioId),
  ]);
  const datesOf = lessonDatesOf(withoutPlans(rows, planning, now.today), (id) => origins.get(id));
  const students = payers.map((row): [string, Taught] => [
    row.student_id,
    { payer: payerOf(row, now.timeZone), lessonsTo: (to) => datesOf(row.student_id, to) },
  ]);
  return { students: new Map(students), now };
};

/** The lessons of a studio that its invoices bill, as they are now. @throws Unavailable */
export const billedLessons = async (services: TaughtServices, studioId: string): Promise<BilledLessons> => {
  const live = liveInvoices((await services.handlers.billing.load(billingStream(studioId))).state);
  if (live.length === 0) return new Map();
  const numbers = new Map(live.map(({ invoiceId, invoiceNumber }) => [invoiceId, invoiceNumber]));
  const { students } = await taughtStudents(services, studioId);
  const billed = [...Map.groupBy(live, ({ studentId }) => studentId)].flatMap(([studentId, invoices]) => {
    const { lessonOf } = matchedNow(ledgerOf(invoices), students.get(studentId)?.lessonsTo);
    return [...lessonOf].map(([{ invoiceId }, { lessonId, originalDate }]): [string, string] => [
      dateKey(lessonId, originalDate),
      numbers.get(invoiceId) ?? '',
    ]);
  });
  return new Map(billed);
};
