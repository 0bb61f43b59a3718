import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { ClosedOn } from '@rondo/contracts/calendar/closures/closures.ts';
import { clash, isOccurrence, isWeekly, occupiesTime } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf, type LessonCalendar } from '@rondo/contracts/calendar/week.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { handOver } from '../plan/change-over.ts';

/** Number of weeks whose dates are checked for a weekly entry. */
export const weeksChecked = 26;

/** One date on which something else is scheduled. */
export type Conflict = { readonly lesson: Lesson; readonly date: IsoDate };

/** The dates on which a lesson takes place: its own, or those of the next 26 weeks that no occurrence replaces. */
export const datesOf = (
  lesson: Lesson,
  calendar: Pick<LessonCalendar<Lesson>, 'datesOf'>,
  from: IsoDate,
): IsoDate[] => {
  const first = laterOf(from, lesson.validFrom ?? from);
  return calendar.datesOf(lesson, first, addDays(first, 7 * weeksChecked - 1));
};

/**
 * The rows around a lesson: without itself, and with its own exceptions moved along with it. A series that becomes dated loses its
 * exceptions.
 */
const around = (lesson: Lesson, rows: readonly Lesson[]): Lesson[] => {
  const own = rows.filter(isOccurrence).filter(({ seriesId }) => seriesId === lesson.lessonId);
  const carried =
    own.length > 0 && isWeekly(lesson)
      ? handOver([{ lastDay: addDays(lesson.validFrom, -1), occurrences: own }], { to: lesson }).carried
      : [];
  return [
    ...rows.filter(({ lessonId, seriesId }) => lessonId !== lesson.lessonId && seriesId !== lesson.lessonId),
    ...carried,
  ];
};

/**
 * Everything that a lesson would overlap, by date. `rows` are those of the teacher and of the student elsewhere; the lesson itself is
 * ignored, its earlier and later parts and its moved dates are not. A date before `from` is checked only when it is the lesson's single
 * date. A closed date conflicts with nothing.
 */
export const conflictsOf = (
  lesson: Lesson,
  rows: readonly Lesson[],
  { from, closedOn }: { readonly from: IsoDate; readonly closedOn: ClosedOn<Lesson> },
): Conflict[] => {
  const calendar = calendarOf([...around(lesson, rows), lesson], closedOn, { only: (row) => clash(row, lesson) });
  return datesOf(lesson, calendar, from)
    .filter((date) => closedOn(lesson, date) === null)
    .flatMap((date) =>
      calendar
        .on(date)
        .filter(occupiesTime)
        .map((other) => ({ lesson: other, date })),
    );
};
