import { at, realAt } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import { completions, never, type Prices } from './completion.ts';
import type { Day } from './day.ts';
import { bestEnds } from './ends.ts';
import { growLabels } from './enumerate.ts';
import type { Labels } from './labels.ts';
import { addEnds, type Routes } from './routes.ts';

/** Minimum amount by which a route must be better than nothing. */
export const tolerance = 1e-6;

/** The maximum value of a route of the day at these prices. */
type Best = {
  /** An upper bound on the value of the best route, and of none at all (0). */
  readonly value: number;
  /** No route is worth more; else it is an estimate from above. */
  readonly isWhole: boolean;
};

/** The value of a known route at the prices. */
export const valueOf = (routes: Routes, route: number, { gains, slot, driving }: Prices): number => {
  let value = slot * at(routes.preferred, route) - driving * at(routes.drive, route);
  const end = routes.from[route + 1] ?? 0;
  for (let i = routes.from[route] ?? 0; i < end; i++) value += realAt(gains, at(routes.stops, i));
  return value;
};

/** The fixed lessons' own part of a route's value, which the labels exclude. */
const basis = ({ base }: Day, { slot, driving }: Prices): number => slot * base.preferred - driving * base.drive;

/** Limits of a route search: only routes worth more than the floor, the maximum number of labels, and the number of routes to keep. */
export type Search = { readonly floor: number; readonly labels: Labels; readonly most: number };

/**
 * Searches for the routes worth more than the floor, and bounds the value of the best one.
 * @param seeksSlots whether routes with more preferred slots count as different
 */
export const priceDay = (
  problem: Problem,
  routes: Routes,
  prices: Prices,
  seeksSlots: boolean,
  { floor, labels, most }: Search,
): Best => {
  if (routes.isComplete) return { value: bestKnown(routes, prices), isWhole: true };
  const { day } = routes;
  const rest = completions(day, prices);
  const shift = basis(day, prices);
  const relaxed = Math.max(0, mostFrom(day, prices, rest) - shift);
  if (relaxed <= floor) return { value: relaxed, isWhole: true };
  const compared = { drive: prices.driving > 0, preferred: seeksSlots };
  const isWhole = growLabels(day, labels, { prices, rest, floor: floor + shift, compared });
  addEnds(problem, routes, labels, bestEnds(day, labels, prices, floor + shift, most));
  return isWhole ? { value: Math.max(floor, 0, bestKnown(routes, prices)), isWhole } : { value: relaxed, isWhole };
};

const bestKnown = (routes: Routes, prices: Prices): number => {
  let best = 0;
  for (let route = 0; route < routes.count; route++) best = Math.max(best, valueOf(routes, route, prices));
  return best;
};

/** An upper bound on the value of the best route, by the completions of its first stop. */
const mostFrom = (day: Day, { gains, slot, driving }: Prices, rest: Float64Array): number => {
  const { members, minutes, next, nextPreferred, fromHome, driveOut, pinBefore } = day;
  let most = never;
  for (let to = 0; to < members.length; to++) {
    const ready = at(fromHome, to);
    if (ready >= minutes) continue;
    const here = realAt(gains, at(members, to)) - driving * at(driveOut, to);
    const start = at(next, to * minutes + ready);
    if (start >= 0 && at(pinBefore, start) < 0) most = Math.max(most, here + realAt(rest, to * minutes + start));
    const better = slot > 0 ? at(nextPreferred, to * minutes + ready) : -1;
    if (better >= 0 && at(pinBefore, better) < 0)
      most = Math.max(most, here + slot + realAt(rest, to * minutes + better));
  }
  return most;
};
