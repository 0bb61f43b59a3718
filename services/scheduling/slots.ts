import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { difference, intersection } from '@rondo/contracts/calendar/intervals.ts';
import type { Stop } from '../maps/drive-time.ts';
import { neighbours, type DayStop, type DriveMinutes } from './day-drive.ts';

/** Starts lie on a grid of so many minutes. */
const grid = 5;

/** One day as a slot is looked for in it. */
export type SearchDay = {
  /** The teacher's windows. */
  readonly windows: readonly Interval[];
  /** The student's; null where none are known, then the teacher's alone count. */
  readonly studentWindows: readonly Interval[] | null;
  /** Everything that stands, by start. */
  readonly stops: readonly DayStop[];
  /** The student's lessons with others. */
  readonly elsewhere: readonly Interval[];
  /** Nothing begins before it: now, on the day that is today. */
  readonly notBefore: number;
  /** A start that is not to be offered: where the lesson is now. */
  readonly avoid: number | null;
};

export type SlotWish = {
  readonly duration: number;
  readonly place: Stop | undefined;
  readonly home: Stop;
  /** The windows are the time away from home, both home drives inside. */
  readonly leavesHome: boolean;
};

export type Slot = {
  readonly start: number;
  /** Minutes of driving more than without it. */
  readonly addedDrive: number;
  readonly before: DayStop | undefined;
  readonly after: DayStop | undefined;
};

/** The drives around a slot and whether there is time for them; null when it cannot be reached. */
const reached = (
  day: SearchDay,
  window: Interval,
  wish: SlotWish,
  minutes: DriveMinutes,
  start: number,
): Slot | null => {
  const end = start + wish.duration;
  const { before, after } = neighbours(day.stops, { start, end });
  if (wish.place === undefined) return { start, addedDrive: 0, before, after };
  const inWindow = (stop: DayStop | undefined): boolean =>
    stop !== undefined && stop.start < window.end && stop.end > window.start;
  const from = before?.place ?? wish.home;
  const to = after?.place ?? wish.home;
  const [there, on] = [from === null ? 0 : minutes(from, wish.place), to === null ? 0 : minutes(wish.place, to)];
  if (before && start - before.end < there) return null;
  if (after && after.start - end < on) return null;
  if (wish.leavesHome && !inWindow(before) && wish.home && start - window.start < minutes(wish.home, wish.place))
    return null;
  if (wish.leavesHome && !inWindow(after) && wish.home && window.end - end < minutes(wish.place, wish.home))
    return null;
  const without = from === null || to === null || (!before && !after) ? 0 : minutes(from, to);
  return { start, addedDrive: Math.max(0, there + on - without), before, after };
};

const gridStarts = ({ start, end }: Interval, duration: number, notBefore: number): number[] => {
  const first = Math.ceil(Math.max(start, notBefore) / grid) * grid;
  const count = Math.floor((end - duration - first) / grid) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => first + i * grid);
};

/** Starts nearer to one another are no other offer. */
export const apart = 15;

/**
 * The starts of a day that can be reached from the stop before and leave time for the drive to the stop after. One next to where the lesson
 * is now is offered only when the day has nothing else.
 */
export const slotsOf = (day: SearchDay, wish: SlotWish, minutes: DriveMinutes): Slot[] => {
  const taken = [...day.stops, ...day.elsewhere];
  const { avoid } = day;
  const slots = day.windows.flatMap((window) => {
    const open = day.studentWindows === null ? [window] : intersection([window], day.studentWindows);
    return difference(open, taken).flatMap((free) =>
      gridStarts(free, wish.duration, day.notBefore)
        .filter((start) => start !== avoid)
        .map((start) => reached(day, window, wish, minutes, start))
        .filter((slot) => slot !== null),
    );
  });
  const away = slots.filter(({ start }) => avoid === null || Math.abs(start - avoid) >= apart);
  return away.length > 0 ? away : slots;
};
