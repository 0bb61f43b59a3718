import type { Assignment } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { isWeekly, nextDateOf, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { weekOrder, shortDayName, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { hoursAWeek, openWindows } from '../../lib/availability.ts';

export type TeacherRow = {
  readonly teacher: Teacher;
  /** Students assigned to this teacher. */
  readonly students: number;
  /** Weekly lessons and appointments that continue after today. */
  readonly weekly: number;
  readonly hours: number;
  /** "Mon – Sat", "Tue, Thu". */
  readonly days: string;
};

const isOngoing = (lesson: CalendarLesson, today: IsoDate): boolean =>
  isWeekly(lesson) && occupiesTime(lesson) && nextDateOf(lesson, today) !== null;

/** Consecutive days are a range, others a list. */
export const daysText = (teacher: Pick<Teacher, 'availability'>): string => {
  const taught = new Set(openWindows(teacher.availability).map(({ dayOfWeek }) => dayOfWeek));
  const days = weekOrder.filter((day) => taught.has(day));
  const [first, ...rest] = days;
  const last = rest.at(-1);
  if (first === undefined) return 'No days';
  if (last === undefined) return shortDayName(first);
  const inARow = weekOrder.indexOf(last) - weekOrder.indexOf(first) === rest.length;
  return inARow && days.length > 2
    ? `${shortDayName(first)} – ${shortDayName(last)}`
    : days.map((day) => shortDayName(day)).join(', ');
};

/** Every teacher with students, lessons and hours, in the order in which they were added. */
export const teacherRows = (of: {
  readonly teachers: readonly Teacher[];
  readonly assignments: readonly Assignment[];
  readonly lessons: readonly CalendarLesson[];
  readonly today: IsoDate;
}): TeacherRow[] =>
  of.teachers.map((teacher) => ({
    teacher,
    students: new Set(
      of.assignments.filter(({ teacherId }) => teacherId === teacher.id).map(({ studentId }) => studentId),
    ).size,
    weekly: of.lessons.filter((lesson) => lesson.teacherId === teacher.id && isOngoing(lesson, of.today)).length,
    hours: hoursAWeek(teacher.availability),
    days: daysText(teacher),
  }));
