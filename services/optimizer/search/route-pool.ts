import { at } from '../arrays.ts';
import type { Week } from '../week/week.ts';

/** Collects the routes that the search finds, each order once. */
export type RoutePool = {
  /** Compares the tours of two weeks and collects those of the first that differ. */
  readonly meet: (week: Week, before: Week) => void;
};

const size = 1 << 16;

/** Passes on each new route. @param take receives the tour and its stops, valid only during the call */
export const routePool = (take: (tour: number, stops: Int32Array) => void): RoutePool => {
  // Known routes by hash; a collision counts as the same route, which rarely loses one.
  const known = new Int32Array(size);
  return {
    meet: (week, before) => {
      for (let tour = 0; tour < week.problem.tours; tour++) {
        const hash = at(week.length, tour) > 0 ? hashOf(week, before, tour) : 0;
        if (hash === 0 || at(known, hash & (size - 1)) === hash) continue;
        known[hash & (size - 1)] = hash;
        const base = tour * week.problem.nodes;
        take(tour, week.stops.subarray(base, base + at(week.length, tour)));
      }
    },
  };
};

/** 0 when the tour is the same in both. */
const hashOf = (week: Week, before: Week, tour: number): number => {
  const base = tour * week.problem.nodes;
  const count = at(week.length, tour);
  let hash = Math.imul(tour + 1, 0x9e3779b1);
  let isSame = at(before.length, tour) === count;
  for (let p = base; p < base + count; p++) {
    const node = at(week.stops, p);
    if (node !== at(before.stops, p)) isSame = false;
    hash = Math.imul(hash ^ node, 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  return isSame ? 0 : hash | 1;
};
