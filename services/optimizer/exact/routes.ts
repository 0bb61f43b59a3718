import { at } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import type { Day } from './day.ts';
import type { Labels } from './labels.ts';

/**
 * Routes of one day, in flat arrays: a set of students in the best known order, with totals that exclude the fixed lessons' own. A set can
 * appear more than once with different preferred slots.
 */
export type Routes = {
  readonly day: Day;
  /** True when it contains every route that can be part of a best plan. */
  isComplete: boolean;
  count: number;
  /** The nodes of route r in order are `stops[from[r]..from[r + 1] - 1]`, fixed lessons included. */
  stops: Int32Array;
  from: Int32Array;
  drive: Int32Array;
  preferred: Int32Array;
  weight: Float64Array;
  /** 1 when the route is in the linear program. */
  isInProgram: Uint8Array;
  /** From students and preferred slots to the route. */
  readonly known: Map<string, number>;
};

export const noRoutes = (day: Day): Routes => ({
  day,
  isComplete: false,
  count: 0,
  stops: new Int32Array(64),
  from: new Int32Array(16),
  drive: new Int32Array(16),
  preferred: new Int32Array(16),
  weight: new Float64Array(16),
  isInProgram: new Uint8Array(16),
  known: new Map(),
});

const grown = <T extends Int32Array | Float64Array | Uint8Array>(old: T, larger: T): T => {
  larger.set(old);
  return larger;
};

/** Makes room for one more route with this many stops. */
const makeRoom = (routes: Routes, stops: number): void => {
  const end = at(routes.from, routes.count);
  if (end + stops > routes.stops.length)
    routes.stops = grown(routes.stops, new Int32Array(2 * (routes.stops.length + stops)));
  if (routes.count + 2 < routes.from.length) return;
  const size = routes.from.length * 2;
  routes.from = grown(routes.from, new Int32Array(size));
  routes.drive = grown(routes.drive, new Int32Array(size));
  routes.preferred = grown(routes.preferred, new Int32Array(size));
  routes.weight = grown(routes.weight, new Float64Array(size));
  routes.isInProgram = grown(routes.isInProgram, new Uint8Array(size));
};

/**
 * Adds a route, or improves the one of the same students and preferred slots.
 * @param drive and preferred of the whole route, including fixed lessons
 * @returns its index
 */
export const addRoute = (
  problem: Problem,
  routes: Routes,
  order: readonly number[],
  drive: number,
  preferred: number,
): number => {
  const key = `${order.toSorted((a, b) => a - b).join()}|${preferred}`;
  const relative = drive - routes.day.base.drive;
  const known = routes.known.get(key);
  if (known !== undefined && at(routes.drive, known) <= relative) return known;
  const index = known ?? append(problem, routes, order);
  put(routes, index, order, drive, preferred);
  routes.isInProgram[index] = 0; // not at this cost
  routes.known.set(key, index);
  return index;
};

const put = (routes: Routes, index: number, order: readonly number[], drive: number, preferred: number): void => {
  routes.stops.set(order, at(routes.from, index));
  routes.drive[index] = drive - routes.day.base.drive;
  routes.preferred[index] = preferred - routes.day.base.preferred;
};

const append = ({ weight, fixedTour }: Problem, routes: Routes, order: readonly number[]): number => {
  makeRoom(routes, order.length);
  const index = routes.count;
  routes.from[index + 1] = at(routes.from, index) + order.length;
  routes.weight[index] = order.reduce((sum, node) => sum + (at(fixedTour, node) < 0 ? (weight[node] ?? 0) : 0), 0);
  routes.isInProgram[index] = 0;
  routes.count = index + 1;
  return index;
};

/** Adds the routes that end in these labels. */
export const addEnds = (problem: Problem, routes: Routes, labels: Labels, ends: readonly number[]): void => {
  const { day } = routes;
  for (const label of ends) {
    const order: number[] = [];
    for (let l = label; at(labels.last, l) >= 0; l = at(labels.parent, l))
      order.push(at(day.members, at(labels.last, l)));
    order.reverse();
    const drive = at(labels.drive, label) + at(day.driveBack, at(labels.last, label));
    const preferred = at(labels.preferred, label);
    if (routes.isComplete) put(routes, append(problem, routes, order), order, drive, preferred);
    else addRoute(problem, routes, order, drive, preferred);
  }
};
