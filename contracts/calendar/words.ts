import { dayOfWeekOf, longDayName, shortDayName, type IsoDate } from './dates.ts';

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const partsOf = (date: IsoDate) => {
  const [year = '', month = '', day = ''] = date.split('-');
  return { year, month: monthNames[Number(month) - 1] ?? '', day: String(Number(day)) };
};

/** "November 23". */
export const dayOfMonth = (date: IsoDate): string => {
  const { month, day } = partsOf(date);
  return `${month} ${day}`;
};

/** "Monday, November 23". */
export const longDate = (date: IsoDate): string => {
  return `${longDayName(dayOfWeekOf(date))}, ${dayOfMonth(date)}`;
};

/** "Mon, Nov 23". */
export const shortDate = (date: IsoDate): string => {
  const { month, day } = partsOf(date);
  return `${shortDayName(dayOfWeekOf(date))}, ${month.slice(0, 3)} ${day}`;
};

/** "Nov 23", where the year is clear. */
export const monthAndDay = (date: IsoDate): string => {
  const { month, day } = partsOf(date);
  return `${month.slice(0, 3)} ${day}`;
};

/** "Nov 23, 2026". */
export const calendarDate = (date: IsoDate): string => {
  const { year, month, day } = partsOf(date);
  return `${month.slice(0, 3)} ${day}, ${year}`;
};

/** "Oct 5 – 11, 2026", "Sep 28 – Oct 4, 2026", "Dec 28, 2026 – Jan 3, 2027". */
export const dateRange = (from: IsoDate, to: IsoDate): string => {
  const [a, b] = [partsOf(from), partsOf(to)];
  const [start, end] = [`${a.month.slice(0, 3)} ${a.day}`, `${b.month.slice(0, 3)} ${b.day}`];
  if (a.year !== b.year) return `${start}, ${a.year} – ${end}, ${b.year}`;
  return a.month === b.month ? `${start} – ${b.day}, ${b.year}` : `${start} – ${end}, ${b.year}`;
};
