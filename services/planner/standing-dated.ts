import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/lesson.ts';

/** So many of eight weeks make dated entries at one weekday and time a standing lesson. */
const weeksThatStand = 3;

/**
 * Dated entries that take the same weekday and time in three of the given weeks, as imported standing lessons do: each such group counts
 * as one weekly series.
 */
export const standingDated = (dated: readonly Lesson[]): WeeklyLesson[] => {
  const groups = Map.groupBy(
    dated.filter(({ seriesId }) => seriesId === null),
    ({ dayOfWeek, start }) => `${dayOfWeek} ${start}`,
  );
  return [...groups.values()].flatMap((group) => {
    const weeks = new Set(group.map(({ date }) => mondayOf(date ?? '')));
    const first = group[0];
    if (!first || weeks.size < weeksThatStand) return [];
    const duration = Math.max(...group.map((lesson) => lesson.duration));
    return [{ ...first, duration, date: null, validFrom: first.date ?? '', validTo: null, skips: [] }];
  });
};
