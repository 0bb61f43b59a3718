import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { toMinutes, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';

// When mail goes, by the studio's clock; hours before a lesson are real ones.

const minutes = 60 * 1000;
const hour = 60 * minutes;
const [quietFrom, quietTo] = [21 * 60, 7 * 60];
/** A reminder that comes later than this before the first lesson is of no use. */
const latestBefore = 2 * hour;

/** True in the hours in which nothing is mailed that no one has clicked for. */
export const isQuiet = (now: number, timeZone: string): boolean => {
  const { minute } = wallClock(now, timeZone);
  return minute >= quietFrom || minute < quietTo;
};

/** When the reminder of a day is due, in epoch milliseconds: on the day before. */
export const reminderDue = (day: IsoDate, reminderTime: string, timeZone: string): number =>
  startOf(addDays(day, -1), toMinutes(reminderTime), timeZone);

/** When the reminder of a day comes too late, by the start of its first lesson. */
export const reminderLatest = (day: IsoDate, first: MinuteOfDay, timeZone: string): number =>
  startOf(day, first, timeZone) - latestBefore;

/**
 * The days whose reminders are to be queued now.
 * @param last the last day whose reminders were queued, or found to be none
 * @param since when reminders were turned on
 */
export const daysToRemindOf = (
  now: number,
  { reminderTime, timeZone }: { readonly reminderTime: string; readonly timeZone: string },
  { last, since }: { readonly last: IsoDate | null; readonly since: number },
): IsoDate[] => {
  if (isQuiet(now, timeZone)) return [];
  const { date: today } = wallClock(now, timeZone);
  return [today, addDays(today, 1)].filter((day) => {
    const due = reminderDue(day, reminderTime, timeZone);
    return due <= now && due >= since && (last === null || day > last);
  });
};

/** The first day whose reminders are not due yet. */
export const nextDayToRemindOf = (now: number, reminderTime: string, timeZone: string): IsoDate => {
  const { date: today, minute } = wallClock(now, timeZone);
  return addDays(today, minute < toMinutes(reminderTime) ? 1 : 2);
};

const afterLastChange = 10 * minutes;
const afterFirstChange = hour;

/**
 * When mail about changes is due, in epoch milliseconds: when nothing has changed for ten minutes, an hour after the first change at the latest,
 * and at the end of quiet hours.
 * @param changed when the first and the last change was made
 */
export const changesDue = (changed: { readonly first: number; readonly last: number }, timeZone: string): number => {
  const due = Math.min(changed.last + afterLastChange, changed.first + afterFirstChange);
  if (!isQuiet(due, timeZone)) return due;
  const { date, minute } = wallClock(due, timeZone);
  return startOf(minute < quietTo ? date : addDays(date, 1), quietTo, timeZone);
};
