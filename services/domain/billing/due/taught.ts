import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { monthOf } from '@rondo/contracts/calendar/months.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lineages, listPayers, planningTeachers, type PayerRow } from '@rondo/projections/billing/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { taughtLessons } from '@rondo/projections/lessons/queries.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import { withoutPlans } from '../../schedule/plan/as-rejected.ts';
import type { Schedules } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import type { StudioClock, StudioNow } from '../../studio/clock.ts';
import type { Payer } from './draft.ts';
import { lessonDatesOf } from '../../schedule/lesson-dates.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';

export type TaughtDependencies = {
  readonly models: ReadModels;
  readonly schedules: Schedules;
  readonly clock: StudioClock;
  /** The end of the log. */
  readonly head: () => Promise<Position | null>;
};

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

/** What was taught and how students pay, as of the end of the log when it is read. */
export const taughtReader = ({ models, schedules, clock, head }: TaughtDependencies) => {
  /** Waits until the read models show the log as it is now. @throws Unavailable */
  const caughtUp = async (): Promise<void> => {
    const position = await head();
    const needed = [lessonsModel, billingModel, studiosModel];
    if (position !== null && !(await models.reached(position, needed)))
      throw new Unavailable('The latest changes are still being processed. Please try again in a moment.');
  };

  /** The schedules with a plan, by teacher. */
  const plans = async (studioId: string): Promise<Map<string, ScheduleState>> => {
    const teacherIds = await planningTeachers(billingModel.read(models), studioId);
    const states = teacherIds.map(async (id) => [id, (await schedules.load(studioId, id)).state] as const);
    return new Map(await Promise.all(states));
  };

  return {
    /** Every student, by id, removed ones too. @throws Unavailable */
    students: async (studioId: string): Promise<{ students: ReadonlyMap<string, Taught>; now: StudioNow }> => {
      await caughtUp();
      const db = billingModel.read(models);
      const [now, payers, origins, rows, planning] = await Promise.all([
        clock.today(studioId),
        listPayers(db, studioId),
        lineages(db, studioId),
        taughtLessons(lessonsModel.read(models), studioId),
        plans(studioId),
      ]);
      const datesOf = lessonDatesOf(withoutPlans(rows, planning, now.today), (id) => origins.get(id));
      const students = payers.map((row): [string, Taught] => [
        row.student_id,
        { payer: payerOf(row, now.timeZone), lessonsTo: (to) => datesOf(row.student_id, to) },
      ]);
      return { students: new Map(students), now };
    },
  };
};
export type TaughtReader = ReturnType<typeof taughtReader>;
