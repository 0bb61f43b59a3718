import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import type { CalendarLesson } from '@rondo/contracts/lessons/timing.ts';
import { queryClient } from '../../api/queries.ts';
import type { Rows } from '../days/optimistic.ts';
import { lessonsQuery, weekQuery } from '../queries.ts';

/** The row and those that continue it, in order. */
const partsOf = (rows: Rows, lessonId: string): readonly CalendarLesson[] => {
  const row = rows.find((other) => other.lessonId === lessonId);
  const later = rows.filter(({ continues }) => continues === lessonId).flatMap((part) => partsOf(rows, part.lessonId));
  return row ? [row, ...later] : later;
};

const covers = (row: CalendarLesson, on: IsoDate): boolean =>
  !isWeekly(row) || ((row.validFrom === null || row.validFrom <= on) && lastsTo(row, on));

/** The part of a series that covers a date, or the next part after it; undefined if the series ended before. */
const partOn = (rows: Rows, lessonId: string, on: IsoDate): CalendarLesson | undefined => {
  const parts = partsOf(rows, lessonId);
  return parts.find((part) => covers(part, on)) ?? parts.findLast((part) => lastsTo(part, on));
};

/**
 * The current version of a row on a date, with another id if its series was split; undefined if it no longer exists.
 * @param what with `date`, the row that now replaces the series on that date, if any
 */
export const newestRow = async (
  lessonId: string,
  on: IsoDate,
  what: 'row' | 'date' = 'row',
): Promise<CalendarLesson | undefined> => {
  const week = await queryClient.fetchQuery({ ...weekQuery(mondayOf(on)), staleTime: 0 });
  const replacing = week.find(({ seriesId, originalDate }) => seriesId === lessonId && originalDate === on);
  if (what === 'date' && replacing) return replacing;
  const same = week.find((row) => row.lessonId === lessonId);
  if (same && covers(same, on)) return same;
  // The parts in between may be in other weeks.
  const all = await queryClient.fetchQuery({ ...lessonsQuery({}), staleTime: 0 });
  return partOn(all, lessonId, on);
};
