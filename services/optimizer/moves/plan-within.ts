import { countsAs, furtherNumbers } from '@rondo/contracts/lessons/moves-curve.ts';
import { quickBound } from '../bound.ts';
import type { Progress } from '../run.ts';
import { conflictsOf, type Solution, type SolveOptions } from '../solve.ts';
import { check } from '../week/check.ts';
import type { Instance, PlannedLesson } from '../week/instance.ts';
import { lessonsOf } from '../week/lessons.ts';
import { compile, type Problem } from '../week/problem.ts';
import { compareTotals, noLimit } from '../week/totals.ts';
import { idleOf } from '../search/idle-order.ts';
import { familiesThatMove, type MoveRules } from './moves.ts';
import { movePlanner, type MovePlan, type MovePlanner } from './planner.ts';

/** A plan with the families that it moves. @template Found of several teachers together their parts */
export type PlanOfMoves<Found = Solution> = {
  readonly solution: Found;
  /** The households that move. */
  readonly moved: readonly string[];
};

/** A plan within a number of families; one that moves more where no plan within it was found. */
export type PlanWithin<Found = Solution> = PlanOfMoves<Found> & {
  /** No plan moves fewer families than this. */
  readonly least: number;
  /** Only where it is wanted, and a plan within the number was found. */
  readonly curve: Curve<Found> | null;
};

/** How many families may move, by which rules. */
export type Moving = {
  readonly rules: MoveRules;
  readonly most: number;
  /** With the curve: how long the plan and the curve take together. */
  readonly curveMilliseconds?: number;
};

export type MovingOptions = Pick<
  SolveOptions,
  'highs' | 'seed' | 'iterations' | 'milliseconds' | 'signal' | 'onProgress' | 'stopwatch'
>;

const defaultIterations = 2000;
/** Share of a time budget for search and proof. */
const plannedShare = 0.95;

/** What is planned, and what a plan of it comes to. */
export type Planned<Found> = {
  readonly problem: Problem;
  /** @throws Error when a plan breaks a rule: a bug in the solver, never in the input */
  readonly finished: (plan: MovePlan, seconds: number) => PlanOfMoves<Found>;
};

const oneWeek = (input: Instance, rules: MoveRules): Planned<Solution> => {
  const instance = { ...input, standing: [...rules.standing] };
  const problem = compile(instance);
  const finished = ({ week, proven }: MovePlan, seconds: number): PlanOfMoves => {
    const lessons: PlannedLesson[] = lessonsOf(week);
    const { violations, figures } = check(instance, lessons);
    const bound = proven.students ? { students: figures.scheduled, weight: figures.weight } : quickBound(problem);
    const conflicts = conflictsOf(instance, violations);
    return {
      moved: familiesThatMove(rules, lessons),
      solution: { lessons, figures, bound, proven, conflicts, seconds },
    };
  };
  return { problem, finished };
};

type Opened<Found> = {
  readonly planner: MovePlanner;
  readonly finished: (plan: MovePlan) => PlanOfMoves<Found>;
  /** The moment after so many milliseconds; never without a time budget. */
  readonly after: (milliseconds: number | undefined) => number;
  readonly secondsSince: () => number;
  readonly tell: (plan: MovePlan, share: number) => void;
};

const open = <Found>(
  { problem, finished }: Planned<Found>,
  rules: MoveRules,
  options: MovingOptions,
): Opened<Found> => {
  const { stopwatch = () => performance.now(), milliseconds, onProgress } = options;
  const begun = stopwatch();
  const secondsSince = (): number => Math.round(stopwatch() - begun) / 1000;
  const planner = movePlanner(problem, rules, {
    highs: options.highs,
    seed: options.seed ?? 1,
    iterations: milliseconds === undefined ? (options.iterations ?? defaultIterations) : undefined,
    stopwatch,
    isStopped: () => options.signal?.aborted === true,
  });
  const { students: bound } = quickBound(problem);
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
    planner,
    finished: (plan) => finished(plan, secondsSince()),
    after: (spent) => (spent === undefined ? Infinity : begun + spent * plannedShare),
    secondsSince,
    tell,
  };
};

const anyPlan = ({ planner }: Opened<unknown>, deadline: number): MovePlan => {
  const plan = planner.plan(Infinity, deadline);
  if (!plan) throw new Error('No plan was found.');
  return plan;
};

/** The best plan that moves at most so many families; see `MovePlanner`. */
export const planWithin = (input: Instance, moving: Moving, options: MovingOptions): PlanWithin =>
  weekWithin(oneWeek(input, moving.rules), moving, options);

/** The same for whatever is planned. */
export const weekWithin = <Found>(
  planned: Planned<Found>,
  { rules, most, curveMilliseconds }: Moving,
  options: MovingOptions,
): PlanWithin<Found> => {
  const { milliseconds } = options;
  const opened = open(
    planned,
    rules,
    curveMilliseconds === undefined || milliseconds === undefined
      ? options
      : { ...options, milliseconds: curveMilliseconds },
  );
  const { planner, finished, after, tell } = opened;
  const deadline = after(milliseconds);
  const within = planner.plan(most, deadline, (plan) => tell(plan, 0));
  if (!within) {
    const { moved, bound } = planner.fewest(deadline);
    const plan = planner.plan(moved, deadline) ?? anyPlan(opened, deadline);
    return { ...finished(plan), least: bound, curve: null };
  }
  if (curveMilliseconds === undefined) return { ...finished(within), least: 0, curve: null };
  const found = new Map([[most, within]]);
  const curve = curveOf(opened, rules, { found, begun: milliseconds, milliseconds: curveMilliseconds });
  // What another number has found may be better, and be within this one.
  const best = [...found.values()].filter(({ moved }) => moved <= most).reduce(better, within);
  return { ...finished(best), least: 0, curve };
};

