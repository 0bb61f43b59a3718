import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate, monthNames } from '@rondo/contracts/calendar/words.ts';

// Dates as documents for families write them.

const yearOf = (date: IsoDate): string => date.slice(0, 4);
const monthAndDay = (date: IsoDate): string =>
  `${monthNames[Number(date.slice(5, 7)) - 1] ?? ''} ${Number(date.slice(8, 10))}`;

/** "November 29, 2026". */
export const fullDate = (date: IsoDate): string => `${monthAndDay(date)}, ${yearOf(date)}`;

/** "Sunday, December 13, 2026". */
export const dayAndDate = (date: IsoDate): string => `${longDate(date)}, ${yearOf(date)}`;

/** "November 1 – 30, 2026", "November 15 – December 10, 2026". */
export const fullRange = (from: IsoDate, to: IsoDate): string => {
  if (from === to) return fullDate(from);
  if (yearOf(from) !== yearOf(to)) return `${fullDate(from)} – ${fullDate(to)}`;
  const end = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8, 10))) : monthAndDay(to);
  return `${monthAndDay(from)} – ${end}, ${yearOf(to)}`;
};

/** More dates than this are given as a range. */
const mostDates = 16;

const joined = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** "November 2, 9, 18 and 30, 2026"; many dates as a range. */
export const dateList = (dates: readonly IsoDate[]): string => {
  const sorted = dates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (sorted.length > mostDates) return fullRange(first, last);
  const parts = sorted.map((date, i) => {
    const before = sorted[i - 1];
    const sameMonth = before !== undefined && before.slice(0, 7) === date.slice(0, 7);
    const text = sameMonth ? String(Number(date.slice(8, 10))) : monthAndDay(date);
    const after = sorted[i + 1];
    const endsYear = after === undefined || yearOf(after) !== yearOf(date);
    return endsYear ? `${text}, ${yearOf(date)}` : text;
  });
  return joined(parts);
};
