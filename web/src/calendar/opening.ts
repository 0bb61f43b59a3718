import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient } from '../lib/queries.ts';

/** Where the calendar opens. */
export type Opening = { readonly monday: IsoDate; readonly teacherId: string };

// Among the studio's data, so that it goes with the user.
const key = ['schedule opening'] as const;

/** The calendar opens there when it is next opened without a week of its own: after a plan was made or accepted, where it begins. */
export const openScheduleOn = (opening: Opening): void => {
  queryClient.setQueryData<Opening>(key, opening);
};

/** Takes what was asked for; a second visit is an ordinary one. */
export const takeOpening = (): Opening | null => {
  const opening = queryClient.getQueryData<Opening>(key) ?? null;
  queryClient.removeQueries({ queryKey: key });
  return opening;
};
