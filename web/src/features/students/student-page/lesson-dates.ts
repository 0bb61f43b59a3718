import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { closedInRows } from '@rondo/contracts/calendar/closures/closures.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';

/** One date on which a student has a lesson, or had one that was cancelled. */
export type LessonDate = { readonly row: CalendarLesson; readonly date: IsoDate };

/** How far a student's page looks back and ahead, in days. */
export const pastDays = 12 * 7;
const daysAhead = 26 * 7;

/** How many dates of each the page lists at first. */
export const datesAtFirst = 6;

/** A student's dates: those to come with the next one first, and those in the past with the last one first. */
export const lessonDatesOf = (
  rows: readonly CalendarLesson[],
  studentId: string,
  { today, minute }: { readonly today: IsoDate; readonly minute: number },
): { readonly ahead: readonly LessonDate[]; readonly past: readonly LessonDate[] } => {
  const own = (row: CalendarLesson): boolean => row.studentId === studentId;
  const [from, to] = [addDays(today, -pastDays), addDays(today, daysAhead)];
  const calendar = calendarOf(rows, closedInRows, { only: own });
  const dates = rows
    .filter(own)
    .flatMap((row) => calendar.datesOf(row, from, to).map((date) => ({ row, date })))
    .filter(({ date }) => from <= date && date <= to)
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.row.start - b.row.start);
  const isPast = ({ row, date }: LessonDate): boolean =>
    date < today || (date === today && row.start + row.duration <= minute);
  return { ahead: dates.filter((one) => !isPast(one)), past: dates.filter(isPast).toReversed() };
};
