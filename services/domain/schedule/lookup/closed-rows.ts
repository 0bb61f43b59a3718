import { closedDateId } from '@rondo/contracts/calendar/closures/closed-dates.ts';
import { neverClosed, type ClosedBy, type Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, earlierOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import type { LessonFilter, LessonRow } from '@rondo/projections/lessons/queries.ts';
import { closedAmong } from '../time-off/closures.ts';

/** A row of a list. One whose date is closed is cancelled. */
export type ListedRow = LessonRow & { readonly closedBy: ClosedBy | null };

/** Without a period, a list has the closed dates of 8 weeks back and 26 ahead. */
const daysListed = (today: IsoDate, { from, to }: LessonFilter): { readonly from: IsoDate; readonly to: IsoDate } => ({
  from: from ?? addDays(earlierOf(today, to ?? today), -8 * 7),
  to: to ?? addDays(laterOf(today, from ?? today), 26 * 7),
});

/** Rows with each closed date of a series as an occurrence. Its id leads to the series, and its revision is the series'. */
export const withClosedDates = (
  rows: readonly LessonRow[],
  closures: readonly Closure[],
  { today, filter }: { readonly today: IsoDate; readonly filter: LessonFilter },
): ListedRow[] => {
  const closedOn = closedAmong(
    closures,
    rows.map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson })),
  );
  if (closedOn === neverClosed) return rows.map((row) => ({ ...row, closedBy: null }));
  const calendar = calendarOf(
    rows.map(({ lesson }) => lesson),
    closedOn,
  );
  const { from, to } = daysListed(today, filter);
  return rows.flatMap((row): ListedRow[] => {
    const { lesson } = row;
    if (!isWeekly(lesson)) {
      const closedBy = lesson.date === null ? null : closedOn(lesson, lesson.date);
      return [closedBy ? { ...row, closedBy, lesson: { ...lesson, status: 'cancelled' } } : { ...row, closedBy }];
    }
    const closed = calendar.datesOf(lesson, from, to).flatMap((date): ListedRow[] => {
      const closedBy = closedOn(lesson, date);
      if (!closedBy) return [];
      const id = closedDateId({ seriesId: lesson.lessonId, date });
      const occurrence = { ...occurrenceOf(lesson, date, id), status: 'cancelled' as const };
      return [{ ...row, lesson_id: id, series_id: lesson.lessonId, lesson: occurrence, closedBy }];
    });
    return [{ ...row, closedBy: null }, ...closed];
  });
};
