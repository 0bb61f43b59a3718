import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { calendarDate, dateRange, monthNames } from '@rondo/contracts/calendar/words.ts';

/** Both days are inclusive. */
export type Period = { readonly from: IsoDate; readonly to: IsoDate };

/** The calendar month of a day. */
export const monthAround = (date: IsoDate): Period => {
  const from = `${date.slice(0, 7)}-01`;
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  return { from, to: addDays(next, -1) };
};

/** The calendar month before that of a day. */
export const monthBefore = (date: IsoDate): Period => monthAround(addDays(monthAround(date).from, -1));

export const isSamePeriod = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to;

/** "November 2026", of "2026-11". */
export const monthTitle = (month: string): string => {
  const [year = '', number = ''] = month.split('-');
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`;
};

/** "Nov 8"; in another year than today's "Nov 8, 2025". */
export const dayText = (date: IsoDate, today: IsoDate): string => {
  const text = calendarDate(date);
  const year = `, ${today.slice(0, 4)}`;
  return (text.endsWith(year) ? text.slice(0, -year.length) : text).replace(' ', '\u00a0');
};

/** "Nov 1 – 30"; in another year than today's "Nov 1 – 30, 2025". */
export const periodText = ({ from, to }: Period, today: IsoDate): string => {
  if (from === to) return dayText(from, today);
  const text = dateRange(from, to);
  const year = `, ${today.slice(0, 4)}`;
  return from.slice(0, 4) === to.slice(0, 4) && text.endsWith(year) ? text.slice(0, -year.length) : text;
};
