import type { DayOfWeek, IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { difference, overlaps, union, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import { isWeekly, type Lesson, type WeeklyLesson } from '@rondo/contracts/events/lesson.ts';
import { daysOfWeek } from '@rondo/contracts/calendar/dates.ts';
import type { StudentRow } from '@rondo/projections/students/queries.ts';
import type { TeacherRow } from '@rondo/projections/teachers/queries.ts';
import { datedEntries, fixedSeries } from '../schedule/fixed.ts';
import type { ScheduleState } from '../schedule/state.ts';
import type { LessonElsewhere } from '../lessons/student-times.ts';

/** A stretch of one weekday, in minutes after midnight. */
export type DayWindow = Interval & { readonly dayOfWeek: DayOfWeek };

/** Adjacent and overlapping enabled rows of a day are one window. */
export const windowsOf = (rows: readonly AvailabilityWindow[]): DayWindow[] =>
  daysOfWeek.flatMap((dayOfWeek) =>
    union(rows.filter((row) => row.enabled && row.dayOfWeek === dayOfWeek)).map((window) => ({ ...window, dayOfWeek })),
  );

type LeftOut = {
  readonly student: StudentRow;
  readonly reason: string;
  /** Has a weekly lesson entered by hand: nothing is missing. */
  readonly served: boolean;
};

/** What one teacher's run is about. */
export type RunInput = {
  readonly teacher: TeacherRow;
  readonly startsOn: IsoDate;
  /** To be placed. */
  readonly students: readonly StudentRow[];
  /** Selected and not in the run, with why. */
  readonly leftOut: readonly LeftOut[];
  /** Weekly entries of the teacher that stay where they are. */
  readonly fixed: readonly WeeklyLesson[];
  /** Dated entries of the first weeks: no weekday is blocked by them, overlaps are reported. */
  readonly dated: readonly Lesson[];
  /** By student: their lessons with other teachers that stay. */
  readonly elsewhere: ReadonlyMap<string, readonly DayWindow[]>;
  /** Optimized series of the students with other teachers, which acceptance ends. */
  readonly endsElsewhere: readonly {
    readonly teacherId: string;
    readonly lessonId: string;
    readonly studentId: string;
  }[];
};

/** The weekday stretch of a weekly lesson. */
const stretchOf = ({ dayOfWeek, start, duration }: Pick<Lesson, 'dayOfWeek' | 'start' | 'duration'>): DayWindow => ({
  dayOfWeek,
  start,
  end: start + duration,
});

export type GatherParts = {
  readonly teacher: TeacherRow;
  readonly startsOn: IsoDate;
  readonly selected: readonly StudentRow[];
  /** Of several selected teachers, the one this student goes to. */
  readonly belongsHere: (student: StudentRow) => boolean;
  readonly state: ScheduleState;
  /** Every lesson of the studio's other teachers. */
  readonly elsewhere: readonly LessonElsewhere[];
};

/** Sorts the selected students and the standing entries into what a run may place and what it must leave alone. */
export const gather = ({ teacher, startsOn, selected, belongsHere, state, elsewhere }: GatherParts): RunInput => {
  const served = new Set(
    [...state.lessons.values()]
      .filter(isWeekly)
      .filter((series) => series.source !== 'optimized' && series.useInOptimization && stands(series, startsOn))
      .flatMap(({ studentId }) => (studentId === null ? [] : [studentId])),
  );
  const reasonAgainst = (student: StudentRow): string | null => {
    if (!belongsHere(student)) return `Not assigned to ${teacher.details.name}.`;
    if (served.has(student.student_id))
      return 'Already has a weekly lesson entered by hand; the day is built around it.';
    if (windowsOf(student.availability).length === 0) return 'No availability is entered.';
    return null;
  };
  const judged = selected.map((student) => ({ student, reason: reasonAgainst(student) }));
  const students = judged.flatMap(({ student, reason }) => (reason === null ? [student] : []));
  const inRun = new Set(students.map(({ student_id }) => student_id));
  const ofStudents = elsewhere.filter(({ lesson }) => inRun.has(lesson.studentId ?? ''));
  return {
    teacher,
    startsOn,
    students,
    leftOut: judged.flatMap(({ student, reason }) =>
      reason === null ? [] : [{ student, reason, served: belongsHere(student) && served.has(student.student_id) }],
    ),
    fixed: fixedSeries(state, startsOn, inRun),
    dated: datedEntries(state, startsOn, inRun),
    elsewhere: Map.groupBy(
      ofStudents
        .filter(({ lesson }) => staysElsewhere(lesson, startsOn))
        .map(({ lesson }) => ({ ...stretchOf(lesson), of: lesson.studentId ?? '' })),
      ({ of }) => of,
    ),
    endsElsewhere: ofStudents
      .filter(({ lesson }) => lesson.source === 'optimized' && isWeekly(lesson) && stands(lesson, startsOn))
      .map(({ teacherId, lesson }) => ({ teacherId, lessonId: lesson.lessonId, studentId: lesson.studentId ?? '' })),
  };
};

/** True for a series that still has a date on or after a day. */
const stands = ({ validTo }: WeeklyLesson | (Lesson & { validTo: string | null }), from: IsoDate): boolean =>
  validTo === null || validTo >= from;

/** True for a weekly lesson with another teacher that a plan does not take over: its time is the student's no more. */
export const staysElsewhere = (lesson: Lesson, from: IsoDate): boolean =>
  lesson.source !== 'optimized' && isWeekly(lesson) && stands(lesson, from);

/** A student's rows less what lessons with others take of them. */
export const freeRows = (rows: readonly AvailabilityWindow[], taken: readonly DayWindow[]): AvailabilityWindow[] =>
  rows
    .filter(({ enabled }) => enabled)
    .flatMap((row) => {
      const cuts = taken.filter((cut) => cut.dayOfWeek === row.dayOfWeek && overlaps(cut, row));
      return difference([row], cuts).map(({ start, end }) => ({ ...row, start, end }));
    });
