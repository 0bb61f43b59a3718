import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$55.00". */
export const moneyText = (amount: number): string => dollars.format(amount);

/** "Nov 23, 2026". */
export const dateText = (date: IsoDate): string => (isIsoDate(date) ? calendarDate(date).replace(' ', '\u00a0') : date);

/** "1 student", "34 students". */
export const counted = (count: number, word: string): string => `${count}\u00a0${count === 1 ? word : `${word}s`}`;
