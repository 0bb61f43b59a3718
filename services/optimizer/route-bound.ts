import { realAt } from './arrays.ts';
import { bestRoute } from './best-route.ts';
import type { Problem } from './problem.ts';
import { membersOf, pinStarts, tableOf, valuesFor } from './route-tables.ts';

/** How many steps of the dynamic program one round takes; a step costs about 2 ns. */
export const stepsPerRound = (problem: Problem): number =>
  problem.closes.reduce((steps, minutes, tour) => steps + membersOf(problem, tour).length ** 2 * minutes, 0);

/** When to stop making the bound smaller. */
export type Goal = {
  /** The value of a plan at hand. */
  readonly placed: number;
  /** True when a bound shows that no plan is better than the one at hand. */
  readonly isReached: (bound: number) => boolean;
  readonly maxRounds: number;
};

/**
 * An upper bound on the value that any plan can place: the Lagrangian dual of "every student at most once", the tours
 * priced by `bestRoute`. Every round yields a true bound (weak duality), the least of them is the answer. Fixed lessons
 * lie on every route of their tour.
 * @param valueOf what placing a node is worth, not negative
 * @returns infinity when two fixed lessons start at the same minute, which the routes cannot express
 */
export const routeBound = (problem: Problem, valueOf: (node: number) => number, goal: Goal): number => {
  const { nodes, tours, fixedTour, movable } = problem;
  const allTours = Array.from({ length: tours }, (_, tour) => tour);
  if (allTours.some((tour) => hasDuplicates(pinStarts(problem, tour)))) return Number.POSITIVE_INFINITY;
  const tables = allTours.map((tour) => tableOf(problem, tour));
  const values = valuesFor(tables);
  const worth = new Float64Array(nodes);
  for (const node of movable) worth[node] = valueOf(node);
  const fixedWorth = fixedTour.reduce((sum, tour, node) => sum + (tour >= 0 ? valueOf(node) : 0), 0);
  const price = worth.map((value) => value * 0.15);
  const visits = new Float64Array(nodes);
  let best = Number.POSITIVE_INFINITY;
  let boldness = 1;
  let stalled = 0;
  for (let round = 0; round < goal.maxRounds && !goal.isReached(best); round++) {
    visits.fill(0);
    const gains = worth.map((value, node) => value - realAt(price, node));
    let bound = fixedWorth + price.reduce((sum, each) => sum + each, 0);
    for (const table of tables) bound += bestRoute(table, values, gains, visits);
    if (bound < best - 1e-9) [best, stalled] = [bound, 0];
    else if (++stalled > 6) [boldness, stalled] = [boldness * 0.7, 0];
    if (!improvePrices(movable, price, visits, boldness * (bound - goal.placed * 0.99))) break;
  }
  return best;
};

const hasDuplicates = (starts: readonly number[]): boolean => new Set(starts).size < starts.length;

/** One subgradient step towards prices at which every student is visited once; false when there is nothing to improve. */
const improvePrices = (movable: Int32Array, price: Float64Array, visits: Float64Array, length: number): boolean => {
  const slackOf = (node: number): number => {
    const slack = 1 - realAt(visits, node);
    return slack > 0 && realAt(price, node) <= 0 ? 0 : slack;
  };
  const norm = movable.reduce((sum, node) => sum + slackOf(node) ** 2, 0);
  if (norm === 0) return false;
  for (const node of movable) price[node] = Math.max(0, realAt(price, node) - (length / norm) * slackOf(node));
  return true;
};
