import type { Lesson } from '@rondo/contracts/api/lessons.ts';
import { mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient } from '../../../lib/queries.ts';
import { weekQuery } from '../queries.ts';

/** A row as it is now, of the week in which it was met; undefined when it is no longer there. */
export const newestRow = async (lessonId: string, on: IsoDate): Promise<Lesson | undefined> => {
  const rows = await queryClient.fetchQuery({ ...weekQuery(mondayOf(on)), staleTime: 0 });
  return rows.find(({ id }) => id === lessonId);
};
