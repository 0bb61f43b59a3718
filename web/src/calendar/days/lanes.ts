import type { Interval } from '@rondo/contracts/calendar/intervals.ts';

/** The column of a block, and how many columns there are. */
export type Lane = { readonly lane: number; readonly lanes: number };

/** Puts overlapping blocks side by side; others take the full width. In the given order. */
export const lanesOf = (blocks: readonly (Interval & { readonly id: string })[]): Map<string, Lane> => {
  const placed = new Map<string, Lane>();
  let cluster: { id: string; lane: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    for (const { id, lane } of cluster) placed.set(id, { lane, lanes: ends.length });
    cluster = [];
    ends = [];
  };
  for (const { id, start, end } of blocks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (ends.every((taken) => taken <= start)) close();
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = end;
    cluster.push({ id, lane });
  }
  close();
  return placed;
};
