import { at } from '../../arrays.ts';
import { plain, startFrom, startUntil, type Problem } from '../../week/problem.ts';

/** A stop of a changed order: its previous time, or its required time. */
export type Wish = { readonly node: number; readonly wanted?: number; readonly exactly?: number };

/**
 * Times for a changed order that keep as many lessons as possible in place, and move the others as little as possible. All minutes are on
 * the tour's clock.
 * @returns undefined when the order cannot be driven
 */
export const retimeGently = (problem: Problem, tour: number, wishes: readonly Wish[]): number[] | undefined => {
  const earliest = earliestStarts(problem, tour, wishes);
  const latest = earliest && latestStarts(problem, tour, wishes);
  if (!earliest || !latest) return undefined;
  const forwards = settle(problem, tour, wishes, latest, 1);
  const backwards = settle(problem, tour, wishes, earliest, -1);
  return movedBy(wishes, backwards) < movedBy(wishes, forwards) ? backwards : forwards;
};

const movedBy = (wishes: readonly Wish[], starts: readonly number[]): number =>
  wishes.filter(({ wanted }, i) => wanted !== undefined && wanted !== starts[i]).length;

const cellAt = ({ tours, nodes }: Problem, tour: number, node: number): number => (plain * tours + tour) * nodes + node;

/** A stop's first possible start from `minute` on, -1 for none. */
const firstStart = (problem: Problem, tour: number, { node, exactly }: Wish, minute: number): number => {
  if (exactly === undefined) return startFrom(problem, cellAt(problem, tour, node), minute);
  return exactly >= minute ? exactly : -1;
};

const lastStart = (problem: Problem, tour: number, { node, exactly }: Wish, minute: number): number => {
  if (exactly === undefined) return startUntil(problem, cellAt(problem, tour, node), minute);
  return exactly <= minute ? exactly : -1;
};

/** The earliest start of each stop of an order; undefined when the order cannot be driven. */
export const earliestStarts = (problem: Problem, tour: number, wishes: readonly Wish[]): number[] | undefined => {
  const { gap, nodes, duration, closes } = problem;
  const starts: number[] = [];
  let before = 0;
  let free = 0;
  for (const wish of wishes) {
    const start = firstStart(problem, tour, wish, free + at(gap, before * nodes + wish.node));
    if (start < 0) return undefined;
    starts.push(start);
    free = start + at(duration, wish.node);
    before = wish.node;
  }
  return free + at(gap, before * nodes) <= at(closes, tour) ? starts : undefined;
};

/** The latest start of each stop of an order; undefined when the order cannot be driven. */
export const latestStarts = (problem: Problem, tour: number, wishes: readonly Wish[]): number[] | undefined => {
  const { gap, nodes, duration, closes } = problem;
  const starts: number[] = [];
  let after = 0;
  let due = at(closes, tour);
  for (const wish of wishes.toReversed()) {
    const minute = due - at(gap, wish.node * nodes + after) - at(duration, wish.node);
    due = lastStart(problem, tour, wish, minute);
    if (due < 0) return undefined;
    starts.push(due);
    after = wish.node;
  }
  return at(gap, after) <= due || wishes.length === 0 ? starts.toReversed() : undefined;
};

/** Keeps each stop in place if the stops already set and the limits allow it, otherwise moves it only as far as necessary. */
const settle = (
  problem: Problem,
  tour: number,
  wishes: readonly Wish[],
  limits: readonly number[],
  direction: 1 | -1,
): number[] => {
  const { gap, nodes, duration, closes } = problem;
  const starts: number[] = [];
  let neighbour = 0;
  let bound = direction === 1 ? 0 : at(closes, tour);
  for (let step = 0; step < wishes.length; step++) {
    const index = direction === 1 ? step : wishes.length - 1 - step;
    const wish = wishes[index] ?? { node: 0 };
    const limit = limits[index] ?? 0;
    const nearest =
      direction === 1
        ? firstStart(problem, tour, wish, bound + at(gap, neighbour * nodes + wish.node))
        : lastStart(problem, tour, wish, bound - at(gap, wish.node * nodes + neighbour) - at(duration, wish.node));
    const wanted = wish.wanted ?? nearest;
    const start =
      direction === 1 ? Math.min(Math.max(nearest, wanted), limit) : Math.max(Math.min(nearest, wanted), limit);
    starts[index] = start;
    bound = direction === 1 ? start + at(duration, wish.node) : start;
    neighbour = wish.node;
  }
  return starts;
};
