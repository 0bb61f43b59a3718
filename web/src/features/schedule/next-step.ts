import type { ReportItem } from '@rondo/contracts/api/planner.ts';
import type { Assignment, Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isCounted } from '@rondo/contracts/calendar/rows.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { scheduledStudents } from '../../calendar/scheduled.ts';
import { openWindows } from '../../lib/availability.ts';
import { waitingPlanOf } from '../../lib/waiting-plan.ts';

/** What a teacher's calendar suggests above a week. */
export type NextStep =
  /** The week is empty; the next lessons are on a later date. */
  | { readonly kind: 'later'; readonly on: IsoDate }
  /** Students can be scheduled now; `on`: the next date that has lessons anyway. */
  | {
      readonly kind: 'generate';
      readonly ready: number;
      readonly unassigned: readonly Student[];
      readonly on: IsoDate | null;
    }
  /** No student has times yet. */
  | { readonly kind: 'availability' }
  /** No student has this teacher. */
  | { readonly kind: 'assign' };

/** How far ahead the next lesson is searched, in days. */
const horizon = 366;

/** The first date on or after a day on which the teacher has a lesson. */
const nextLessonDate = (rows: readonly CalendarLesson[], teacherId: string, from: IsoDate): IsoDate | null => {
  const calendar = calendarOf(rows, closedInRows, { only: (row) => row.teacherId === teacherId && isCounted(row) });
  for (let ahead = 0; ahead < horizon; ahead += 1) {
    const date = addDays(from, ahead);
    if (calendar.on(date).length > 0) return date;
  }
  return null;
};

/** The next step of a studio that has teachers and students; null if the week needs none. */
export const nextStepOf = (of: {
  readonly teacher: Pick<Teacher, 'id'>;
  readonly students: readonly Student[];
  readonly assignments: readonly Assignment[];
  /** All from today on. */
  readonly rows: readonly CalendarLesson[];
  readonly reports: readonly ReportItem[];
  readonly today: IsoDate;
  /** The shown week, and how many lessons it has. */
  readonly monday: IsoDate;
  readonly lessons: number;
}): NextStep | null => {
  const { teacher, students, assignments, rows, reports, today, monday, lessons } = of;
  // A week with lessons needs no suggestion, except in a studio that has never been planned, such as a new sample studio.
  if (lessons > 0 && reports.length > 0) return null;
  const on = lessons > 0 ? null : nextLessonDate(rows, teacher.id, laterOf(today, addDays(monday, 7)));
  if (on !== null && reports.length > 0) return { kind: 'later', on };
  if (waitingPlanOf(teacher.id, reports)) return null;
  const scheduled = scheduledStudents(rows, today);
  const assigned = new Set(assignments.map(({ studentId }) => studentId));
  const own = new Set(
    assignments.filter(({ teacherId }) => teacherId === teacher.id).map(({ studentId }) => studentId),
  );
  const left = students.filter(({ id }) => own.has(id) && !scheduled.has(id));
  const ready = left.filter(({ availability }) => openWindows(availability).length > 0).length;
  if (ready > 0) return { kind: 'generate', ready, unassigned: students.filter(({ id }) => !assigned.has(id)), on };
  if (on !== null) return { kind: 'later', on };
  if (lessons > 0) return null;
  if (own.size === 0) return { kind: 'assign' };
  return left.length > 0 ? { kind: 'availability' } : null;
};
