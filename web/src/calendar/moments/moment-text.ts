import { addDays, daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, shortDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/session/session.ts';
import { useToday } from '../../api/today.ts';

/** A moment that a screen shows or a restore leads to; `backupId` when a backup names it. */
export type MomentRef = { readonly asOf: string; readonly backupId: string | null };

/** The address of the schedule as it was at a moment. */
export const momentPath = ({ asOf, backupId }: MomentRef): string =>
  `/moment?${new URLSearchParams({ at: asOf, ...(backupId === null ? {} : { backup: backupId }) })}`;

/** True for an instant as an address has it. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

/** True for one that has passed. The server allows 2 s for clocks that go ahead. */
export const isMoment = (text: string): boolean => isInstant(text) && Date.parse(text) <= Date.now() + 1500;

/** Where and when the studio is. */
export type StudioTime = { readonly timeZone: string; readonly today: IsoDate };

/** "Thu, Nov 12, 2:05 PM"; in another year "Nov 12, 2025, 2:05 PM". */
export const momentText = (instant: string, { timeZone, today }: StudioTime): string => {
  const { date, minute } = wallClock(Date.parse(instant), timeZone);
  const day = date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : calendarDate(date);
  return `${day}, ${formatTime(minute)}`;
};

/** "today at 5:40 PM", "yesterday at 5:40 PM", and on other days the date as `other` writes it. */
export const dayAndTime = (
  instant: string,
  { timeZone, today }: StudioTime,
  other: (date: IsoDate) => string,
): string => {
  const { date, minute } = wallClock(Date.parse(instant), timeZone);
  const day = date === today ? 'today' : date === addDays(today, -1) ? 'yesterday' : other(date);
  return `${day} at ${formatTime(minute)}`;
};

/** "Sep 1, 2026". */
export const dayText = (instant: string, { timeZone }: Pick<StudioTime, 'timeZone'>): string =>
  calendarDate(wallClock(Date.parse(instant), timeZone).date);

/** "today", "yesterday", "17 days ago". */
export const agoText = (instant: string, { timeZone, today }: StudioTime): string => {
  const days = daysBetween(wallClock(Date.parse(instant), timeZone).date, today);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : `${days.toLocaleString('en-US')} days ago`;
};

export const usePlace = (): StudioTime => {
  const { data: user } = useQuery(currentUserQuery);
  return { timeZone: user?.timeZone ?? 'UTC', today: useToday() };
};
