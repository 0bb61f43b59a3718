import { shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { formatDuration, formatTime, formatTimeRange } from '@rondo/contracts/calendar/times.ts';
import type { WeeklyWindow } from './instance.ts';

/** Students' display names, by id; an id without a name is used as it is. */
export type Names = Readonly<Record<string, string>>;

export const nameOf = (names: Names, studentId: string): string => names[studentId] ?? studentId;

/** "Tue 4:15 PM". */
export const sayMoment = (dayOfWeek: WeeklyWindow['dayOfWeek'], minute: number): string =>
  `${shortDayName(dayOfWeek)} ${formatTime(minute)}`;

/** "Tue 4:15 – 5:00 PM". */
export const sayWindow = ({ dayOfWeek, startTime, endTime }: WeeklyWindow): string =>
  `${shortDayName(dayOfWeek)} ${formatTimeRange(startTime, endTime)}`;

/** "Ann", "Ann and Ben", "Ann, Ben and Cy". */
export const sayList = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** "a 12 min drive", "an 18 min drive". */
export const sayDrive = (minutes: number): string => {
  const text = formatDuration(minutes);
  return `${/^(8|11|18)(?!\d)|^8\d(?!\d)/.test(text) ? 'an' : 'a'} ${text} drive`;
};
