import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../../api/client.ts';
import { keyOf, read } from '../../../api/queries.ts';

/** Reads every teacher's feed: again whenever the dialog opens. */
export const analysisQuery = queryOptions({
  queryKey: keyOf('POST /api/calendar/sync-all'),
  queryFn: ({ signal }) => ask('POST /api/calendar/sync-all', {}, signal),
  staleTime: 0,
  gcTime: 0,
});

/** How each feed was last read. Automatic syncs change it at any time, so it is read again whenever it is shown. */
export const syncStatesQuery = { ...read('GET /api/calendar/sync-state', {}), staleTime: 0 };
