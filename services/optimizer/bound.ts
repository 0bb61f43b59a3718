import { realAt } from './arrays.ts';
import { packingBound } from './packing-bound.ts';
import type { Problem } from './problem.ts';
import { routeBound, stepsPerRound } from './route-bound.ts';

/** No plan can place more: students, and the weight they count. */
export type Bound = { readonly students: number; readonly weight: number };

/** Steps of the route bound's dynamic program in a second, roughly. */
export const stepsPerSecond = 5e8;
const mostRounds = 150;
/** Where a round is so dear that fewer than this fit, the route bound is not worth its time. */
const leastRounds = 10;

/** What the rounding of floating point could have cost a bound; more where weights themselves were rounded. */
const tolerance = 1e-6;
const roughTolerance = 1e-3;

/** A first bound, in a millisecond. */
export const quickBound = (problem: Problem): Bound => ({
  students: Math.floor(packingBound(problem, () => 1) + tolerance),
  weight: roundDown(
    problem,
    packingBound(problem, (node) => realAt(problem.weight, node)),
  ),
});

/**
 * The tighter bound; it ends early when it shows that the plan at hand is the best.
 * @param placed weight of the plan at hand
 * @param steps how many steps of the dynamic program it may take
 */
export const tightBound = (problem: Problem, quick: Bound, placed: number, steps: number): Bound => {
  const maxRounds = Math.min(mostRounds, Math.floor(steps / Math.max(1, stepsPerRound(problem))));
  if (maxRounds < leastRounds || quick.weight <= placed) return quick;
  const isReached = (bound: number): boolean => roundDown(problem, bound) <= placed;
  const value = routeBound(problem, (node) => realAt(problem.weight, node), { placed, isReached, maxRounds });
  const weight = Math.min(quick.weight, roundDown(problem, value));
  return { weight, students: Math.min(quick.students, mostStudents(problem, weight)) };
};

/** Whole weights add up to whole numbers. */
const roundDown = ({ weight }: Problem, bound: number): number =>
  weight.every(Number.isInteger) ? Math.floor(bound + tolerance) : bound + roughTolerance;

/** How many students a weight can be at most: those who count least, together. */
const mostStudents = ({ weight }: Problem, limit: number): number => {
  let left = limit + tolerance;
  const ascending = weight.slice(1).toSorted();
  const tooMany = ascending.findIndex((each) => (left -= each) < 0);
  return tooMany < 0 ? ascending.length : tooMany;
};
