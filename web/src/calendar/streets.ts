import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { turnAfterDrawn } from '../lib/page/drawn.ts';
import { queryClient, read } from '../api/queries.ts';
import type { Place } from '../map/layout.ts';
import type { StreetsAccess } from '../map/model.ts';
import { preloadStreets } from '../map/streets.ts';

const hour = 3_600_000;

/** What maps draw streets with; empty on a server without a maps service. */
const mapsKeyQuery = queryOptions({ ...read('GET /api/maps/api-key', {}), staleTime: hour });

/** For a page from which a map is opened: whether it will have streets. */
export const prefetchStreetsAccess = (): Promise<void> => queryClient.prefetchQuery(mapsKeyQuery);

/** For a page that shows a map: loads the key, and the map's library if there is one, while the page's data loads. */
export const prefetchStreets = async (): Promise<void> => {
  await prefetchStreetsAccess();
  if (queryClient.getQueryData(mapsKeyQuery.queryKey)?.apiKey) preloadStreets();
};

/** Null: there is no maps service, it is not known yet, or its key could not be asked for. */
export const useStreetsAccess = (): StreetsAccess | null => {
  const { data } = useQuery(mapsKeyQuery);
  return data && data.apiKey !== '' ? data : null;
};

/** Never refetched while the page is open, whose first page is drawn before. */
const roadQuery = (stops: readonly Place[]) => {
  const body = { stops: stops.map(({ latitude, longitude }) => ({ latitude, longitude })) };
  return queryOptions({
    queryKey: ['POST /api/maps/road', body] as const,
    queryFn: async ({ signal }) => {
      await turnAfterDrawn('roads');
      return call('POST /api/maps/road', { body }, signal);
    },
    gcTime: Infinity,
  });
};

export type Road = Awaited<ReturnType<NonNullable<ReturnType<typeof roadQuery>['queryFn']>>>;

const mostStops = 100;

const roadsIn = (answers: readonly { readonly data: Road | undefined }[]): readonly (Road | null)[] =>
  answers.map(({ data }) => data ?? null);

/** The roads through these places, in their order; null while one is not known, if it cannot be, or for less than two places. */
export const useRoads = (tours: readonly (readonly Place[])[]): readonly (Road | null)[] =>
  useQueries({
    queries: tours.map((stops) => ({
      ...roadQuery(stops),
      enabled: stops.length > 1 && stops.length <= mostStops,
    })),
    combine: roadsIn,
  });
