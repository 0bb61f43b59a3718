import { listSyncStates, syncAllCalendars } from '@rondo/contracts/api/calendar-sync.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../api/client.ts';
import { keyOf, read } from '../../../api/queries.ts';

/** Reads every teacher's feed: again whenever the dialog opens. */
export const analysisQuery = queryOptions({
  queryKey: keyOf(syncAllCalendars),
  queryFn: ({ signal }) => ask(syncAllCalendars, {}, signal),
  staleTime: 0,
  gcTime: 0,
});

/** How each feed was last read. Automatic syncs change it at any time, so it is read again whenever it is shown. */
export const syncStatesQuery = { ...read(listSyncStates, {}), staleTime: 0 };
