import { overlaps, type Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { Day } from './day.ts';
import type { DayEntry } from './entry.ts';
import type { Leg } from './legs.ts';

/** How to make a drive fit: the entry to move and its new start minute. */
export type Fix = { readonly entry: DayEntry; readonly start: MinuteOfDay };

const grid = 5;

type Situation = Pick<Day, 'entries' | 'legs' | 'windows'> & {
  /** Whether an entry may be at that time: its student is available, and it is not over. */
  readonly isAllowedAt: (entry: DayEntry, at: Interval) => boolean;
};

const slackOf = ({ start, end, minutes }: Leg): number => end - start - minutes;

/** True if the drives before and after an entry still fit after it is moved by some minutes. */
const drivesFit = (entry: DayEntry, by: number, { legs, windows }: Situation): boolean => {
  const window = windows.find(({ start, end }) => start <= entry.start && entry.end <= end);
  const before = legs.find(({ to }) => to === entry.id);
  const after = legs.find(({ from }) => from === entry.id);
  const startsInTime =
    before?.role === 'between' ? slackOf(before) + by >= 0 : entry.start + by >= (window?.start ?? 0);
  const endsInTime = after?.role === 'between' ? slackOf(after) - by >= 0 : entry.end + by <= (window?.end ?? 1440);
  return startsInTime && endsInTime;
};

const isClear = (entry: DayEntry, at: Interval, { entries }: Situation): boolean =>
  entries.every((other) => other.id === entry.id || other.state === 'cancelled' || !overlaps(other, at));

/** The smallest move of one of its two stops, on a 5-minute grid, that makes a drive fit; null if neither helps. */
export const fixOf = (leg: Leg, situation: Situation): Fix | null => {
  const by = Math.ceil(leg.short / grid) * grid;
  const moves = [
    { id: leg.from, by: -by },
    { id: leg.to, by },
  ];
  for (const move of moves) {
    const entry = situation.entries.find(({ id }) => id === move.id);
    if (!entry) continue;
    const at = { start: entry.start + move.by, end: entry.end + move.by };
    const fits =
      drivesFit(entry, move.by, situation) && isClear(entry, at, situation) && situation.isAllowedAt(entry, at);
    if (fits) return { entry, start: at.start };
  }
  return null;
};
