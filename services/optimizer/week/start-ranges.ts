import { difference, type Interval } from '@rondo/contracts/calendar/intervals.ts';

/** Possible starts of a lesson: every grid point from `low` to `high`, inclusive. */
export type StartRange = { readonly low: number; readonly high: number };

/**
 * The starts at which a lesson is wholly inside one of the rows, overlaps nothing else and is on the grid.
 * @param rows when the student is available, already cut to the tour's window; adjacent rows are not joined
 * @param busy intervals that no lesson may overlap
 * @returns sorted ranges without overlap, in minutes after midnight
 */
export const startRanges = (
  rows: readonly Interval[],
  busy: readonly Interval[],
  duration: number,
  grid: number,
): StartRange[] => {
  const ranges = rows
    .flatMap((row) => difference([row], busy))
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

type Lesson = {
  readonly rows: readonly Interval[];
  readonly busy: readonly Interval[];
  readonly duration: number;
  readonly grid: number;
};

/** The same ranges with one more start, off the grid, if a lesson that starts then is wholly inside one of the rows and overlaps nothing else. */
export const withStart = (
  ranges: readonly StartRange[],
  start: number | undefined,
  { rows, busy, duration, grid }: Lesson,
): readonly StartRange[] => {
  if (start === undefined || start % grid === 0) return ranges;
  const isFree = rows
    .flatMap((row) => difference([row], busy))
    .some((free) => free.start <= start && start + duration <= free.end);
  if (!isFree) return ranges;
  const before = Math.floor(start / grid) * grid;
  return [
    ...ranges.flatMap(({ low, high }) => (low <= before ? [{ low, high: Math.min(high, before) }] : [])),
    { low: start, high: start },
    ...ranges.flatMap(({ low, high }) => (high > before ? [{ low: Math.max(low, before + grid), high }] : [])),
  ];
};
