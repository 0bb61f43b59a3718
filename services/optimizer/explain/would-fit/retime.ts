import { at } from '../../arrays.ts';
import { plain, startFrom, startUntil, type Problem } from '../../week/problem.ts';

/** A stop of a changed order: its previous time, or its required time. */
export type TourStop = { readonly node: number; readonly present?: number; readonly exactly?: number };

/**
 * Times for a changed order that keep as many lessons as possible in place, and move the others as little as possible. All minutes are on
 * the tour's clock.
 * @returns undefined when the order cannot be driven
 */
export const retimeGently = (problem: Problem, tour: number, stops: readonly TourStop[]): number[] | undefined => {
  const earliest = earliestStarts(problem, tour, stops);
  const latest = earliest && latestStarts(problem, tour, stops);
  if (!earliest || !latest) return undefined;
  const forwards = settle(problem, tour, stops, latest, 1);
  const backwards = settle(problem, tour, stops, earliest, -1);
  return movedBy(stops, backwards) < movedBy(stops, forwards) ? backwards : forwards;
};

const movedBy = (stops: readonly TourStop[], starts: readonly number[]): number =>
  stops.filter(({ present }, i) => present !== undefined && present !== starts[i]).length;

const cellAt = ({ tours, nodes }: Problem, tour: number, node: number): number => (plain * tours + tour) * nodes + node;

/** A stop's first possible start from `minute` on, -1 for none. */
const firstStart = (problem: Problem, tour: number, { node, exactly }: TourStop, minute: number): number => {
  if (exactly === undefined) return startFrom(problem, cellAt(problem, tour, node), minute);
  return exactly >= minute ? exactly : -1;
};

const lastStart = (problem: Problem, tour: number, { node, exactly }: TourStop, minute: number): number => {
  if (exactly === undefined) return startUntil(problem, cellAt(problem, tour, node), minute);
  return exactly <= minute ? exactly : -1;
};

/** The earliest start of each stop of an order; undefined when the order cannot be driven. */
export const earliestStarts = (problem: Problem, tour: number, stops: readonly TourStop[]): number[] | undefined => {
  const { gap, nodes, duration, closes } = problem;
  const starts: number[] = [];
  let before = 0;
  let free = 0;
  for (const stop of stops) {
    const start = firstStart(problem, tour, stop, free + at(gap, before * nodes + stop.node));
    if (start < 0) return undefined;
    starts.push(start);
    free = start + at(duration, stop.node);
    before = stop.node;
  }
  return free + at(gap, before * nodes) <= at(closes, tour) ? starts : undefined;
};

/** The latest start of each stop of an order; undefined when the order cannot be driven. */
export const latestStarts = (problem: Problem, tour: number, stops: readonly TourStop[]): number[] | undefined => {
  const { gap, nodes, duration, closes } = problem;
  const starts: number[] = [];
  let after = 0;
  let due = at(closes, tour);
  for (const stop of stops.toReversed()) {
    const minute = due - at(gap, stop.node * nodes + after) - at(duration, stop.node);
    due = lastStart(problem, tour, stop, minute);
    if (due < 0) return undefined;
    starts.push(due);
    after = stop.node;
  }
  return at(gap, after) <= due || stops.length === 0 ? starts.toReversed() : undefined;
};

/** Keeps each stop in place if the stops already set and the limits allow it, otherwise moves it only as far as necessary. */
const settle = (
  problem: Problem,
  tour: number,
  stops: readonly TourStop[],
  limits: readonly number[],
  direction: 1 | -1,
): number[] => {
  const { gap, nodes, duration, closes } = problem;
  const starts: number[] = [];
  let neighbour = 0;
  let bound = direction === 1 ? 0 : at(closes, tour);
  for (let step = 0; step < stops.length; step++) {
    const index = direction === 1 ? step : stops.length - 1 - step;
    const stop = stops[index] ?? { node: 0 };
    const limit = limits[index] ?? 0;
    const nearest =
      direction === 1
        ? firstStart(problem, tour, stop, bound + at(gap, neighbour * nodes + stop.node))
        : lastStart(problem, tour, stop, bound - at(gap, stop.node * nodes + neighbour) - at(duration, stop.node));
    const present = stop.present ?? nearest;
    const start =
      direction === 1 ? Math.min(Math.max(nearest, present), limit) : Math.max(Math.min(nearest, present), limit);
    starts[index] = start;
    bound = direction === 1 ? start + at(duration, stop.node) : start;
    neighbour = stop.node;
  }
  return starts;
};
