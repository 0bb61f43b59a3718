import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';

/** "Nov 23, 2026". */
export const dateText = (date: IsoDate): string => (isIsoDate(date) ? calendarDate(date).replace(' ', '\u00a0') : date);

const pluralOf = (word: string): string => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`);

/** "1 student", "34 students", "2 entries". */
export const counted = (count: number, word: string): string => `${count}\u00a0${count === 1 ? word : pluralOf(word)}`;
