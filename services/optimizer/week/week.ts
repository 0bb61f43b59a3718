import { at, realAt } from '../arrays.ts';
import { isOpen, plain, preferred, startFrom, startUntil, type Flavour, type Problem } from './problem.ts';
import type { Totals } from './totals.ts';

/**
 * A plan under construction: the stops of each tour, their order, and the earliest and latest start of each. Everything is flat: the stop
 * at position p of tour t is `stops[t * nodes + p]`, and `earliest` and `latest` have the same layout. Because waiting is free, a lesson
 * fits between two stops if and only if it can start after the earliest end of the one and in time for the latest start of the other,
 * however many windows each student has.
 */
export type Week = {
  readonly problem: Problem;
  readonly stops: Int32Array;
  readonly earliest: Int32Array;
  readonly latest: Int32Array;
  /** By tour: how many stops it makes. */
  readonly length: Int32Array;
  /** By node: its tour, -1 when it is not placed. */
  readonly tourOf: Int32Array;
  /** By node: whether its lesson is held to the preferred slots. */
  readonly flavourOf: Int32Array;
  readonly totals: Totals;
};

/** The week that holds the fixed lessons alone. */
export const emptyWeek = (problem: Problem): Week => {
  const { nodes, tours } = problem;
  const week: Week = {
    problem,
    stops: new Int32Array(tours * nodes),
    earliest: new Int32Array(tours * nodes),
    latest: new Int32Array(tours * nodes),
    length: new Int32Array(tours),
    tourOf: new Int32Array(nodes).fill(-1),
    flavourOf: new Int32Array(nodes),
    totals: { weight: 0, preferred: 0, drive: 0 },
  };
  for (const [tour, stops] of problem.fixedStops.entries()) {
    for (const [position, node] of stops.entries())
      insert(week, tour, position, node, fixedFlavour(problem, tour, node));
  }
  return week;
};

const fixedFlavour = (problem: Problem, tour: number, node: number): Flavour =>
  isOpen(problem, preferred, tour, node) ? preferred : plain;

export const copyWeek = (week: Week): Week => ({
  problem: week.problem,
  stops: week.stops.slice(),
  earliest: week.earliest.slice(),
  latest: week.latest.slice(),
  length: week.length.slice(),
  tourOf: week.tourOf.slice(),
  flavourOf: week.flavourOf.slice(),
  totals: { ...week.totals },
});

/** Makes `target` equal to `source`; both must be of the same problem. */
export const assignWeek = (target: Week, source: Week): void => {
  target.stops.set(source.stops);
  target.earliest.set(source.earliest);
  target.latest.set(source.latest);
  target.length.set(source.length);
  target.tourOf.set(source.tourOf);
  target.flavourOf.set(source.flavourOf);
  target.totals.weight = source.totals.weight;
  target.totals.preferred = source.totals.preferred;
  target.totals.drive = source.totals.drive;
};

/** The node at a position of a tour; home before the first and after the last. */
export const stopAt = (week: Week, tour: number, position: number): number =>
  position < 0 || position >= at(week.length, tour) ? 0 : at(week.stops, tour * week.problem.nodes + position);

export const positionOf = (week: Week, node: number): number => {
  const base = at(week.tourOf, node) * week.problem.nodes;
  let position = 0;
  while (at(week.stops, base + position) !== node) position++;
  return position;
};

/** The added driving when `node` is put between two stops (home is 0). */
export const addedDrive = ({ drive, nodes }: Problem, before: number, node: number, after: number): number =>
  at(drive, before * nodes + node) + at(drive, node * nodes + after) - at(drive, before * nodes + after);

/** Puts a student at a position and recomputes the tour's times. The caller ensures that it fits. */
export const insert = (week: Week, tour: number, position: number, node: number, flavour: Flavour): void => {
  const { problem, stops, length, totals } = week;
  const base = tour * problem.nodes;
  totals.drive += addedDrive(problem, stopAt(week, tour, position - 1), node, stopAt(week, tour, position));
  totals.weight += realAt(problem.weight, node);
  totals.preferred += flavour;
  stops.copyWithin(base + position + 1, base + position, base + at(length, tour));
  stops[base + position] = node;
  length[tour] = at(length, tour) + 1;
  week.tourOf[node] = tour;
  week.flavourOf[node] = flavour;
  retime(week, tour);
};

/** Removes the stop at a position without recomputing the times: `retime` the tour before reading them. */
export const takeOut = (week: Week, tour: number, position: number): void => {
  const { problem, stops, length, totals } = week;
  const base = tour * problem.nodes;
  const node = at(stops, base + position);
  totals.drive -= addedDrive(problem, stopAt(week, tour, position - 1), node, stopAt(week, tour, position + 1));
  totals.weight -= realAt(problem.weight, node);
  totals.preferred -= at(week.flavourOf, node);
  stops.copyWithin(base + position, base + position + 1, base + at(length, tour));
  length[tour] = at(length, tour) - 1;
  week.tourOf[node] = -1;
};

/**
 * Recomputes the earliest and latest starts of a tour.
 * @returns the position of the first stop that cannot be reached in time, -1 when the tour is feasible
 */
export const retime = (week: Week, tour: number): number => {
  const { problem, stops, earliest, latest, length, flavourOf } = week;
  const { nodes, gap, duration, tours } = problem;
  const base = tour * nodes;
  const count = at(length, tour);
  let before = 0;
  let free = 0;
  for (let p = base; p < base + count; p++) {
    const node = at(stops, p);
    const cell = (at(flavourOf, node) * tours + tour) * nodes + node;
    const start = startFrom(problem, cell, free + at(gap, before * nodes + node));
    if (start < 0) return p - base;
    earliest[p] = start;
    free = start + at(duration, node);
    before = node;
  }
  if (count > 0 && free + at(gap, before * nodes) > at(problem.closes, tour)) return count - 1;
  let after = 0;
  let due = at(problem.closes, tour);
  for (let p = base + count - 1; p >= base; p--) {
    const node = at(stops, p);
    const cell = (at(flavourOf, node) * tours + tour) * nodes + node;
    due = startUntil(problem, cell, due - at(gap, node * nodes + after) - at(duration, node));
    latest[p] = due;
    after = node;
  }
  return -1;
};
