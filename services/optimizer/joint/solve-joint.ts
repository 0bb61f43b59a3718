import { at } from '../arrays.ts';
import { quickBound, tighterBound } from '../bound.ts';
import { familiesThatMove, type MoveRules } from '../moves/moves.ts';
import {
  weekCurve,
  weekWithin,
  type Curve,
  type Moving,
  type MovingOptions,
  type Planned,
  type PlanWithin,
} from '../moves/plan-within.ts';
import { someChanges } from './changes.ts';
import { conflictsOf, planProblem, provenOf, type Solution, type SolveOptions } from '../solve.ts';
import { check, type Figures } from '../week/check.ts';
import type { Instance } from '../week/instance.ts';
import type { Problem } from '../week/problem.ts';
import type { Week } from '../week/week.ts';
import { join, lessonsByTeacher, withoutBound, withStudents, type Joined, type JointWeeks } from './join.ts';

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
    ...(isCapped && {
      searched: (round: number, best: Week | undefined) =>
        withClosed(problem, someChanges(problem, seed + round, best)),
    }),
  });
  const parts = partsOf(weeks, joined, week);
  const bound = tighterBound(problem, quick, limit.weight);
  const proven = provenOf(sumOf(parts.map(({ figures }) => figures)), { ...limit, weight: bound.weight }, mode);
  return solutionsOf(parts, { bound, proven, seconds: Math.round(stopwatch() - begun) / 1000 });
};

/**
 * Plans them together so that at most a given number of families move. A change of teacher is a move.
 * @param moving its `standing` are lessons with the present teachers
 */
export const solveJointWithin = (input: JointWeeks, moving: Moving, options: MovingOptions): PlanWithin<PartOfPlan[]> =>
  weekWithin(jointWeek(input, moving.rules), moving, options);

/** Their plans for each number of families that may move. */
export const jointCurve = (input: JointWeeks, rules: MoveRules, options: MovingOptions): Curve<PartOfPlan[]> =>
  weekCurve(jointWeek(input, rules), rules, options);

const jointWeek = (input: JointWeeks, rules: MoveRules): Planned<PartOfPlan[]> => {
  const weeks = withoutBound({
    ...input,
    instances: input.instances.map((instance, teacher) => ({
      ...instance,
      standing: rules.standing.filter(({ studentId }) => input.present[studentId] === teacher),
    })),
  });
  const joined = join(weeks);
  const quick = quickBound(joined.problem);
  return {
    problem: joined.problem,
    finished: ({ week, proven }, seconds) => {
      const parts = partsOf(weeks, joined, week);
      const withPresent = parts.flatMap(({ lessons }, teacher) =>
        lessons.filter(({ studentId }) => (weeks.present[studentId] ?? teacher) === teacher),
      );
      return {
        moved: familiesThatMove(rules, withPresent),
        solution: solutionsOf(parts, { bound: quick, proven, seconds }),
      };
    },
  };
};

type Part = Pick<Solution, 'lessons' | 'figures' | 'conflicts'> & Pick<PartOfPlan, 'instance'>;

/** What a joint week comes to, by teacher. @throws Error when it breaks a rule: a bug in the solver, never in the input */
const partsOf = (weeks: JointWeeks, joined: Joined, week: Week): Part[] => {
  const own = lessonsByTeacher(joined, week);
  const placedWith = new Map(own.flatMap((lessons, teacher) => lessons.map(({ studentId }) => [studentId, teacher])));
  const belongsTo = (id: string): number =>
    placedWith.get(id) ??
    weeks.present[id] ??
    weeks.ranking[id]?.[0] ??
    weeks.instances.findIndex(({ students }) => students.some((student) => student.id === id));
  return own.map((lessons, teacher) => {
    const instance = withStudents(
      weeks.instances[teacher] ?? joined.problem.instance,
      (id) => belongsTo(id) === teacher,
    );
    const { violations, figures } = check(instance, lessons);
    return { instance, lessons, figures, conflicts: conflictsOf(instance, violations) };
  });
};

type OfAll = Pick<Solution, 'bound' | 'proven' | 'seconds'>;

/** @param all what holds for the teachers together: a part's bound has all students who may still find a place with any of them */
const solutionsOf = (parts: readonly Part[], { bound, proven, seconds }: OfAll): PartOfPlan[] => {
  const all = sumOf(parts.map(({ figures }) => figures));
  const open = proven.students ? 0 : Math.max(0, bound.students - all.scheduled);
  const openWeight = proven.students ? 0 : Math.max(0, bound.weight - all.weight);
  return parts.map(({ instance, ...part }) => ({
    instance,
    solution: {
      ...part,
      bound: {
        students: Math.min(instance.students.length, part.figures.scheduled + open),
        weight: part.figures.weight + openWeight,
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

/** The problem with the starts of some nodes only. */
const withClosed = (problem: Problem, isOpen: (node: number) => boolean): Problem => {
  const first = [0];
  const [low, high]: [number[], number[]] = [[], []];
  for (let cell = 0; cell + 1 < problem.first.length; cell++) {
    if (isOpen(cell % problem.nodes))
      for (let k = at(problem.first, cell); k < at(problem.first, cell + 1); k++) {
        low.push(at(problem.low, k));
        high.push(at(problem.high, k));
      }
    first.push(low.length);
  }
  return { ...problem, first: Int32Array.from(first), low: Int32Array.from(low), high: Int32Array.from(high) };
};
