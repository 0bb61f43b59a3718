import { at, realAt } from './arrays.ts';
import type { Problem } from './week/problem.ts';

const rounds = 200;

/**
 * An upper bound on the value that any plan can place, in a millisecond. A student takes at least the lesson and the shortest drive into it
 * from anyone who could share the tour; a tour has limited minutes. The bound is the Lagrangian dual of that packing problem: each of its
 * values is a valid bound (weak duality), and subgradient steps lower it.
 * @param valueOf value of placing a node, not negative
 */
const packingBound = (problem: Problem, valueOf: (node: number) => number): number => {
  const { tours, nodes } = problem;
  const values = Float64Array.from({ length: nodes }, (_, node) => valueOf(node));
  const needs = leastNeeds(problem);
  const price = new Float64Array(tours);
  const overused = new Float64Array(tours);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const bound = dualValue(problem, needs, values, price, overused);
    best = Math.min(best, bound);
    const norm = overused.reduce((sum, minutes) => sum + minutes * minutes, 0);
    if (norm === 0) break;
    const step = (0.02 * bound) / norm / (1 + round / 50);
    for (let tour = 0; tour < tours; tour++)
      price[tour] = Math.max(0, realAt(price, tour) + step * realAt(overused, tour));
  }
  return best;
};

type Needs = {
  /** By `tour * nodes + person`: minimum minutes of the tour that the student takes; infinite when the tour is not open. */
  readonly minutes: Float64Array;
  /** By tour: its minutes, minus the shortest drive home. */
  readonly room: Float64Array;
};

const leastNeeds = (problem: Problem): Needs => {
  const { tours, nodes, gap, duration, closes, first, person } = problem;
  const minutes = new Float64Array(tours * nodes).fill(Number.POSITIVE_INFINITY);
  const room = Float64Array.from(closes);
  for (let tour = 0; tour < tours; tour++) {
    const members = Array.from({ length: nodes - 1 }, (_, i) => i + 1).filter(
      (node) => at(first, tour * nodes + node) < at(first, tour * nodes + node + 1),
    );
    if (members.length === 0) continue;
    for (const node of members) {
      const into = [0, ...members].filter((from) => from !== node).map((from) => at(gap, from * nodes + node));
      minutes[tour * nodes + at(person, node)] = at(duration, node) + least(into);
    }
    room[tour] = at(closes, tour) - least(members.map((node) => at(gap, node * nodes)));
  }
  return { minutes, room };
};

const least = (legs: readonly number[]): number => legs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

/** The dual's value at these prices per minute; `overused` receives by tour the minutes used in excess. */
const dualValue = (
  { tours, nodes }: Problem,
  { minutes, room }: Needs,
  values: Float64Array,
  price: Float64Array,
  overused: Float64Array,
): number => {
  let bound = 0;
  for (let tour = 0; tour < tours; tour++) {
    bound += realAt(price, tour) * realAt(room, tour);
    overused[tour] = -realAt(room, tour);
  }
  for (let node = 1; node < nodes; node++) {
    let chosen = -1;
    let gain = 0;
    for (let tour = 0; tour < tours; tour++) {
      const takes = realAt(minutes, tour * nodes + node);
      if (takes === Number.POSITIVE_INFINITY) continue;
      const here = realAt(values, node) - realAt(price, tour) * takes;
      if (here > gain) [chosen, gain] = [tour, here];
    }
    if (chosen < 0) continue;
    bound += gain;
    overused[chosen] = realAt(overused, chosen) + realAt(minutes, chosen * nodes + node);
  }
  return bound;
};

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
const mostStudents = ({ weight, person }: Problem, limit: number): number => {
  let left = limit + tolerance;
  const ascending = weight.filter((_, node) => node > 0 && at(person, node) === node).toSorted();
  const tooMany = ascending.findIndex((each) => (left -= each) < 0);
  return tooMany < 0 ? ascending.length : tooMany;
};
