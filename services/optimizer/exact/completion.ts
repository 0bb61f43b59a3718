import { at, realAt } from '../arrays.ts';
import type { Day } from './day.ts';

/** Objective of a route: its value is the members' gains plus slots x preferred slots minus driving x minutes. */
export type Prices = {
  /** By node. */
  readonly gains: Float64Array;
  readonly slot: number;
  readonly driving: number;
};

/** Marks the impossible: far below any real value, and safe to add to. */
export const never = -1e12;

/**
 * By `member * minutes + start`: the maximum that the rest of a route can add after a lesson of the member that starts then, including the
 * drive home. Backward dynamic programming over routes that may revisit a student but not immediately (q-routes without 2-cycles:
 * Christofides, Mingozzi and Toth 1981), so never too low; `never` where no end is possible.
 */
export const completions = (day: Day, prices: Prices): Float64Array => {
  const { minutes, members, lastStart, endsFrom, next, driveBack } = day;
  const size = members.length * minutes;
  const best = new Float64Array(size).fill(never);
  const second = new Float64Array(size).fill(never);
  const follower = new Int32Array(size).fill(-1);
  const gains = Float64Array.from(members, (node) => realAt(prices.gains, node));
  for (let minute = minutes - 1; minute >= 0; minute--)
    for (let member = 0; member < members.length; member++) {
      const index = member * minutes + minute;
      if (at(next, index) !== minute) continue;
      if (minute <= at(lastStart, member) && minute >= endsFrom) best[index] = -prices.driving * at(driveBack, member);
      extend(day, prices, gains, { best, second, follower }, member, minute);
    }
  return best;
};

type Tables = { readonly best: Float64Array; readonly second: Float64Array; readonly follower: Int32Array };

const extend = (
  day: Day,
  prices: Prices,
  gains: Float64Array,
  { best, second, follower }: Tables,
  member: number,
  minute: number,
): void => {
  const { minutes, members, step, drive, next, nextPreferred, pinBefore, twin } = day;
  const size = members.length;
  const index = member * minutes + minute;
  let top = best[index] ?? never;
  let other = never;
  let by = -1;
  const same = at(twin, member);
  for (let to = 0; to < size; to++) {
    const ready = minute + (step[member * size + to] ?? 0);
    if (to === member || to === same || ready >= minutes) continue;
    const start = next[to * minutes + ready] ?? -1;
    if (start < 0) continue;
    const cost = prices.driving * (drive[member * size + to] ?? 0);
    let value = never;
    if ((pinBefore[start] ?? -1) <= minute) {
      const there = to * minutes + start;
      value = ((follower[there] === member ? second[there] : best[there]) ?? never) + (gains[to] ?? 0) - cost;
    }
    if (prices.slot > 0) {
      const better = nextPreferred[to * minutes + ready] ?? -1;
      if (better >= 0 && (pinBefore[better] ?? -1) <= minute) {
        const there = to * minutes + better;
        const rest = (follower[there] === member ? second[there] : best[there]) ?? never;
        value = Math.max(value, rest + (gains[to] ?? 0) + prices.slot - cost);
      }
    }
    if (value > top) {
      other = top;
      top = value;
      by = to;
    } else if (value > other) other = value;
  }
  best[index] = top;
  second[index] = by < 0 ? top : other;
  follower[index] = by;
};
