import { difference, intersection, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import { minutesApart } from '@rondo/contracts/calendar/legs.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import type { DayStop, DriveMinutes } from '../../../platform/maps/drives/day-drive.ts';

/** Starts are on a grid of this many minutes. */
const grid = 5;
const noon = 720;

/** The input of a slot search on one day. */
export type SearchDay = {
  /** The teacher's windows. */
  readonly windows: readonly Interval[];
  /** The student's windows; null if unknown, then only the teacher's count. */
  readonly studentWindows: readonly Interval[] | null;
  /** The teacher's entries of the day, by start. */
  readonly stops: readonly DayStop[];
  /** Other taken time: the student's lessons with others, and for a weekly slot all entries of the later weeks. */
  readonly busy: readonly Interval[];
  /** The earliest start: the current time, if the day is today. */
  readonly notBefore: number;
};

export type SlotRequest = {
  readonly duration: number;
  readonly place: Stop | undefined;
  readonly home: Stop;
  /** True if the windows are the time away from home, including both home drives. */
  readonly leavesHome: boolean;
  /** Minutes between lessons at different addresses, besides the drive. */
  readonly minutesBetween: number;
};

/** A free interval of a day between two stops, inside one of the teacher's windows. */
export type Gap = Interval & {
  readonly window: Interval;
  readonly before: DayStop | undefined;
  readonly after: DayStop | undefined;
};

/** The starts possible in a gap, all with the same drive. */
export type Opening = {
  readonly gap: Gap;
  /** The earliest and the latest start; there is none when `first` is later than `last`. */
  readonly first: number;
  readonly last: number;
  /** Minutes of the drive there and of the drive onward. */
  readonly there: number;
  readonly on: number;
  /** The same with the time between lessons, where a lesson is before or after. */
  readonly apartBefore: number;
  readonly apartAfter: number;
  /** Added minutes of driving. */
  readonly addedDrive: number;
};

/** The index of the first stop that begins at or after a time. */
const firstFrom = (stops: readonly DayStop[], time: number): number => {
  let [low, high] = [0, stops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stops[middle]?.start ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The free intervals of a day that are in both availabilities. */
export const gapsOf = ({ windows, studentWindows, stops, busy, notBefore }: SearchDay): Gap[] => {
  const driven = stops.filter(({ place }) => place !== undefined);
  const all = [...stops, ...busy];
  return windows.flatMap((window) => {
    const open = studentWindows === null ? [window] : intersection([window], studentWindows);
    return difference(open, all).flatMap(({ start, end }): Gap[] => {
      const next = firstFrom(driven, start);
      const gap = { start: Math.max(start, notBefore), end, window, before: driven[next - 1], after: driven[next] };
      return gap.start < gap.end ? [gap] : [];
    });
  });
};

const isIn = (window: Interval, stop: DayStop | undefined): boolean =>
  stop !== undefined && stop.start < window.end && stop.end > window.start;

/** The possible starts in a gap: after the drive from the previous stop, and early enough for the drive to the next one. */
export const openingIn = (gap: Gap, request: SlotRequest, minutes: DriveMinutes): Opening => {
  const { before, after, window } = gap;
  const { duration, place, leavesHome, minutesBetween } = request;
  const home = request.home ?? undefined;
  const from = before ? before.place : home;
  const to = after ? after.place : home;
  const leg = (a: Stop | undefined, b: Stop | undefined): number =>
    a === undefined || b === undefined ? 0 : minutes(a, b);
  const [there, on] = [leg(from, place), leg(place, to)];
  const apartBefore = before ? minutesApart(there, minutesBetween) : there;
  const apartAfter = after ? minutesApart(on, minutesBetween) : on;
  let [earliest, end] = [gap.start, gap.end];
  if (place !== undefined) {
    if (before) earliest = Math.max(earliest, before.end + apartBefore);
    if (after) end = Math.min(end, after.start - apartAfter);
    if (leavesHome && !isIn(window, before)) earliest = Math.max(earliest, window.start + leg(home, place));
    if (leavesHome && !isIn(window, after)) end = Math.min(end, window.end - leg(place, home));
  }
  const without = before || after ? leg(from, to) : 0;
  return {
    gap,
    first: Math.ceil(earliest / grid) * grid,
    last: Math.floor((end - duration) / grid) * grid,
    there,
    on,
    apartBefore,
    apartAfter,
    addedDrive: place === undefined ? 0 : Math.max(0, there + on - without),
  };
};

/** The half-day of a start. */
export const halfOf = (start: number): 'morning' | 'afternoon' => (start < noon ? 'morning' : 'afternoon');

/** Minimum distance between two offered starts. */
export const apart = 15;
/** Maximum number of offers per half-day. */
export const perHalf = 2;

/**
 * A gap's starts nearest to the desired one, nearest first: at most the given number per half-day, with the minimum distance between them.
 */
export const nearestStarts = (
  { first, last }: Opening,
  wished: number,
  isAllowed: (start: number) => boolean,
): number[] => {
  const chosen: number[] = [];
  const left = { morning: perHalf, afternoon: perHalf };
  const consider = (start: number): void => {
    const half = halfOf(start);
    if (start < first || start > last || left[half] === 0 || !isAllowed(start)) return;
    if (chosen.some((other) => Math.abs(other - start) < apart)) return;
    chosen.push(start);
    left[half] -= 1;
  };
  const middle = Math.round(Math.min(Math.max(wished, first), last) / grid) * grid;
  for (let step = 0; step <= last - first; step += grid) {
    consider(middle - step);
    if (step > 0) consider(middle + step);
  }
  return chosen;
};
