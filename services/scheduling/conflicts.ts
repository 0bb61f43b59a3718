import { addDays, dayOfWeekOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlaps, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { seriesDateInWeekOf, seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isWeekly, type Lesson } from '@rondo/contracts/events/lesson.ts';

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

/** A lesson with the later parts that it was divided into. */
const partsFrom = (lessonId: string, rows: readonly Lesson[]): Set<string> => {
  const parts = new Set([lessonId]);
  for (let before = 0; before < parts.size;) {
    before = parts.size;
    for (const row of rows) if (row.continues !== null && parts.has(row.continues)) parts.add(row.lessonId);
  }
  return parts;
};

/**
 * Everything that a lesson would overlap, by date. `rows` are those of the teacher and of the student elsewhere; the lesson itself, the
 * parts that go on after it and their occurrences do not count. A date before `from` is looked at only when the lesson has it as its one date.
 */
export const conflictsOf = (wanted: Lesson, rows: readonly Lesson[], from: IsoDate): Conflict[] => {
  const replaced = replacedDates([...rows.filter(({ lessonId }) => lessonId !== wanted.lessonId), wanted]);
  const dates = datesOf(wanted, from, replaced);
  const wantedDates = new Set(dates);
  const wantedDays = new Set(dates.map(dayOfWeekOf));
  const span = spanOf(wanted);
  const own = partsFrom(wanted.lessonId, rows);
  const others = rows.filter(
    (row) =>
      !own.has(row.lessonId) &&
      (row.seriesId === null || !own.has(row.seriesId)) &&
      standsAtAll(row) &&
      overlaps(spanOf(row), span),
  );
  const taken = others.flatMap((lesson): Conflict[] => {
    if (!isWeekly(lesson)) return wantedDates.has(lesson.date ?? '') ? [{ lesson, date: lesson.date ?? '' }] : [];
    if (!wantedDays.has(lesson.dayOfWeek)) return [];
    return dates
      .filter((date) => seriesDateInWeekOf(lesson, date) === date && !replaced.has(`${lesson.lessonId} ${date}`))
      .map((date) => ({ lesson, date }));
  });
  return taken.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.lesson.start - b.lesson.start));
};
