import { at } from '../arrays.ts';
import { tighterBound } from '../bound.ts';
import { pick, seededRandom } from '../search/random.ts';
import { conflictsOf, planProblem, provenOf, type Solution, type SolveOptions } from '../solve.ts';
import { check, type Figures } from '../week/check.ts';
import type { Instance } from '../week/instance.ts';
import { lessonsOf } from '../week/lessons.ts';
import type { Problem } from '../week/problem.ts';
import type { Week } from '../week/week.ts';
import { join, partsOf, withoutBound, withStudents, type JointWeeks } from './join.ts';

/** One teacher's part of a joint plan. */
export type PartOfPlan = {
  /** With the students whom the plan gives to this teacher: those placed here, and those without a place who belong here. */
  readonly instance: Instance;
  /** Its figures are the part's; what is proven is proven of the whole. */
  readonly solution: Solution;
};

/**
 * Plans several teachers' weeks together: most students, most preferred slots, least driving, least waiting, all of them summed; of equal plans
 * the one with fewest changes of teacher, then the one with teachers of lower rank.
 * @returns by teacher
 * @throws Error when the plan fails its own check: a bug in the solver, never in the input
 */
export const solveJoint = (input: JointWeeks, options: SolveOptions): PartOfPlan[] => {
  const { mode = 'preferred', stopwatch = () => performance.now(), seed = 1 } = options;
  const begun = stopwatch();
  const weeks = withoutBound(input);
  const joined = join(weeks);
  const { problem } = joined;
  const isCapped = problem.alternatives?.isChange.some((change) => change === 1) === true;
  const { week, limit, quick } = planProblem(problem, begun, {
    ...options,
    ...(isCapped && { searched: fewChanges(problem, seed) }),
  });
  const bound = tighterBound(problem, quick, limit.weight);
  const own = partsOf(joined, week).map((part) => lessonsOf(part));
  const placedWith = new Map(own.flatMap((lessons, teacher) => lessons.map(({ studentId }) => [studentId, teacher])));
  const belongsTo = (id: string): number =>
    placedWith.get(id) ??
    weeks.present[id] ??
    weeks.ranking[id]?.[0] ??
    weeks.instances.findIndex(({ students }) => students.some((student) => student.id === id));
  const parts = own.map((lessons, teacher) => {
    const instance = withStudents(
      weeks.instances[teacher] ?? joined.problem.instance,
      (id) => belongsTo(id) === teacher,
    );
    const { violations, figures } = check(instance, lessons);
    return { instance, lessons, figures, conflicts: conflictsOf(instance, violations) };
  });
  const all = sumOf(parts.map(({ figures }) => figures));
  const proven = provenOf(all, { ...limit, weight: bound.weight }, mode);
  const open = proven.students ? 0 : Math.max(0, bound.students - all.scheduled);
  const seconds = Math.round(stopwatch() - begun) / 1000;
  return parts.map(({ instance, ...part }) => ({
    instance,
    solution: {
      ...part,
      bound: {
        students: Math.min(instance.students.length, part.figures.scheduled + open),
        weight: part.figures.weight + Math.max(0, bound.weight - all.weight),
      },
      proven,
      seconds,
    },
  }));
};

const sumOf = (parts: readonly Figures[]): Figures =>
  parts.reduce((sum, part) => ({
    scheduled: sum.scheduled + part.scheduled,
    weight: sum.weight + part.weight,
    preferred: sum.preferred + part.preferred,
    driveMinutes: sum.driveMinutes + part.driveMinutes,
    idleMinutes: sum.idleMinutes + part.idleMinutes,
    of: sum.of + part.of,
  }));

/**
 * The search knows no limit on changes of teacher: in each round all but a random choice of as many students as may change stay with the teacher
 * whom they have. Those who have changed in the best plan are among them.
 */
const fewChanges = (problem: Problem, seed: number): ((round: number, best: Week | undefined) => Problem) => {
  const { alternatives, person, nodes } = problem;
  const isChange = (node: number): boolean => alternatives?.isChange[node] === 1;
  const studentsIn = (isIn: (node: number) => boolean): Set<number> =>
    new Set(
      Array.from({ length: nodes }, (_, node) => node)
        .filter((node) => isChange(node) && isIn(node))
        .map((node) => at(person, node)),
    );
  const students = [...studentsIn(() => true)];
  return (round, best) => {
    const random = seededRandom(seed + round);
    const chosen = studentsIn((node) => best !== undefined && at(best.tourOf, node) >= 0);
    const left = students.filter((student) => !chosen.has(student));
    while (left.length > 0 && chosen.size < (alternatives?.mostChanges ?? 0))
      chosen.add(left.splice(pick(random, left.length), 1)[0] ?? 0);
    return withClosed(problem, (node) => isChange(node) && !chosen.has(at(person, node)));
  };
};

/** The problem without the starts of some nodes. */
const withClosed = (problem: Problem, isClosed: (node: number) => boolean): Problem => {
  const first = [0];
  const [low, high]: [number[], number[]] = [[], []];
  for (let cell = 0; cell + 1 < problem.first.length; cell++) {
    if (!isClosed(cell % problem.nodes))
      for (let k = at(problem.first, cell); k < at(problem.first, cell + 1); k++) {
        low.push(at(problem.low, k));
        high.push(at(problem.high, k));
      }
    first.push(low.length);
  }
  return { ...problem, first: Int32Array.from(first), low: Int32Array.from(low), high: Int32Array.from(high) };
};
