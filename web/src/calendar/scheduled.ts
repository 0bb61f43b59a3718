import { nextMonday, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isCounted, isWeekly, nextDateOf } from '@rondo/contracts/calendar/rows.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

/**
 * A weekly lesson that continues after this week: what makes its student "scheduled" on every screen. Pending and recommended lessons count;
 * single dates and a series in its last week do not.
 */
export const isOngoingLesson = (row: CalendarLesson, today: IsoDate): boolean =>
  isWeekly(row) && isCounted(row) && nextDateOf(row, nextMonday(today)) !== null;

/** The ids of the students who are scheduled. `rows`: all rows from today on. */
export const scheduledStudents = (rows: readonly CalendarLesson[], today: IsoDate): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => (row.studentId !== null && isOngoingLesson(row, today) ? [row.studentId] : [])));

/** Those of them who are so only by a plan that nobody has accepted yet. */
export const pendingStudents = (rows: readonly CalendarLesson[], today: IsoDate): ReadonlySet<string> => {
  const accepted = rows.filter(({ status }) => status !== 'optimized');
  const settled = scheduledStudents(accepted, today);
  return new Set([...scheduledStudents(rows, today)].filter((id) => !settled.has(id)));
};
