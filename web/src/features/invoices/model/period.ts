import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import { calendarDate, dateRange } from '@rondo/contracts/calendar/words.ts';

/** Both days are inclusive. */
export type Period = { readonly from: IsoDate; readonly to: IsoDate };

/** The calendar month of a day. */
export const monthAround = (date: IsoDate): Period => {
  const month = monthOf(date);
  return { from: firstDayOf(month), to: lastDayOf(month) };
};

/** The calendar month before that of a day. */
export const monthBefore = (date: IsoDate): Period => monthAround(addDays(monthAround(date).from, -1));

export const isSamePeriod = (a: Period, b: Period): boolean => a.from === b.from && a.to === b.to;

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
