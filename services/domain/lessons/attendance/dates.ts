import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import type { AttendanceRecord } from '@rondo/contracts/policy/attendance.ts';
import { billingModel } from '@rondo/projections/billing/project.ts';
import { lineages, listAttendance, type AttendanceRow } from '@rondo/projections/billing/queries.ts';
import { attendanceTable } from '@rondo/projections/billing/table.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById, taughtLessons, byId, type PersonRow } from '@rondo/projections/lessons/queries.ts';
import { lessonsTable, peopleTable } from '@rondo/projections/lessons/table.ts';
import { lineagesTable } from '@rondo/projections/shared/lineage-tables.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import { datesOfRows, isTaught, type LessonDate, type LineageOf } from '../../schedule/lesson-dates.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { recordedAmong, recordedOf } from '../../schedule/time-off/attendance.ts';
import { closuresNow, closuresThen } from '../../schedule/time-off/closures.ts';

/** Lessons with all that says who was there. */
export type Attended = {
  readonly rows: readonly TaughtRow[];
  readonly origins: ReadonlyMap<string, NonNullable<ReturnType<LineageOf>>>;
  readonly recorded: readonly AttendanceRow[];
  readonly closures: readonly Closure[];
  readonly people: ReadonlyMap<string, PersonRow>;
};

export const attendedNow = async ({ models }: Pick<Services, 'models'>, studioId: string): Promise<Attended> => {
  const [billing, lessons] = [billingModel.read(models), lessonsModel.read(models)];
  const [rows, origins, recorded, closures, people] = await Promise.all([
    taughtLessons(lessons, studioId),
    lineages(billing, studioId),
    listAttendance(billing, studioId),
    closuresNow({ models }, studioId),
    peopleById(lessons, studioId),
  ]);
  return {
    rows: rows.map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson })),
    origins,
    recorded,
    closures,
    people,
  };
};

/** The same at a moment. */
export const attendedThen = async (moment: Moment): Promise<Attended> => {
  const [billing, lessons, closures] = await Promise.all([
    moment.of(billingModel),
    moment.of(lessonsModel),
    closuresThen(moment),
  ]);
  const origins = new Map(billing.rows(lineagesTable).map((row) => [row.lesson_id, row]));
  return {
    rows: lessons.rows(lessonsTable).map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson })),
    origins,
    recorded: billing.rows(attendanceTable),
    closures,
    people: byId(lessons.rows(peopleTable)),
  };
};

export type Period = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly teacherId?: string | undefined;
  readonly studentId?: string | undefined;
};

/** A date of a student's lesson, and what was recorded of it. */
export type AttendedDate = LessonDate & { readonly row: TaughtRow; readonly record: AttendanceRecord | null };

/** Every date of students' lessons in a period, in order. */
export const attendedDates = ({ rows, origins, recorded, closures }: Attended, period: Period): AttendedDate[] => {
  const lineageOf: LineageOf = (id) => origins.get(id);
  const { from, to, teacherId, studentId } = period;
  const datesOf = datesOfRows(rows, lineageOf, closures);
  // What was recorded is found by its week.
  const [first, last] = [mondayOf(from), addDays(mondayOf(to), 6)];
  const dates = rows
    .filter((row) => isTaught(row) && (studentId === undefined || row.lesson.studentId === studentId))
    .flatMap((row) => datesOf(row, first, last).map((date) => ({ ...date, row, record: null })));
  const records = recordedOf<Omit<AttendedDate, 'record'>>(dates, recordedAmong(recorded, lineageOf));
  return dates
    .filter(({ date, teacherId: of }) => date >= from && date <= to && (teacherId === undefined || of === teacherId))
    .map((date) => ({ ...date, record: records.get(date) ?? null }))
    .toSorted((a, b) =>
      a.date < b.date ? -1 : a.date > b.date ? 1 : a.start - b.start || (a.rowId < b.rowId ? -1 : 1),
    );
};
