import { listLessons, type Lesson } from '@rondo/contracts/api/lessons.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient, read } from '../../lib/queries.ts';
import { isWeekly, type Rows } from '../days/optimistic.ts';
import { weekQuery } from '../queries.ts';

/** The row and what continues it, in their order. */
const partsOf = (rows: Rows, lessonId: string): readonly Lesson[] => {
  const row = rows.find(({ id }) => id === lessonId);
  const later = rows.filter(({ continues }) => continues === lessonId).flatMap(({ id }) => partsOf(rows, id));
  return row ? [row, ...later] : later;
};

const endsBefore = ({ validTo }: Lesson, on: IsoDate): boolean => validTo !== null && validTo < on;
const covers = (row: Lesson, on: IsoDate): boolean =>
  !isWeekly(row) || ((row.validFrom === null || row.validFrom <= on) && !endsBefore(row, on));

/** The part of a row that stands on a date, or what became of it after that; undefined when it ended before. */
const partOn = (rows: Rows, lessonId: string, on: IsoDate): Lesson | undefined => {
  const parts = partsOf(rows, lessonId);
  return parts.find((part) => covers(part, on)) ?? parts.findLast((part) => !endsBefore(part, on));
};

/** A row met on a date as it is now, under another id where its series was divided; undefined when it is no longer there. */
export const newestRow = async (lessonId: string, on: IsoDate): Promise<Lesson | undefined> => {
  const week = await queryClient.fetchQuery({ ...weekQuery(mondayOf(on)), staleTime: 0 });
  const same = week.find(({ id }) => id === lessonId);
  if (same && covers(same, on)) return same;
  // The parts between may lie in other weeks.
  const all = await queryClient.fetchQuery({ ...read(listLessons, { query: {} }), staleTime: 0 });
  return partOn(all, lessonId, on);
};
