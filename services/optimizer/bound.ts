import { realAt } from './arrays.ts';
import { packingBound } from './packing-bound.ts';
import type { Problem } from './problem.ts';

/** No plan can place more: students, and the weight they count. */
export type Bound = { readonly students: number; readonly weight: number };

/** What the rounding of floating point could have cost a bound; more where weights themselves were rounded. */
const tolerance = 1e-6;
const roughTolerance = 1e-3;

/** A first bound, in a millisecond. */
export const quickBound = (problem: Problem): Bound => {
  const weight = roundDown(
    problem,
    packingBound(problem, (node) => realAt(problem.weight, node)),
  );
  const students = Math.floor(packingBound(problem, () => 1) + tolerance);
  return { weight, students: Math.min(students, mostStudents(problem, weight)) };
};

/** The bound that follows when no plan can place more than this weight. */
export const tighterBound = (problem: Problem, bound: Bound, limit: number): Bound => {
  const weight = Math.min(bound.weight, limit);
  return { weight, students: Math.min(bound.students, mostStudents(problem, weight)) };
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
