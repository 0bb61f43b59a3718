import { listLessons, type Lesson } from '@rondo/contracts/api/lessons.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient, read } from '../../lib/queries.ts';
import { isWeekly, type Rows } from '../days/optimistic.ts';
import { weekQuery } from '../queries.ts';

/** The row and those that continue it, in order. */
const partsOf = (rows: Rows, lessonId: string): readonly Lesson[] => {
  const row = rows.find(({ id }) => id === lessonId);
  const later = rows.filter(({ continues }) => continues === lessonId).flatMap(({ id }) => partsOf(rows, id));
  return row ? [row, ...later] : later;
};

const endsBefore = ({ validTo }: Lesson, on: IsoDate): boolean => validTo !== null && validTo < on;
const covers = (row: Lesson, on: IsoDate): boolean =>
  !isWeekly(row) || ((row.validFrom === null || row.validFrom <= on) && !endsBefore(row, on));

/** The part of a series that covers a date, or the next part after it; undefined if the series ended before. */
const partOn = (rows: Rows, lessonId: string, on: IsoDate): Lesson | undefined => {
  const parts = partsOf(rows, lessonId);
  return parts.find((part) => covers(part, on)) ?? parts.findLast((part) => !endsBefore(part, on));
};

/** The current version of a row on a date, with another id if its series was split; undefined if it no longer exists. */
export const newestRow = async (lessonId: string, on: IsoDate): Promise<Lesson | undefined> => {
  const week = await queryClient.fetchQuery({ ...weekQuery(mondayOf(on)), staleTime: 0 });
  const same = week.find(({ id }) => id === lessonId);
  if (same && covers(same, on)) return same;
  // The parts in between may be in other weeks.
  const all = await queryClient.fetchQuery({ ...read(listLessons, { query: {} }), staleTime: 0 });
  return partOn(all, lessonId, on);
};
