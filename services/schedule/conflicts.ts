import { addDays, dayOfWeekOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlaps, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf, seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import { handOver } from './change-over.ts';

/** Number of weeks whose dates are checked for a weekly entry. */
export const weeksChecked = 26;

/** One date on which something else is scheduled. */
export type Conflict = { readonly lesson: Lesson; readonly date: IsoDate };

export const spanOf = ({ start, duration }: Pick<Lesson, 'start' | 'duration'>): Interval => ({
  start,
  end: start + duration,
});

/** True for rows that occupy time: all but cancelled ones. */
const standsAtAll = ({ status }: Lesson): boolean => status !== 'cancelled';

export const replacedDates = (rows: readonly Lesson[]): Set<string> =>
  new Set(rows.flatMap(({ seriesId, originalDate }) => (seriesId === null ? [] : [`${seriesId} ${originalDate}`])));

/** The dates on which a lesson takes place: its own, or those of the next 26 weeks that no occurrence replaces. */
export const datesOf = (wanted: Lesson, from: IsoDate, replaced: ReadonlySet<string>): IsoDate[] => {
  if (!isWeekly(wanted)) return wanted.date === null ? [] : [wanted.date];
  const first = laterOf(from, wanted.validFrom);
  return seriesDates(wanted, first, addDays(first, 7 * weeksChecked - 1)).filter(
    (date) => !replaced.has(`${wanted.lessonId} ${date}`),
  );
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
  const besides = around(wanted, rows);
  const replaced = replacedDates([...besides, wanted]);
  const dates = datesOf(wanted, from, replaced);
  const wantedDates = new Set(dates);
  const wantedDays = new Set(dates.map(dayOfWeekOf));
  const span = spanOf(wanted);
  const others = besides.filter((row) => standsAtAll(row) && overlaps(spanOf(row), span));
  const taken = others.flatMap((lesson): Conflict[] => {
    if (!isWeekly(lesson)) return wantedDates.has(lesson.date ?? '') ? [{ lesson, date: lesson.date ?? '' }] : [];
    if (!wantedDays.has(lesson.dayOfWeek)) return [];
    return dates
      .filter((date) => seriesDateInWeekOf(lesson, date) === date && !replaced.has(`${lesson.lessonId} ${date}`))
      .map((date) => ({ lesson, date }));
  });
  return taken.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.lesson.start - b.lesson.start));
};
