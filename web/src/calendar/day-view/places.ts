import type { Student } from '@rondo/contracts/api/students.ts';
import type { Teacher } from '@rondo/contracts/api/teachers.ts';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../api/client.ts';
import type { Place } from '../../map/layout.ts';
import type { DayEntry } from '../days/entry.ts';

/** A place and how precisely it is known. */
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
