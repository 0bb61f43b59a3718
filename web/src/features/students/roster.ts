import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { Assignment, Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { mondayOf, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

/** A student's lesson time, as a list row shows it. */
export type StudentLesson = {
  /** "Tue 3:40 PM". */
  readonly when: string;
  readonly kind: 'weekly' | 'once';
  readonly state: 'manual' | 'pending' | 'settled';
};

export type StudentRow = {
  readonly student: Student;
  readonly teachers: readonly Teacher[];
  /** Null: not scheduled. */
  readonly lesson: StudentLesson | null;
};

const takesPlace = ({ status, entryType, useInOptimization }: CalendarLesson): boolean =>
  (status === 'scheduled' || status === 'optimized') && entryType === 'lesson' && useInOptimization;

/** Sort order of a student's lessons: an ongoing series, a series in its last week, a single date. */
const rank = (lesson: CalendarLesson, today: IsoDate): number => {
  if (lesson.date !== null) return 2;
  return nextDateOf(lesson, addDays(mondayOf(today), 7)) === null ? 1 : 0;
};

const lessonOf = (lessons: readonly CalendarLesson[], today: IsoDate): StudentLesson | null => {
  const [first] = lessons
    .filter((lesson) => takesPlace(lesson) && nextDateOf(lesson, today) !== null)
    .toSorted(
      (a, b) =>
        rank(a, today) - rank(b, today) ||
        (nextDateOf(a, today) ?? '').localeCompare(nextDateOf(b, today) ?? '') ||
        a.start - b.start,
    );
  if (!first) return null;
  return {
    when: `${shortDayName(first.dayOfWeek)} ${formatTime(first.start)}`,
    kind: first.date === null ? 'weekly' : 'once',
    state: first.status === 'optimized' ? 'pending' : first.isManual ? 'manual' : 'settled',
  };
};

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
  return of.students
    .map((student) => ({
      student,
      teachers: (assigned.get(student.id) ?? [])
        .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
        .flatMap(({ teacherId }) => teachers.get(teacherId) ?? []),
      lesson: lessonOf(lessons.get(student.id) ?? [], of.today),
    }))
    .toSorted((a, b) => nameOf(a.student).localeCompare(nameOf(b.student)));
};

export const nameOf = ({ firstName, lastName, name }: Student): string =>
  `${firstName} ${lastName}`.trim() || name || unknownStudent;

export const unassigned = 'unassigned';

/** The students of one teacher, those without any (`unassigned`), or all (null). */
export const filteredRows = (rows: readonly StudentRow[], teacher: string | null): readonly StudentRow[] => {
  if (teacher === null) return rows;
  return rows.filter(({ teachers }) =>
    teacher === unassigned ? teachers.length === 0 : teachers.some(({ id }) => id === teacher),
  );
};
