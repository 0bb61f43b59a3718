import type { Student } from '@rondo/contracts/api/people/students.ts';
import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { distance, milesFrom, movedBy, type Place } from '../../../map/layout.ts';
import type { MapPoint } from '../../../map/model.ts';
import { nameOf } from '../roster.ts';

type Located = { readonly latitude: number | null; readonly longitude: number | null };
type Known = Located & { readonly locationPrecision: 'exact' | 'zip' | 'city' | null };

const placeOf = ({ latitude, longitude }: Located): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Where the pin begins: what is known of the address, else a teacher's home, else another student's. Null: nothing is known. */
export const startOf = (student: Known, teachers: readonly Located[], students: readonly Located[]): Place | null =>
  placeOf(student) ?? [...teachers, ...students].map(placeOf).find((place) => place !== null) ?? null;

/** Half the width of the area around the start, in miles: the surroundings of a house, a ZIP code in a city, or a whole city. */
const reachOf = ({ locationPrecision }: Known): number => {
  if (locationPrecision === 'exact') return 1;
  return locationPrecision === 'zip' ? 3 : 8;
};

/** What drives are counted to until the pin is placed: "the middle of the area". */
export const countedUntilNow = ({ locationPrecision }: Known): string => {
  if (locationPrecision === null) return 'as 15 minutes';
  return locationPrecision === 'exact' ? 'where the pin is now' : 'the middle of the area';
};

/** Places that the map has room for: the area in which the address must be. */
export const areaAround = (student: Known, start: Place): Place[] => {
  const reach = reachOf(student);
  return [movedBy(start, { x: -reach, y: -reach }), movedBy(start, { x: reach, y: reach })];
};

/** "the middle of ZIP code 78704". */
const middleWords = (student: Pick<Student, 'zipCode' | 'city' | 'locationPrecision'>): string => {
  const { locationPrecision, zipCode, city } = student;
  if (locationPrecision === 'zip') return `the middle of ZIP code ${zipCode ?? ''}`.trim();
  if (locationPrecision === 'city') return `the middle of ${city ?? 'the city'}`;
  return 'where the pin was';
};

/** What helps to find the address on a map without streets: teachers' homes, students known exactly, and the middles of ZIP codes. */
export const landmarks = (
  student: Student,
  start: Place,
  { students, teachers }: { readonly students: readonly Student[]; readonly teachers: readonly Teacher[] },
): MapPoint[] => {
  const reach = 2 * reachOf(student);
  const near = (place: Place): boolean => distance(milesFrom(start, place), { x: 0, y: 0 }) <= reach;
  const homes = teachers.flatMap((teacher): MapPoint[] => {
    const place = placeOf(teacher);
    const title = `${teacher.name}’s home`;
    const mark = { kind: 'home' as const, of: 'nobody' as const };
    return place && near(place) ? [{ id: teacher.id, place, mark, name: title, title }] : [];
  });
  const others = students.flatMap((other): MapPoint[] => {
    const place = other.id === student.id || other.locationPrecision !== 'exact' ? null : placeOf(other);
    const mark = { kind: 'student' as const, shape: 'square' as const, selected: false };
    return place && near(place) ? [{ id: other.id, place, mark, name: other.firstName, title: nameOf(other) }] : [];
  });
  const byZip = [student, ...students].filter(({ locationPrecision }) => locationPrecision === 'zip');
  const middles = [...Map.groupBy(byZip, ({ zipCode }) => zipCode ?? '')].flatMap(([zip, [one]]): MapPoint[] => {
    const place = one && placeOf(one);
    const title = one ? middleWords(one) : zip;
    return place && near(place) ? [{ id: `zip ${zip}`, place, mark: { kind: 'middle' }, name: zip, title }] : [];
  });
  return [...homes, ...middles, ...others];
};

const compass = ['east', 'southeast', 'south', 'southwest', 'west', 'northwest', 'north', 'northeast'] as const;

/** "0.8 mi northeast of the middle of ZIP code 78704". */
export const whereWords = (student: Student, start: Place, place: Place): string => {
  const by = milesFrom(start, place);
  const miles = distance(by, { x: 0, y: 0 });
  if (miles < 0.025) return student.locationPrecision === 'exact' ? 'Where the pin was' : `At ${middleWords(student)}`;
  const direction = compass[(Math.round((Math.atan2(by.y, by.x) / Math.PI) * 4) + 8) % 8] ?? 'east';
  return `${miles.toFixed(miles < 0.1 ? 2 : 1)} mi ${direction} of ${middleWords(student)}`;
};
