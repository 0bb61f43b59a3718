import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import { formatAddress } from '../address.ts';
import type { Maps, Stop } from '../drive-time.ts';

/** Where a person lives, if known; null without an address. */
export const personStop = (person: PersonRow | undefined): Stop => {
  if (!person || person.address === null || person.address === '') return null;
  const { latitude, longitude, precision, zip_code: zipCode } = person;
  const address = formatAddress({ address: person.address, city: person.city, zipCode });
  if (latitude === null || longitude === null || precision === null) return { address, precision: null };
  return { latitude, longitude, precision, address, zipCode };
};

/** Where each lesson takes place: at its own address, else at its student's home. */
export const lessonPlaces = async (
  { locate }: Pick<Maps, 'locate'>,
  people: ReadonlyMap<string, PersonRow>,
  lessons: readonly Pick<Lesson, 'customAddress'>[],
): Promise<(lesson: Pick<Lesson, 'customAddress' | 'studentId'>) => Stop> => {
  const located = await locate(lessons.flatMap(({ customAddress }) => customAddress ?? []));
  const homes = new Map<string | null, Stop>();
  const homeOf = (studentId: string | null): Stop => {
    const known = homes.get(studentId);
    if (known !== undefined) return known;
    const home = personStop(people.get(studentId ?? ''));
    homes.set(studentId, home);
    return home;
  };
  return ({ customAddress, studentId }) =>
    customAddress === null ? homeOf(studentId) : (located.get(customAddress) ?? null);
};
