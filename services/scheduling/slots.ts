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
  /** The start that is wished for. */
  readonly start: number;
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

/**
 * The best starts of a day: in each stretch between two stops the nearest to the wish on either side, and the one that drives least. Each
 * can be reached from the stop before and leaves time for the drive to the stop after.
 */
export const slotsOf = (day: SearchDay, wish: SlotWish, minutes: DriveMinutes): Slot[] => {
  const taken = [...day.stops, ...day.elsewhere];
  return day.windows.flatMap((window) => {
    const open = day.studentWindows === null ? [window] : intersection([window], day.studentWindows);
    return difference(open, taken).flatMap((free) =>
      bestOf(
        gridStarts(free, wish.duration, day.notBefore)
          .filter((start) => start !== day.avoid)
          .map((start) => reached(day, window, wish, minutes, start))
          .filter((slot) => slot !== null),
        wish,
      ),
    );
  });
};

/** Of one stretch's slots, by start: the nearest to the wish on either side, and the one that drives least. */
const bestOf = (slots: readonly Slot[], wish: SlotWish): Slot[] => {
  const near = (slot: Slot): number => Math.abs(slot.start - wish.start);
  const earlier = slots.findLast(({ start }) => start <= wish.start);
  const later = slots.find(({ start }) => start > wish.start);
  const [cheapest] = slots.toSorted((a, b) => a.addedDrive - b.addedDrive || near(a) - near(b));
  return [...new Set([earlier, later, cheapest])].filter((slot) => slot !== undefined);
};
