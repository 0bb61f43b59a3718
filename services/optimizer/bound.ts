import { realAt } from './arrays.ts';
import { packingBound } from './packing-bound.ts';
import type { Problem } from './week/problem.ts';

/** Upper bound for every plan: students, and their total weight. */
export type Bound = { readonly students: number; readonly weight: number };

/** The maximum floating-point rounding error of a bound; larger where weights themselves were rounded. */
const tolerance = 1e-6;
const roughTolerance = 1e-3;

/** A first bound, computed in a millisecond. */
export const quickBound = (problem: Problem): Bound => {
  const weight = roundDown(
    problem,
    packingBound(problem, (node) => realAt(problem.weight, node)),
  );
  const students = Math.floor(packingBound(problem, () => 1) + tolerance);
  return { weight, students: Math.min(students, mostStudents(problem, weight)) };
};

/** The bound implied by an upper limit on the weight that any plan can place. */
export const tighterBound = (problem: Problem, bound: Bound, limit: number): Bound => {
  const weight = Math.min(bound.weight, limit);
  return { weight, students: Math.min(bound.students, mostStudents(problem, weight)) };
};

/** Integer weights have integer sums. */
const roundDown = ({ weight }: Problem, bound: number): number =>
  weight.every(Number.isInteger) ? Math.floor(bound + tolerance) : bound + roughTolerance;

/** The maximum number of students within a weight: the ones with the least weight, together. */
const mostStudents = ({ weight }: Problem, limit: number): number => {
  let left = limit + tolerance;
  const ascending = weight.slice(1).toSorted();
  const tooMany = ascending.findIndex((each) => (left -= each) < 0);
  return tooMany < 0 ? ascending.length : tooMany;
};
