import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { clash, isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf, type LessonCalendar } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { handOver } from '../plan/change-over.ts';

/** Number of weeks whose dates are checked for a weekly entry. */
export const weeksChecked = 26;

/** One date on which something else is scheduled. */
export type Conflict = { readonly lesson: Lesson; readonly date: IsoDate };

/** The dates on which a lesson takes place: its own, or those of the next 26 weeks that no occurrence replaces. */
export const datesOf = (
  wanted: Lesson,
  calendar: Pick<LessonCalendar<Lesson>, 'datesOf'>,
  from: IsoDate,
): IsoDate[] => {
  const first = laterOf(from, wanted.validFrom ?? from);
  return calendar.datesOf(wanted, first, addDays(first, 7 * weeksChecked - 1));
};

/**
 * The rows around a lesson: without itself, and with its own exceptions moved along with it. A series that becomes dated loses its
 * exceptions.
 */
const around = (wanted: Lesson, rows: readonly Lesson[]): Lesson[] => {
  const own = rows.filter(isOccurrence).filter(({ seriesId }) => seriesId === wanted.lessonId);
  const carried =
    own.length > 0 && isWeekly(wanted)
      ? handOver([{ lastDay: addDays(wanted.validFrom, -1), occurrences: own }], { to: wanted }).carried
      : [];
  return [
    ...rows.filter(({ lessonId, seriesId }) => lessonId !== wanted.lessonId && seriesId !== wanted.lessonId),
    ...carried,
  ];
};

/**
 * Everything that a lesson would overlap, by date. `rows` are those of the teacher and of the student elsewhere; the lesson itself is
 * ignored, its earlier and later parts and its moved dates are not. A date before `from` is checked only when it is the lesson's single
 * date.
 */
export const conflictsOf = (wanted: Lesson, rows: readonly Lesson[], from: IsoDate): Conflict[] => {
  const calendar = calendarOf([...around(wanted, rows), wanted], { only: (row) => clash(row, wanted) });
  return datesOf(wanted, calendar, from).flatMap((date) => calendar.on(date).map((lesson) => ({ lesson, date })));
};
