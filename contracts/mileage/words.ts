import type { DriveKind } from './figures.ts';

/** "Ann L." */
const shortName = (name: string): string => {
  const parts = name.trim().split(/\s+/);
  const [first = ''] = parts;
  const last = parts.length > 1 ? (parts.at(-1) ?? '') : '';
  return last === '' ? first : `${first} ${last.slice(0, 1)}.`;
};

type Place = { readonly kind: 'home' | 'student' | 'other'; readonly name: string; readonly address: string };

/** What a drive was for: "Lesson, Ann L.", "Appointment", "Drive home". */
export const purposeOf = ({ to, kind }: { readonly to: Place; readonly kind: DriveKind }): string => {
  if (to.kind === 'home') return 'Drive home';
  if (to.kind === 'other') return kind === 'other' ? 'Appointment' : 'Lesson';
  const names = to.name.split(' and ').map(shortName);
  return `${names.length > 1 ? 'Lessons' : 'Lesson'}, ${names.join(' and ')}`;
};

/** A place of a drive in one line: home, its address, or its name without one. */
export const placeText = ({ kind, name, address }: Place): string => {
  if (kind === 'home') return 'Home';
  return (kind === 'other' ? name : address) || name || address;
};

/** What a drive counts as. */
export const kindText = (kind: DriveKind, counts: boolean): string => {
  if (counts) return 'Business';
  return kind === 'home' ? 'Commuting' : 'Other';
};
