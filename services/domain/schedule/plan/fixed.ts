import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { occupiesTime, overlapWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { seriesFrom, type ScheduleState } from '../state.ts';

/** Number of days from a plan's first day on in which dated entries are checked; a series that ends within them counts as dated. */
const soonDays = 56;
/** The number of weeks, out of eight, in which dated entries at one weekday and time count as a weekly lesson. */
const weeksThatRepeat = 3;

/** The schedule changed while the plan was computed and now conflicts with it: solve again. */
export class PlanOutdated extends Error {}

/** Series that a plan leaves unchanged: all but the optimized ones of its students. */
const untouched = (state: ScheduleState, from: IsoDate, replaced: ReadonlySet<string>): WeeklyLesson[] =>
  seriesFrom(state, from).filter(
    ({ source, studentId }) => !(source === 'optimized' && studentId !== null && replaced.has(studentId)),
  );

const endsSoon = (series: WeeklyLesson, from: IsoDate): boolean => !lastsTo(series, addDays(from, soonDays));

/** Entries of a plan's first eight weeks, by date: dated rows, and every date of a series that ends within these weeks. */
export const datedEntries = (state: ScheduleState, from: IsoDate, replaced: ReadonlySet<string>): Lesson[] => {
  const end = addDays(from, soonDays);
  const rows = [...state.lessons.values()];
  const calendar = calendarOf(rows);
  const dated = rows.filter((row) => row.date !== null && occupiesTime(row) && row.date >= from && row.date < end);
  const soonEnded = untouched(state, from, replaced)
    .filter((series) => endsSoon(series, from))
    .flatMap((series) => calendar.datesOf(series, from, addDays(end, -1)).map((date): Lesson => ({ ...series, date })));
  return [...dated, ...soonEnded];
};

/**
 * Dated entries that occupy the same weekday and time in at least three of the given weeks, as imported weekly lessons do: each such group
 * counts as one weekly series.
 */
const repeatedDated = (dated: readonly Lesson[]): WeeklyLesson[] => {
  const groups = Map.groupBy(
    dated.filter(({ seriesId }) => seriesId === null),
    ({ dayOfWeek, start }) => `${dayOfWeek} ${start}`,
  );
  return [...groups.values()].flatMap((group) => {
    const weeks = new Set(group.map(({ date }) => mondayOf(date ?? '')));
    const first = group[0];
    if (!first || weeks.size < weeksThatRepeat) return [];
    const duration = Math.max(...group.map((lesson) => lesson.duration));
    return [{ ...first, duration, date: null, validFrom: first.date ?? '', validTo: null, skips: [] }];
  });
};

/** Entries whose weekly time the optimizer may not use, given whose optimized series the plan replaces. */
export const fixedSeries = (state: ScheduleState, from: IsoDate, replaced: ReadonlySet<string>): WeeklyLesson[] => [
  ...untouched(state, from, replaced).filter((series) => !endsSoon(series, from)),
  ...repeatedDated(datedEntries(state, from, replaced)),
];

/** @throws PlanOutdated */
export const refuseClashes = (
  fixed: readonly WeeklyLesson[],
  placements: readonly Pick<Lesson, 'lessonId' | 'dayOfWeek' | 'start' | 'duration'>[],
): void => {
  for (const placement of placements)
    for (const series of fixed)
      if (overlapWeekly(series, placement))
        throw new PlanOutdated(`${placement.lessonId} overlaps ${series.lessonId}.`);
};
