import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ask } from '../../../api/client.ts';
import { keyOf, read } from '../../../api/queries.ts';
import type { Loaded } from '../../../ui/lists/query-state.tsx';
import { byFeed, type FeedDifferences } from './differences.ts';

/** Reads every teacher's feed: again whenever the dialog opens. */
const analysisQuery = queryOptions({
  queryKey: keyOf('POST /api/calendar/sync-all'),
  queryFn: ({ signal }) => ask('POST /api/calendar/sync-all', {}, signal),
  staleTime: 0,
  gcTime: 0,
});

/** How each feed was last read. Automatic syncs change it at any time, so it is read again whenever it is shown. */
export const syncStatesQuery = { ...read('GET /api/calendar/sync-state', {}), staleTime: 0 };

type Analysis = Loaded<readonly FeedDifferences[]> & {
  readonly isFetching: boolean;
  /** Epoch milliseconds. */
  readonly readAt: number;
};

/** The differences between the feeds and the schedule. @param enabled false if no teacher has an address */
export const useAnalysis = (enabled: boolean): Analysis => {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery({ ...analysisQuery, enabled });
  const feeds = useMemo(() => data && byFeed(data), [data]);
  return { data: feeds, error, refetch, isFetching, readAt: dataUpdatedAt };
};
