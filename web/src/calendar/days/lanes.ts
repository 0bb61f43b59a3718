import { overlaps, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { Day } from './day.ts';
import { hasRoom, type Leg } from './legs.ts';

/** The column of a block, and how many columns there are. */
export type Lane = {
  readonly lane: number;
  readonly lanes: number;
  /** How many columns it takes; one if absent. */
  readonly span?: number;
};

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
    if (ends.every((until) => until <= start)) close();
    const free = ends.findIndex((until) => until <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = end;
    cluster.push({ id, lane });
  }
  close();
  return placed;
};

/** Minutes that the label of a drive from or to home takes beside it. */
const labeled = 14;

/** The time in which a drive and its label are drawn. */
const drawn = ({ role, start, end }: Leg): Interval => ({
  start: role === 'out' ? start - labeled : start,
  end: role === 'back' ? end + labeled : end,
});

/** True for a drive that an entry is beside, so that there is little room for its label. */
export const isBeside = (leg: Leg, entries: Day['entries']): boolean =>
  entries.some((entry) => !entry.isStop && overlaps(drawn(leg), entry));

/** The columns of a day's entries. One that is no stop, such as a cancelled lesson, leaves room for a drive that passes it. */
export const dayLanes = ({ entries, legs }: Pick<Day, 'entries' | 'legs'>): Map<string, Lane> => {
  const lanes = lanesOf(entries);
  const drives = legs.filter((leg) => hasRoom(leg) && leg.minutes > 0).map(drawn);
  for (const entry of entries) {
    const isAlone = lanes.get(entry.id)?.lanes === 1;
    if (isAlone && !entry.isStop && drives.some((drive) => overlaps(drive, entry)))
      lanes.set(entry.id, { lane: 2, lanes: 5, span: 3 });
  }
  return lanes;
};
