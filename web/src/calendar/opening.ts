import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { queryClient } from '../api/queries.ts';

/** The date and teacher that the calendar opens at. */
export type Opening = { readonly monday: IsoDate; readonly teacherId: string };

// Stored with the studio's data, so that it is removed with the user's.
const key = ['schedule opening'] as const;

/** Sets where the calendar opens next if its URL names no week: where a plan begins after it is generated or accepted. */
export const openScheduleOn = (opening: Opening): void => {
  queryClient.setQueryData<Opening>(key, opening);
};

/** Returns the date and clears it; the next visit opens as usual. */
export const takeOpening = (): Opening | null => {
  const opening = queryClient.getQueryData<Opening>(key) ?? null;
  queryClient.removeQueries({ queryKey: key });
  return opening;
};
