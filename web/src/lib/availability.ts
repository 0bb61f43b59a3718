import type { AvailabilityInput } from '@rondo/contracts/api/people/availability.ts';
import { shortDayName, weekOrder, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { overlaps, totalMinutes, union, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatTimeRange, isTimeText, toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { inMinutes, windowsOn } from '@rondo/contracts/calendar/windows.ts';

/** One interval of a weekday in which a teacher or student is available, as forms and lists hold it. */
export type Window = {
  readonly dayOfWeek: DayOfWeek;
  readonly startTime: string;
  readonly endTime: string;
  readonly enabled: boolean;
  readonly isPreferred: boolean;
};

/** The default window of a day without saved ones. */
export type DayDefault = Pick<Window, 'startTime' | 'endTime' | 'enabled'>;

export const studentDay: DayDefault = { startTime: '16:00', endTime: '21:00', enabled: false };
export const teacherDay: DayDefault = { startTime: '09:00', endTime: '17:00', enabled: true };

/** Monday to Saturday: the days that a teacher's form offers. */
export const teacherDays: readonly DayOfWeek[] = weekOrder.filter((day) => day !== 0);

const newWindow = (dayOfWeek: DayOfWeek, day: DayDefault): Window => ({ dayOfWeek, ...day, isPreferred: false });

const byTime = (a: Window, b: Window): number =>
  a.startTime.localeCompare(b.startTime) || a.endTime.localeCompare(b.endTime);

const plain = ({ dayOfWeek, startTime, endTime, enabled, isPreferred }: Window): Window => ({
  dayOfWeek,
  startTime,
  endTime,
  enabled,
  isPreferred,
});

/**
 * The week as an editor shows it: Monday first, every offered day with at least one window. A day outside `days` is shown if it has
 * windows, so that nothing saved is hidden.
 */
export const editedWeek = (saved: readonly Window[], days: readonly DayOfWeek[], day: DayDefault): Window[] =>
  weekOrder.flatMap((dayOfWeek) => {
    const own = saved.filter((window) => window.dayOfWeek === dayOfWeek);
    if (own.length > 0) return own.toSorted(byTime).map(plain);
    return days.includes(dayOfWeek) ? [newWindow(dayOfWeek, day)] : [];
  });

/** The windows of an edited week to save: an unchanged default window that is switched off is omitted. */
export const savedWeek = (edited: AvailabilityInput, day: DayDefault): AvailabilityInput =>
  edited.filter(
    ({ startTime, endTime, enabled }) => enabled !== false || startTime !== day.startTime || endTime !== day.endTime,
  );

/** True if both contain the same windows, in any order. */
export const sameWeek = (a: AvailabilityInput, b: AvailabilityInput): boolean => {
  const key = (week: AvailabilityInput): string =>
    week
      .map(({ dayOfWeek, startTime, endTime, enabled = true, isPreferred = false }) =>
        [dayOfWeek, startTime, endTime, enabled, isPreferred].join(' '),
      )
      .toSorted()
      .join();
  return key(a) === key(b);
};

/** Null if a time is missing or the window does not end after it starts. */
export const intervalOf = ({ startTime, endTime }: Pick<Window, 'startTime' | 'endTime'>): Interval | null => {
  if (!isTimeText(startTime) || !isTimeText(endTime)) return null;
  const interval = inMinutes({ startTime, endTime });
  return interval.start < interval.end ? interval : null;
};

const intervalsOf = (windows: readonly Window[], day: DayOfWeek): Interval[] =>
  windowsOn(windows.filter((window) => intervalOf(window) !== null).map(inMinutes), day);

/** Which windows overlap an earlier one of their day, and the union of both. */
export const overlapsWithin = (windows: readonly Window[]): ReadonlyMap<number, Interval> => {
  const found = new Map<number, Interval>();
  for (const [index, window] of windows.entries()) {
    const own = window.enabled ? intervalOf(window) : null;
    if (!own) continue;
    const before = intervalsOf(windows.slice(0, index), window.dayOfWeek);
    if (!before.some((other) => overlaps(own, other))) continue;
    const joined = union([...before, own]).find(({ start, end }) => start <= own.start && own.end <= end);
    if (joined) found.set(index, joined);
  }
  return found;
};

/** The part of a day in which new windows are suggested, and the gap to the window beside them, in minutes. */
const usualDay: Interval = { start: 8 * 60, end: 21 * 60 };
const gap = 60;
const usualLength = 120;
const leastLength = 60;

/**
 * A window to add to a day: two hours, an hour after the day's last one; if the evening has less than an hour left for it, then an hour
 * before its first one. On a day without room, or without windows, the day's default.
 */
export const windowAfter = (week: readonly Window[], dayOfWeek: DayOfWeek, day: DayDefault): Window => {
  const intervals = union(intervalsOf(week, dayOfWeek));
  const [first, last] = [intervals[0], intervals.at(-1)];
  const whole = { ...newWindow(dayOfWeek, day), enabled: true };
  if (!first || !last) return whole;
  const after = { start: last.end + gap, end: Math.min(last.end + gap + usualLength, usualDay.end) };
  const before = { start: Math.max(first.start - gap - usualLength, usualDay.start), end: first.start - gap };
  const room = [after, before].find(({ start, end }) => end - start >= leastLength);
  return room ? { ...whole, startTime: toTimeText(room.start), endTime: toTimeText(room.end) } : whole;
};

/** Available hours per week; overlaps count once. */
export const hoursAWeek = (windows: readonly Window[]): number =>
  weekOrder.reduce<number>((minutes, day) => minutes + totalMinutes(intervalsOf(windows, day)), 0) / 60;

/** "Mon 3:00 – 5:30 PM, preferred; Wed 4:00 – 6:00 PM". */
export const describeWeek = (windows: readonly Window[]): string =>
  openWindows(windows)
    .map((window) => `${shortDayName(window.dayOfWeek)} ${rangeText(window)}${window.isPreferred ? ', preferred' : ''}`)
    .join('; ') || 'None';

const isSameTime = (a: Window, b: Window): boolean => byTime(a, b) === 0;

/** The enabled windows, Monday first. Of equal ones one is left: the preferred one. */
export const openWindows = (windows: readonly Window[]): Window[] =>
  weekOrder.flatMap((day) => {
    const open = windows
      .filter(({ dayOfWeek, enabled }) => enabled && dayOfWeek === day)
      .toSorted((a, b) => byTime(a, b) || Number(b.isPreferred) - Number(a.isPreferred));
    return open.filter((window, i) => !open.slice(0, i).some((other) => isSameTime(other, window)));
  });

/** "7", "6.5": hours without a needless zero. */
export const hoursText = (hours: number): string => String(Math.round(hours * 10) / 10);

export const rangeText = ({ startTime, endTime }: Pick<Window, 'startTime' | 'endTime'>): string =>
  formatTimeRange(toMinutes(startTime), toMinutes(endTime));

const hour = 60;

/** The hours that the strips of these weeks cover: noon to 9 PM, extended if a window needs it. */
export const stripHours = (weeks: readonly (readonly Window[])[]): Interval => {
  const all = weeks.flatMap((week) => openWindows(week)).flatMap((window) => intervalOf(window) ?? []);
  return {
    start: Math.min(12 * hour, ...all.map(({ start }) => Math.floor(start / hour) * hour)),
    end: Math.max(21 * hour, ...all.map(({ end }) => Math.ceil(end / hour) * hour)),
  };
};
