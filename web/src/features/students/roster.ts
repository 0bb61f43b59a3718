import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { Assignment, Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isCounted, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { isOngoingLesson, pendingStudents, scheduledStudents } from '../../calendar/scheduled.ts';
import { byLastName, nameMatcher } from '../../lib/people.ts';
import { hasNoRate } from './rates.ts';

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

const lessonOf = (lessons: readonly CalendarLesson[], today: IsoDate): StudentLesson | null => {
  const [first] = lessons
    .filter((lesson) => isCounted(lesson) && nextDateOf(lesson, today) !== null)
    .toSorted(
      (a, b) =>
        rank(a, today) - rank(b, today) ||
        (nextDateOf(a, today) ?? '').localeCompare(nextDateOf(b, today) ?? '') ||
        a.start - b.start,
    );
  if (!first) return null;
  return {
    when: `${shortDayName(first.dayOfWeek)} ${formatTime(first.start)}`,
    kind: kinds[rank(first, today)],
    state: stateOf(first),
  };
};

/** Every student with teachers and lesson, by last name. */
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
  return of.students.toSorted(byLastName).map((student) => ({
    student,
    teachers: (assigned.get(student.id) ?? [])
      .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
      .flatMap(({ teacherId }) => teachers.get(teacherId) ?? []),
    lesson: lessonOf(lessons.get(student.id) ?? [], of.today),
    scheduled: scheduled.has(student.id),
    pending: pending.has(student.id),
  }));
};

export const nameOf = ({ firstName, lastName, name }: Student): string =>
  `${firstName} ${lastName}`.trim() || name || unknownStudent;

export const unassigned = 'unassigned';

/** The students of one teacher, those without any (`unassigned`), or all (null), whose name matches a search; of them those without a rate. */
export const filteredRows = (
  rows: readonly StudentRow[],
  {
    teacher,
    search,
    withoutRate,
  }: { readonly teacher: string | null; readonly search: string; readonly withoutRate: boolean },
): readonly StudentRow[] => {
  const matches = nameMatcher(search);
  return rows.filter(({ student, teachers }) => {
    if (withoutRate && !hasNoRate(student)) return false;
    if (teacher === unassigned && teachers.length > 0) return false;
    if (teacher !== null && teacher !== unassigned && !teachers.some(({ id }) => id === teacher)) return false;
    return matches(nameOf(student));
  });
};
