import { at, realAt } from './arrays.ts';
import type { RouteValues, TourTable } from './route-tables.ts';

/** What cannot be: far below any real value, and safe to add to. */
const never = -1e12;
const home = -1;
const nobody = -2;

/**
 * The most valuable route of one tour when every lesson has a price, by dynamic programming over (last student,
 * minute), on routes that may come back to a student but not at once (q-routes without 2-cycles: Christofides, Mingozzi
 * and Toth 1981). Since that allows more than real routes, its value is never too low.
 *
 * For each member and minute, `best` is the value of the best route whose last lesson is the member's and starts by
 * then, `before` the member before it and `startedAt` its start; `second` is the best with another member before.
 * @param gains by node: what a lesson is worth less its price
 * @param visits receives how often the route comes to each node
 */
export const bestRoute = (table: TourTable, values: RouteValues, gains: Float64Array, visits: Float64Array): number => {
  const { members, minutes, isPin } = table;
  for (let minute = 0; minute < minutes; minute++)
    for (let member = 0; member < members.length; member++) {
      carryOver(values, member * minutes + minute, minute === 0 || isPin[minute] === 1);
      if (table.mayStart[member * minutes + minute] === 1)
        startHere(table, values, member, minute, realAt(gains, at(members, member)));
    }
  return pickEnd(table, values, visits);
};

/** What was possible a minute ago still is, unless a fixed lesson starts now. */
const carryOver = ({ best, second, before, startedAt }: RouteValues, index: number, afresh: boolean): void => {
  best[index] = afresh ? never : (best[index - 1] ?? never);
  second[index] = afresh ? never : (second[index - 1] ?? never);
  before[index] = afresh ? nobody : (before[index - 1] ?? nobody);
  startedAt[index] = afresh ? 0 : (startedAt[index - 1] ?? 0);
};

/**
 * Adds the routes whose last lesson is the member's and starts at this very minute. The innermost loop of the bound:
 * `?? 0` stands in place so that it makes no calls.
 */
const startHere = (table: TourTable, values: RouteValues, member: number, minute: number, gain: number): void => {
  const { members, minutes, step, fromHome, pinBefore } = table;
  const { best, second, before, startedAt } = values;
  const size = members.length;
  const index = member * minutes + minute;
  const earliest = Math.max(0, at(pinBefore, minute));
  let top = realAt(best, index);
  let next = realAt(second, index);
  let by = at(before, index);
  let since = at(startedAt, index);
  const alone = at(pinBefore, minute) < 0 && minute >= at(fromHome, member) ? gain : never;
  if (alone > top) [next, top, by, since] = [by === home ? next : top, alone, home, minute];
  else if (by !== home && alone > next) next = alone;
  for (let from = 0; from < size; from++) {
    const left = minute - (step[member * size + from] ?? 0);
    if (left < earliest || from === member) continue;
    const there = from * minutes + left;
    const value = gain + ((before[there] === member ? second[there] : best[there]) ?? 0);
    if (value > top) {
      if (by !== from) next = top;
      top = value;
      by = from;
      since = minute;
    } else if (by !== from && value > next) next = value;
  }
  best[index] = top;
  second[index] = next;
  before[index] = by;
  startedAt[index] = since;
};

/** Chooses the last lesson and counts the visits on the way back. An empty tour is worth 0. */
const pickEnd = (table: TourTable, { best, before, startedAt }: RouteValues, visits: Float64Array): number => {
  const { members, minutes, lastStart, endsFrom, step } = table;
  let value = endsFrom > 0 ? never : 0;
  let member = home;
  let minute = 0;
  for (let last = 0; last < members.length; last++) {
    const until = Math.min(at(lastStart, last), minutes - 1);
    if (until < endsFrom || realAt(best, last * minutes + until) <= value) continue;
    value = realAt(best, last * minutes + until);
    member = last;
    minute = until;
  }
  while (member >= 0) {
    const node = at(members, member);
    visits[node] = realAt(visits, node) + 1;
    const index = member * minutes + minute;
    const from = at(before, index);
    if (from >= 0) minute = at(startedAt, index) - at(step, member * members.length + from);
    member = from;
  }
  return value;
};
