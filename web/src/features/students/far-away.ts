import type { Teacher } from '@rondo/contracts/api/people/teachers.ts';
import { greatCircleMiles } from '@rondo/contracts/people/distance.ts';

/** Nobody drives farther to a weekly lesson: an address beyond it is more likely a wrong house number or ZIP code. */
const milesAtMost = 60;

type Place = { readonly latitude: number | null; readonly longitude: number | null };

const milesTo = (
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  teacher: Place,
): number =>
  teacher.latitude === null || teacher.longitude === null
    ? Infinity
    : greatCircleMiles({ latitude, longitude }, { latitude: teacher.latitude, longitude: teacher.longitude });

/** What to ask about an address that is far from the student's teacher, else from the nearest one; null if it is not far. */
export const farAway = (
  place: Place,
  teachers: readonly Pick<Teacher, 'id' | 'name' | 'latitude' | 'longitude'>[],
  teacherId: string,
): string | null => {
  const { latitude, longitude } = place;
  if (latitude === null || longitude === null) return null;
  const own = teachers.filter(({ id }) => id === teacherId);
  const [nearest] = (own.some((teacher) => teacher.latitude !== null) ? own : teachers)
    .map(({ name, ...teacher }) => ({ name, miles: milesTo({ latitude, longitude }, teacher) }))
    .toSorted((a, b) => a.miles - b.miles);
  if (!nearest || nearest.miles === Infinity || nearest.miles <= milesAtMost) return null;
  return `This address is about ${Math.round(nearest.miles).toLocaleString('en-US')} miles from ${nearest.name}.`;
};
