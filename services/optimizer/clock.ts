import { intersection, totalMinutes, type Interval } from '@rondo/contracts/calendar/intervals.ts';

/**
 * A tour's own clock. It starts at 0 when the window opens and stops during blocked time, so that neither a lesson nor a drive can use a
 * blocked minute and code that works with it needs no knowledge of blocks.
 */
export type TourClock = {
  /** Minutes of the window that are not blocked. */
  readonly length: number;
  /** Minutes after midnight to minutes on this clock. */
  readonly fromDay: (minute: number) => number;
  /** The actual time of day of a lesson that starts at this minute of the clock: after a block, never before it. */
  readonly toDay: (minute: number) => number;
};

export const tourClock = (window: Interval, blocked: readonly Interval[]): TourClock => {
  const blocks = intersection([window], blocked);
  const fromDay = (minute: number): number =>
    minute - window.start - totalMinutes(intersection(blocks, [{ start: window.start, end: minute }]));
  return {
    length: window.end - window.start - totalMinutes(blocks),
    fromDay,
    toDay: (minute) => {
      let day = window.start + minute;
      for (const { start, end } of blocks) if (start <= day) day += end - start;
      return day;
    },
  };
};
