import { nameWords } from './name-words.ts';

/** The longest name of a family. */
const longestFamilyName = 120;

/** A family within a sentence: "the Park family"; another name stands as it is. */
export const familyInWords = (name: string): string => (/\bfamily$/i.test(name) ? `the ${name}` : name);

/** The same at the beginning of a sentence. */
export const familyAtStart = (name: string): string => (/\bfamily$/i.test(name) ? `The ${name}` : name);

/** Items in a sentence: "Mia, Theo and Ben". */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;

/** Up to three names; of more, the first two and how many there are beside them. */
export const namesLabel = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} + ${names.length - 2} more`;

type Named = { readonly firstName: string; readonly lastName: string };

/** What a family of these students is called: "Park family"; "Jensen and Olsen family" when last names differ, A to Z. */
export const familyNameOf = (students: readonly Named[]): string => {
  const names = new Map<string, string>();
  for (const { firstName, lastName } of students) {
    const name = lastName.trim() || firstName.trim();
    const key = nameWords(name).join(' ');
    if (!names.has(key)) names.set(key, name);
  }
  const sorted = [...names.values()].toSorted((a, b) => a.localeCompare(b));
  const whole = `${listed(sorted)} family`;
  if (whole.length <= longestFamilyName) return whole;
  return `${(sorted[0] ?? '').slice(0, longestFamilyName - ' family'.length).trim()} family`;
};
