import { addDays, daysBetween, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { dateRange } from '@rondo/contracts/calendar/words.ts';

/** The day of the month, 1 to 31. */
export const dayOfMonth = (date: IsoDate): number => Number(date.slice(8));

/** "Oct 5 – 11, 2026": a week from Monday to Sunday. */
export const weekRange = (monday: IsoDate): string => dateRange(monday, addDays(monday, 6));

/** "This Week", "Next Week", "Last Week", "3 Weeks Ahead", "2 Weeks Ago". */
export const weekLabel = (monday: IsoDate, today: IsoDate): string => {
  const weeks = daysBetween(mondayOf(today), monday) / 7;
  if (weeks === 0) return 'This Week';
  if (weeks === 1) return 'Next Week';
  if (weeks === -1) return 'Last Week';
  return weeks > 0 ? `${weeks} Weeks Ahead` : `${-weeks} Weeks Ago`;
};
