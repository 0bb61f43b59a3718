import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';

/** "Nov 23, 2026". */
export const dateText = (date: IsoDate): string => (isIsoDate(date) ? calendarDate(date).replace(' ', '\u00a0') : date);

const pluralOf = (word: string): string => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`);

/** "1 student", "34 students", "2 entries". */
export const counted = (count: number, word: string): string => `${count}\u00a0${count === 1 ? word : pluralOf(word)}`;

/** At most this many names are listed. */
const mostNames = 5;

/** "Ann, Ben and Cy". */
export const joined = (names: readonly string[]): string => {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
};

/** "Ann, Ben and Cy"; of more than five the first five "and 2 more". */
export const listedNames = (names: readonly string[]): string =>
  names.length <= mostNames
    ? joined(names)
    : `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames}\u00a0more`;

/** The same for a question about people: null if there are too many to name. */
export const fewNames = (names: readonly string[]): string | null => (names.length <= mostNames ? joined(names) : null);
