import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { useMemo } from 'react';
import type { DayEntry } from './days/entry.ts';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { drawFirst, turnAfterDrawn } from '../lib/page/drawn.ts';
import { queryClient, read } from '../api/queries.ts';
import type { Place } from '../map/layout.ts';
import type { StreetsAccess } from '../map/model.ts';
import { preloadStreets } from '../map/streets.ts';

export type KnownPlace = Place & { readonly approximate: boolean };

type Located = Pick<Student | Teacher, 'latitude' | 'longitude' | 'locationPrecision'>;

/** Where a student or teacher lives; null if the address could not be located. */
export const placeOf = ({ latitude, longitude, locationPrecision }: Located): KnownPlace | null =>
  latitude === null || longitude === null ? null : { latitude, longitude, approximate: locationPrecision !== 'exact' };

/** The place of an address that belongs to no student. Never refetched while the page is open. */
const geocodeQuery = (address: string) =>
  queryOptions({
    queryKey: ['POST /api/maps/geocode', { address }] as const,
    queryFn: ({ signal }) => call('POST /api/maps/geocode', { body: { address } }, signal),
    gcTime: Infinity,
  });

/** The place of each entry, by entry id. Entries that could not be located are left out. */
export const usePlaces = (
  entries: readonly DayEntry[],
  students: readonly Student[],
): ReadonlyMap<string, KnownPlace> => {
  const own = useMemo(() => [...new Set(entries.flatMap(({ details }) => details.customAddress ?? []))], [entries]);
  const found = useQueries({
    queries: own.map(geocodeQuery),
    combine: (answers) => answers.map(({ data }) => data ?? null),
  });
  return useMemo(() => {
    const homes = new Map(students.map((student) => [student.id, placeOf(student)]));
    const placeAt = ({ details: { customAddress }, studentId }: DayEntry): KnownPlace | null => {
      if (customAddress === null) return homes.get(studentId ?? '') ?? null;
      const answer = found[own.indexOf(customAddress)];
      if (!answer || answer.latitude === null || answer.longitude === null) return null;
      return {
        latitude: answer.latitude,
        longitude: answer.longitude,
        approximate: answer.precision !== 'exact',
      };
    };
    return new Map(
      entries.flatMap((entry) => {
        const place = placeAt(entry);
        return place ? [[entry.id, place] as const] : [];
      }),
    );
  }, [entries, students, found, own]);
};

const hour = 3_600_000;

/** What maps draw streets with; empty on a server without a maps service. */
const mapsKeyQuery = queryOptions({ ...read('GET /api/maps/api-key', {}), staleTime: hour });

/** For a page from which a map is opened: whether it will have streets. */
export const prefetchStreetsAccess = (): Promise<void> => queryClient.prefetchQuery(mapsKeyQuery);

/** For a page that shows a map: loads the key, and the map's library if there is one, while the page's data loads. */
export const prefetchStreets = (): Promise<void> => {
  const access = prefetchStreetsAccess();
  const hasKey = () => Boolean(queryClient.getQueryData(mapsKeyQuery.queryKey)?.apiKey);
  // From now on: the page may be drawn before there is a key.
  drawFirst(access.then(() => (hasKey() ? preloadStreets() : undefined)));
  return access;
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