/** A point of the curve: the best plan in which at most so many families move. */
type CurvePoint<Found> = PlanOfMoves<Found> & {
  /** Null: any number. */
  readonly n: number | null;
  /** No plan within the number that places as many students and has as many preferred slots drives less; null: unknown. */
  readonly leastDriving: number | null;
};

export type Curve<Found = Solution> = {
  readonly points: readonly CurvePoint<Found>[];
  /** The fewest families that move in any plan; where that is not proven, in the plans found. */
  readonly least: number;
  readonly leastProven: boolean;
  readonly seconds: number;
};

type CurveTime = {
  /** Plans by number that are known already; the others are added. */
  readonly found: Map<number, MovePlan>;
  /** Milliseconds that are over before the curve, and after which it ends. */
  readonly begun: number | undefined;
  readonly milliseconds: number | undefined;
};

/** The share of a curve's time for the fewest families. */
const fewestShare = 0.2;

const curveOf = <Found>(
  opened: Opened<Found>,
  rules: MoveRules,
  { found, begun, milliseconds }: CurveTime,
): Curve<Found> => {
  const { planner, finished, after, secondsSince, tell } = opened;
  const until = (share: number): number =>
    after(milliseconds === undefined ? undefined : (begun ?? 0) + share * (milliseconds - (begun ?? 0)));
  const { moved: least, bound } = planner.fewest(until(fewestShare));
  const families = new Set([...Object.values(rules.households), ...rules.before]).size;
  const numbers = [
    ...Array.from({ length: furtherNumbers + 1 }, (_, i) => least + i).filter((n) => n <= families),
    Infinity,
  ];
  // The ends first: their plans and routes help the others.
  const order = [Infinity, ...numbers.filter((n) => n !== Infinity)].filter((n) => !found.has(n));
  order.forEach((n, i) => {
    // A point takes an equal part of what is left.
    const from = fewestShare + ((1 - fewestShare) * (i + 1)) / order.length;
    const plan = planner.plan(n, until(from), (next) => tell(next, i / order.length));
    if (plan) found.set(n, plan);
  });
  const numbered: (MovePlan & { readonly n: number })[] = [];
  for (const n of numbers) {
    const own = found.get(n);
    const before = numbered.at(-1);
    const plan = own && withinMore(own, before);
    if (plan) numbered.push({ ...plan, n });
  }
  const points = pointsThatStand(numbered, least).map((plan): CurvePoint<Found> => {
    const { drive } = plan.limit;
    return {
      ...finished(plan),
      n: plan.n === Infinity ? null : plan.n,
      leastDriving: plan.proven.preferred && Number.isFinite(drive) ? drive : null,
    };
  });
  return { points, least, leastProven: bound >= least, seconds: secondsSince() };
};

/** Plans for each number of families from the least on, and for any number. None is worse than the one before it, and only the first and the last may be as good. */
export const planCurve = (input: Instance, rules: MoveRules, options: MovingOptions): Curve =>
  weekCurve(oneWeek(input, rules), rules, options);

/** The same for whatever is planned. */
export const weekCurve = <Found>(planned: Planned<Found>, rules: MoveRules, options: MovingOptions): Curve<Found> =>
  curveOf(open(planned, rules, options), rules, {
    found: new Map(),
    begun: undefined,
    milliseconds: options.milliseconds,
  });

/** Negative when `a` is better by the goals, the number of families apart. */
const byGoals = ({ week: a }: MovePlan, { week: b }: MovePlan): number =>
  compareTotals(a.totals, b.totals, 'preferred') || idleOf(a) - idleOf(b);

const better = (a: MovePlan, b: MovePlan): MovePlan => ((byGoals(a, b) || a.moved - b.moved) <= 0 ? a : b);

const unproven = { students: false, preferred: false, drive: false, idle: false };

/** The plan of a number of families, which the plan of a smaller number is too when it is no worse. */
const withinMore = (own: MovePlan, before: MovePlan | undefined): MovePlan => {
  if (!before || better(own, before) === own) return own;
  return byGoals(own, before) === 0
    ? { ...own, week: before.week, moved: before.moved }
    : { ...before, limit: noLimit, proven: unproven };
};

/**
 * Without the points that are as good as the one before them, but with the first and the last. The last is the point of the number of families
 * that it moves, and takes that number's place.
 */
const pointsThatStand = <Point extends MovePlan & { readonly n: number }>(
  points: readonly Point[],
  least: number,
): Point[] => {
  const last = points.at(-1);
  const lastNumber = last && countsAs({ n: null, moved: last.moved }, least);
  return points.filter((point, i) => {
    const before = points[i - 1];
    if (!before || point === last) return true;
    return byGoals(point, before) < 0 && point.n < (lastNumber ?? Infinity);
  });
};
