import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleState } from '../state.ts';

/** One lesson on one day, as a calendar shows it. */
export type Shown = {
  readonly date: IsoDate;
  /** The original date. */
  readonly originalDate: IsoDate;
  /** The series, or the dated lesson. */
  readonly of: string;
  readonly lesson: Lesson;
};

/** Everything that a calendar shows of a schedule from one day to another, both inclusive. */
export const shownIn = ({ lessons }: ScheduleState, from: IsoDate, to: IsoDate): Shown[] => {
  const rows = [...lessons.values()];
  const replaced = new Set(rows.filter(isOccurrence).map((row) => `${row.seriesId} ${row.originalDate}`));
  return rows.flatMap((lesson): Shown[] => {
    const { lessonId, seriesId, date } = lesson;
    if (isWeekly(lesson))
      return seriesDates(lesson, from, to)
        .filter((day) => !replaced.has(`${lessonId} ${day}`))
        .map((day) => ({ date: day, originalDate: day, of: lessonId, lesson }));
    if (date === null || date < from || date > to) return [];
    return [{ date, originalDate: lesson.originalDate ?? date, of: seriesId ?? lessonId, lesson }];
  });
};

/** The days on which a student's lessons take place. */
export const datesOf = (state: ScheduleState, studentId: string, from: IsoDate, to: IsoDate): IsoDate[] =>
  shownIn(state, from, to)
    .filter(({ lesson }) => lesson.studentId === studentId && lesson.status !== 'cancelled')
    .map(({ date }) => date)
    .toSorted();
