import { quickBound } from '../bound.ts';
import type { Progress } from '../run.ts';
import type { Solution, SolveOptions } from '../solve.ts';
import { check, fixedConflicts } from '../week/check.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { lessonsOf } from '../week/lessons.ts';
import { compile } from '../week/problem.ts';
import { familiesThatMove, type MoveRules } from './moves.ts';
import { movePlanner, type MovePlan } from './planner.ts';

/** A plan with the families that it moves. */
export type PlanOfMoves = {
  readonly solution: Solution;
  /** The households that move. */
  readonly moved: readonly string[];
};

/** A plan within a number of families; one that moves more where no plan within it was found. */
export type PlanWithin = PlanOfMoves & {
  /** Every plan moves at least so many. */
  readonly least: number;
};

/** How many families may move, by which rules. */
export type Moving = { readonly rules: MoveRules; readonly most: number };

type Options = Pick<
  SolveOptions,
  'highs' | 'seed' | 'iterations' | 'milliseconds' | 'signal' | 'onProgress' | 'stopwatch'
>;

const defaultIterations = 2000;
/** Share of a time budget for search and proof. */
const plannedShare = 0.95;

/** @throws Error when a plan breaks a rule: a bug in the solver, never in the input */
const finished = (instance: Instance, rules: MoveRules, plan: MovePlan, seconds: number): PlanOfMoves => {
  const lessons: PlannedLesson[] = lessonsOf(plan.week);
  const { violations, figures } = check(instance, lessons);
  const conflicts = fixedConflicts(instance, violations);
  const broken = violations.find((violation) => !conflicts.includes(violation));
  if (broken) throw new Error(`The solver made a plan that breaks a rule: ${broken.detail}`);
  const bound = quickBound(compile(instance));
  const { proven } = plan;
  return {
    moved: familiesThatMove(rules, lessons),
    solution: {
      lessons,
      figures,
      bound: proven.students ? { students: figures.scheduled, weight: figures.weight } : bound,
      proven,
      conflicts,
      seconds,
    },
  };
};

type Opened = {
  readonly instance: Instance;
  readonly planner: ReturnType<typeof movePlanner>;
  readonly until: (share: number) => number;
  readonly secondsSince: () => number;
  readonly tell: (plan: MovePlan, share: number) => void;
};

const open = (input: Instance, rules: MoveRules, options: Options): Opened => {
  const { stopwatch = () => performance.now(), milliseconds, onProgress } = options;
  const begun = stopwatch();
  const instance = { ...input, standing: [...rules.standing] };
  const planner = movePlanner(instance, rules, {
    highs: options.highs,
    seed: options.seed ?? 1,
    iterations: milliseconds === undefined ? (options.iterations ?? defaultIterations) : undefined,
    stopwatch,
    isStopped: () => options.signal?.aborted === true,
  });
  const { students: bound } = quickBound(compile(instance));
  const tell = ({ week, proven }: MovePlan, share: number): void => {
    const scheduled = week.length.reduce((sum, stops) => sum + stops, 0);
    const { preferred, drive: driveMinutes } = week.totals;
    const progress: Progress = {
      phase: 'proving',
      share: Math.min(1, Math.max(share, milliseconds === undefined ? share : (stopwatch() - begun) / milliseconds)),
      scheduled,
      preferred,
      driveMinutes,
      bound: proven.students ? scheduled : bound,
      proven,
    };
    onProgress?.(progress);
  };
  return {
    instance,
    planner,
    until: (share) => (milliseconds === undefined ? Infinity : begun + milliseconds * plannedShare * share),
    secondsSince: () => Math.round(stopwatch() - begun) / 1000,
    tell,
  };
};

const anyPlan = ({ planner }: Opened, deadline: number): MovePlan => {
  const plan = planner.plan(Infinity, deadline);
  if (!plan) throw new Error('No plan was found.');
  return plan;
};

/** The best plan that moves at most so many families; see `MovePlanner`. */
export const planWithin = (input: Instance, { rules, most }: Moving, options: Options): PlanWithin => {
  const opened = open(input, rules, options);
  const { planner, instance, until, secondsSince, tell } = opened;
  const within = planner.plan(most, until(1), (plan) => tell(plan, 0));
  const plan = within ?? planner.plan(planner.fewest(until(1)).moved, until(1)) ?? anyPlan(opened, until(1));
  const least = within ? 0 : planner.fewest(until(1)).bound;
  return { ...finished(instance, rules, plan, secondsSince()), least };
};

/** A point of the curve: the best plan in which at most so many families move. */
type CurvePoint = PlanOfMoves & {
  /** Null: any number. */
  readonly n: number | null;
  /** No plan within the number that places as many students and has as many preferred slots drives less; null: unknown. */
  readonly leastDriving: number | null;
};

export type Curve = {
  readonly points: readonly CurvePoint[];
  /** The fewest families that move in any plan; where that is not proven, in the plans found. */
  readonly least: number;
  readonly leastProven: boolean;
};

/** Numbers after the least that a curve looks at. */
const further = 10;

/** Plans for each number of families from the least on, and for any number. None is worse than the one before it. */
export const planCurve = (input: Instance, rules: MoveRules, options: Options): Curve => {
  const opened = open(input, rules, options);
  const { planner, instance, until, secondsSince, tell } = opened;
  const { moved: least, bound } = planner.fewest(until(0.2));
  const families = new Set([...Object.values(rules.households), ...rules.before]).size;
  const numbers = [...Array.from({ length: further + 1 }, (_, i) => least + i).filter((n) => n <= families), Infinity];
  // The ends first: their plans and routes help the others.
  const order = [Infinity, ...numbers.filter((n) => n !== Infinity)];
  const found = new Map<number, MovePlan>();
  order.forEach((n, i) => {
    // A point takes an equal part of what is left.
    const from = 0.2 + (0.8 * (i + 1)) / order.length;
    const plan = planner.plan(n, until(from), (better) => tell(better, i / order.length));
    if (plan) found.set(n, plan);
  });
  const points: CurvePoint[] = [];
  let before: MovePlan | undefined;
  for (const n of numbers) {
    const own = found.get(n);
    const plan = own && before && isWorse(own, before) ? before : own;
    if (!plan) continue;
    before = plan;
    const proven = own === plan ? plan.proven : { students: false, preferred: false, drive: false, idle: false };
    const { drive } = plan.limit;
    points.push({
      ...finished(instance, rules, { ...plan, proven }, secondsSince()),
      n: n === Infinity ? null : n,
      leastDriving: own === plan && proven.preferred && Number.isFinite(drive) ? drive : null,
    });
  }
  return { points, least, leastProven: bound >= least };
};

const isWorse = ({ week: { totals: one } }: MovePlan, { week: { totals: other } }: MovePlan): boolean =>
  (other.weight - one.weight || other.preferred - one.preferred || one.drive - other.drive) > 0;
