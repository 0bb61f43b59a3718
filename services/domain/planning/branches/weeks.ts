import { weekOrder, shortDayName, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { byStart, isStop } from '@rondo/contracts/calendar/rows.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { ReportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { fixedSeries } from '../../schedule/plan/fixed.ts';
import { scheduleAggregate } from '../../schedule/schedule-aggregate.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import type { StudioNow } from '../../studio/clock.ts';
import { titleOf } from '../instance/instance.ts';
import type { Week } from '../plan-week.ts';
import { weekDriver, type WeekDriving, type WeekStop } from '../report/week-driving.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { BranchRows } from './changed-rows.ts';
import type { StudioRows } from './rows.ts';

/** An entry of a week, as it is or as it was planned. */
export type WeekEntry = WeekStop & {
  readonly title: string;
  readonly duration: number;
  readonly source: ReportContent['week'][number]['source'];
  readonly isStop: boolean;
};

/** A teacher's week with its drives. */
export type TeacherWeek = {
  readonly teacher: TeacherRow;
  readonly entries: readonly WeekEntry[];
  readonly driving: WeekDriving;
};

/** A teacher's schedule from rows: nothing waits for a decision. */
const stateFrom = ({ taught }: StudioRows, teacherId: string): ScheduleState => ({
  ...scheduleAggregate.initialState(),
  lessons: new Map(taught.filter((row) => row.teacherId === teacherId).map(({ lesson }) => [lesson.lessonId, lesson])),
});

/** The week of a teacher in rows, as a run finds it. */
export const weekIn = (studioId: string, rows: StudioRows, teacherId: string, now: StudioNow): Week => {
  const state = stateFrom(rows, teacherId);
  return {
    studioId,
    teacherId,
    now,
    settings: rows.settings,
    students: rows.students,
    state,
    // A branch holds no times.
    inUse: [...state.lessons.values()],
    holds: [],
    elsewhere: rows.taught.filter((row) => row.teacherId !== teacherId),
    closing: { teacherId, closures: rows.closures },
  };
};

type Place = Pick<StudentRow['details'], 'city' | 'zipCode' | 'phone' | 'location'> & {
  readonly address: string | null;
};

const placeOf = ({ address, city, zipCode, phone, location }: Place) => ({
  address,
  city,
  zip_code: zipCode,
  phone,
  latitude: location?.latitude ?? null,
  longitude: location?.longitude ?? null,
  precision: location?.precision ?? null,
});

/** Where the people of rows live. */
export const peopleIn = ({ students, teachers }: StudioRows): ReadonlyMap<string, PersonRow> =>
  new Map<string, PersonRow>([
    ...[...students.values()].map(({ studio_id, student_id: person_id, details }): [string, PersonRow] => {
      const { firstName: first_name, lastName: last_name } = details;
      return [person_id, { studio_id, person_id, first_name, last_name, ...placeOf(details), removed: false }];
    }),
    ...teachers.map(({ studio_id, teacher_id: person_id, details }): [string, PersonRow] => [
      person_id,
      { studio_id, person_id, first_name: details.name, last_name: '', ...placeOf(details), removed: false },
    ]),
  ]);

const standingEntries = (rows: StudioRows, teacherId: string, from: IsoDate): WeekEntry[] =>
  fixedSeries(stateFrom(rows, teacherId), from, new Set(), { teacherId, closures: rows.closures }).map((entry) => ({
    ...entry,
    title: titleOf(entry, rows.students),
    isStop: isStop(entry),
  }));

export const dayNamed = (name: string): DayOfWeek => weekOrder.find((day) => shortDayName(day) === name) ?? 0;

const plannedEntries = ({ week }: ReportContent): WeekEntry[] =>
  week.map(({ lessonId, studentId, title, address, day, startTime, endTime, source, driveTime }) => ({
    lessonId,
    studentId,
    title,
    customAddress: address,
    dayOfWeek: dayNamed(day),
    start: toMinutes(startTime),
    duration: toMinutes(endTime) - toMinutes(startTime),
    source,
    isStop: driveTime !== null,
  }));

/**
 * The week of every teacher: as it was planned, where it was, else as it is, without the lessons that a plan takes over.
 * @param plans by teacher
 */
export const weeksOf = async (
  services: Pick<Services, 'maps' | 'legs'>,
  studioId: string,
  rows: BranchRows,
  { plans, today }: { readonly plans: ReadonlyMap<string, ReportContent>; readonly today: IsoDate },
): Promise<TeacherWeek[]> => {
  const people = peopleIn(rows);
  const placed = new Set(
    [...plans.values()].flatMap(({ week }) =>
      week.flatMap(({ studentId, source }) => (source === 'optimized' ? (studentId ?? []) : [])),
    ),
  );
  return Promise.all(
    rows.teachers.map(async (teacher) => {
      const { teacher_id: teacherId } = teacher;
      const content = plans.get(teacherId);
      const entries = content
        ? plannedEntries(content)
        : standingEntries(rows, teacherId, today).filter(
            ({ source, studentId }) => source !== 'optimized' || !placed.has(studentId ?? ''),
          );
      const stops = entries.filter((entry) => entry.isStop);
      const drive = await weekDriver(services, { studioId, teacherId, placed: stops, people });
      return { teacher, entries: entries.toSorted(byStart), driving: await drive(stops) };
    }),
  );
};

/** The first day of what was planned; null: nothing was. */
export const firstDayOfPlans = (plans: readonly { readonly content: ReportContent }[]): IsoDate | null =>
  plans.map(({ content }) => content.startsOn).toSorted()[0] ?? null;
