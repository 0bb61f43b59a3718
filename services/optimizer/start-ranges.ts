import { difference, type Interval } from '@rondo/contracts/calendar/intervals.ts';

/** Possible starts of a lesson: every grid point from `low` to `high`, both included. */
export type StartRange = { readonly low: number; readonly high: number };

/**
 * The starts at which a lesson lies wholly inside one of the rows, touches nothing taken and is on the grid.
 * @param rows when the student is free, already cut to the tour's window; rows that touch are not joined
 * @param taken stretches that no lesson may touch
 * @returns sorted ranges without overlap, in minutes after midnight
 */
export const startRanges = (
  rows: readonly Interval[],
  taken: readonly Interval[],
  duration: number,
  grid: number,
): StartRange[] => {
  const ranges = rows
    .flatMap((row) => difference([row], taken))
    .map(({ start, end }) => ({
      low: Math.ceil(start / grid) * grid,
      high: Math.floor((end - duration) / grid) * grid,
    }))
    .filter(({ low, high }) => low <= high)
    .toSorted((a, b) => a.low - b.low);
  const joined: StartRange[] = [];
  for (const next of ranges) {
    const last = joined.at(-1);
    if (last && next.low <= last.high)
      joined[joined.length - 1] = { low: last.low, high: Math.max(last.high, next.high) };
    else joined.push(next);
  }
  return joined;
};
