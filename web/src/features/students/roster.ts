import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { Assignment, Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { shortDayName, weekOrder, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isCounted, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isOngoingLesson, pendingStudents, scheduledStudents } from '../../calendar/scheduled.ts';
import { openWindows } from '../../lib/availability.ts';
import { byName, compareTexts, nameMatcher } from '../../lib/people.ts';
import { hasNoRate, rateOf } from './rates.ts';

/** A student's lesson time, as a list row shows it. */
export type StudentLesson = {
  /** "Tue 3:40 PM". */
  readonly when: string;
  /** `ending`: weekly, but not beyond this week. */
  readonly kind: 'weekly' | 'ending' | 'once';
  readonly state: 'manual' | 'pending' | 'recommended' | 'settled';
};

export type StudentRow = {
  readonly student: Student;
  readonly teachers: readonly Teacher[];
  /** The next lesson, if there is one. */
  readonly lesson: StudentLesson | null;
  /** When in the week that is, in minutes from Monday on. */
  readonly lessonAt: number | null;
  /** Has a weekly lesson that continues. */
  readonly scheduled: boolean;
  /** Has it only by a plan that is not accepted yet. */
  readonly pending: boolean;
};

/** Sort order of a student's lessons: an ongoing series, a series in its last week, a single date. */
const rank = (lesson: CalendarLesson, today: IsoDate): 0 | 1 | 2 => {
  if (lesson.date !== null) return 2;
  return isOngoingLesson(lesson, today) ? 0 : 1;
};

const kinds = { 0: 'weekly', 1: 'ending', 2: 'once' } as const;

const stateOf = ({ status, isManual }: CalendarLesson): StudentLesson['state'] => {
  if (status === 'optimized') return 'pending';
  if (status === 'recommended') return 'recommended';
  return isManual ? 'manual' : 'settled';
};

const nextOf = (lessons: readonly CalendarLesson[], today: IsoDate): CalendarLesson | undefined => {
  const [first] = lessons
    .filter((lesson) => isCounted(lesson) && nextDateOf(lesson, today) !== null)
    .toSorted(
      (a, b) =>
        rank(a, today) - rank(b, today) ||
        (nextDateOf(a, today) ?? '').localeCompare(nextDateOf(b, today) ?? '') ||
        a.start - b.start,
    );
  return first;
};

const lessonIn = (first: CalendarLesson, today: IsoDate): StudentLesson => ({
  when: `${shortDayName(first.dayOfWeek)} ${formatTime(first.start)}`,
  kind: kinds[rank(first, today)],
  state: stateOf(first),
});

const weekMinute = ({ dayOfWeek, start }: CalendarLesson): number => weekOrder.indexOf(dayOfWeek) * 24 * 60 + start;

/** Every student with teachers and lesson, by name. */
export const studentRows = (of: {
  readonly students: readonly Student[];
  readonly teachers: readonly Teacher[];
  readonly assignments: readonly Assignment[];
  readonly lessons: readonly CalendarLesson[];
  readonly today: IsoDate;
}): StudentRow[] => {
  const teachers = new Map(of.teachers.map((teacher) => [teacher.id, teacher]));
  const assigned = Map.groupBy(of.assignments, ({ studentId }) => studentId);
  const lessons = Map.groupBy(of.lessons, ({ studentId }) => studentId);
  const scheduled = scheduledStudents(of.lessons, of.today);
  const pending = pendingStudents(of.lessons, of.today);
  return of.students.toSorted(byName).map((student) => {
    const next = nextOf(lessons.get(student.id) ?? [], of.today);
    return {
      student,
      teachers: (assigned.get(student.id) ?? [])
        .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
        .flatMap(({ teacherId }) => teachers.get(teacherId) ?? []),
      lesson: next ? lessonIn(next, of.today) : null,
      lessonAt: next ? weekMinute(next) : null,
      scheduled: scheduled.has(student.id),
      pending: pending.has(student.id),
    };
  });
};

export const nameOf = ({ firstName, lastName, name }: Student): string =>
  `${firstName} ${lastName}`.trim() || name || unknownStudent;

export const unassigned = 'unassigned';

/** What a student can lack. */
const lacks = {
  lesson: ({ scheduled }: StudentRow): boolean => !scheduled,
  times: ({ student }: StudentRow): boolean => openWindows(student.availability).length === 0,
  rate: ({ student }: StudentRow): boolean => hasNoRate(student),
  teacher: ({ teachers }: StudentRow): boolean => teachers.length === 0,
} as const;
export type Lack = keyof typeof lacks;

export const isWithout = (lack: Lack, row: StudentRow): boolean => lacks[lack](row);

/** The students of one teacher, those without any (`unassigned`), or all (null), whose name matches a search; of them those who lack all of `without`. */
export const filteredRows = (
  rows: readonly StudentRow[],
  {
    teacher,
    search,
    without,
    only = () => true,
  }: {
    readonly teacher: string | null;
    readonly search: string;
    readonly without: readonly Lack[];
    readonly only?: (row: StudentRow) => boolean;
  },
): readonly StudentRow[] => {
  const matches = nameMatcher(search);
  return rows.filter((row) => {
    const { student, teachers } = row;
    if (!without.every((lack) => isWithout(lack, row)) || !only(row)) return false;
    if (teacher === unassigned && !isWithout('teacher', row)) return false;
    if (teacher !== null && teacher !== unassigned && !teachers.some(({ id }) => id === teacher)) return false;
    return matches(nameOf(student));
  });
};

/** The columns by which the list can be sorted, in their order. */
export const sortKeys = ['student', 'teacher', 'lesson', 'length'] as const;
export type RowOrder = { readonly by: (typeof sortKeys)[number]; readonly descending: boolean };

const compared: Readonly<Record<RowOrder['by'], (a: StudentRow, b: StudentRow) => number>> = {
  student: () => 0,
  teacher: (a, b) => compareTexts(a.teachers[0]?.name ?? '', b.teachers[0]?.name ?? ''),
  lesson: (a, b) => (a.lessonAt ?? 0) - (b.lessonAt ?? 0),
  length: (a, b) =>
    a.student.lessonDuration - b.student.lessonDuration || (rateOf(a.student) ?? 0) - (rateOf(b.student) ?? 0),
};

/** Those without what the list is sorted by are at its end, whichever way it is sorted. */
const isLast = ({ by }: RowOrder, row: StudentRow): boolean =>
  (by === 'teacher' && isWithout('teacher', row)) || (by === 'lesson' && row.lessonAt === null);

/** Rows in another order; equal ones stay in that of their names. @param rows by name */
export const sortedRows = (rows: readonly StudentRow[], order: RowOrder): readonly StudentRow[] => {
  if (order.by === 'student') return order.descending ? rows.toReversed() : rows;
  const direction = order.descending ? -1 : 1;
  return rows.toSorted(
    (a, b) => Number(isLast(order, a)) - Number(isLast(order, b)) || direction * compared[order.by](a, b),
  );
};
