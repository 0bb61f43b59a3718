import { compareTexts } from '../../../lib/people.ts';

/** So many columns have room; with more teachers the user chooses whose. */
export const mostColumns = 8;

/** The teachers by name, as columns and choices list them. */
export const byName = <Teacher extends { readonly name: string }>(teachers: readonly Teacher[]): readonly Teacher[] =>
  teachers.toSorted((a, b) => compareTexts(a.name, b.name));

/** The teachers that an address names, by name: the first eight if it names all of them, or nobody who is there. */
export const shownTeachers = <Teacher extends { readonly id: string; readonly name: string }>(
  teachers: readonly Teacher[],
  named: string | null,
): readonly Teacher[] => {
  const ids = new Set(named?.split(','));
  const chosen = teachers.filter(({ id }) => ids.has(id));
  return byName(chosen.length === 0 ? teachers : chosen).slice(0, mostColumns);
};

/** What the address has once one of the columns is shown or hidden; the last one stays. A comma at the end says that one alone is a list, too. */
export const toggled = (columns: readonly { readonly id: string }[], teacherId: string): string => {
  const ids = columns.map(({ id }) => id);
  const next = ids.includes(teacherId) ? ids.filter((id) => id !== teacherId) : [...ids, teacherId];
  return `${next.length === 0 ? teacherId : next.join(',')},`;
};
