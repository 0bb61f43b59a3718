import { addDays, dayOfWeekOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlaps, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf, seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';
import { handOver } from './change-over.ts';

/** A weekly entry is checked against the dates of so many weeks. */
export const weeksChecked = 26;

/** One date on which something else stands. */
export type Conflict = { readonly lesson: Lesson; readonly date: IsoDate };

export const spanOf = ({ start, duration }: Pick<Lesson, 'start' | 'duration'>): Interval => ({
  start,
  end: start + duration,
});

/** True for what takes up time: everything but a cancelled row. */
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
 * Rows as they are around a lesson: without itself, and with its own dates as they go along with it. A series that gets one date loses them.
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
 * Everything that a lesson would overlap, by date. `rows` are those of the teacher and of the student elsewhere; the lesson itself does not
 * count, its earlier and later parts and its moved dates do. A date before `from` is looked at only when the lesson has it as its one date.
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
