import type { Highs } from 'highs';
import { planAlone, weekIn } from './threads/alone.ts';
import { at } from './arrays.ts';
import { tighterBound, quickBound, type Bound } from './bound.ts';
import type { StopSignal, Stopwatch } from './budget.ts';
import { check, fixedConflicts, type Figures, type Violation } from './week/check.ts';
import type { Instance, PlannedLesson } from './week/instance.ts';
import { idleOf, settleDays } from './search/idle-order.ts';
import { lessonsOf } from './week/lessons.ts';
import type { Partner } from './threads/partner.ts';
import { polish } from './search/polish.ts';
import { compile, isOpen, preferred, type Problem } from './week/problem.ts';
import { teller, type Progress, type Run, untilMoment, type Outcome } from './run.ts';
import { isProven, type Limit, type Mode, type Proven, compareTotals } from './week/totals.ts';
import type { Week } from './week/week.ts';
import { weekOf } from './exact/day-routes.ts';
import {
  bestIn,
  hasProofEnded,
  limitIn,
  offerRoute,
  offerWeek,
  openExchange,
  planVersion,
  stopExchange,
} from './search/exchange.ts';
import { routePool } from './search/route-pool.ts';
import { search } from './search/search.ts';

/** Searches while the partner proves, each using the other's results. */
const planTogether = (run: Run, partner: Partner): Outcome => {
  const { problem, mode, seed, stopwatch, isStopped, deadline } = run;
  const tell = teller(run);
  const exchange = openExchange(problem);
  partner.begin({
    instance: problem.instance,
    mode,
    seed: seed + 1000,
    seconds: (deadline - stopwatch()) / 1000,
    exchange,
  });
  let seen = 0;
  let isDone = false;
  const adopt = (own: Week): Week | undefined => {
    const { orders, totals } = bestIn(exchange, problem);
    const isNew = planVersion(exchange) !== seen && compareTotals(totals, own.totals, mode) < 0;
    seen = planVersion(exchange);
    const better = isNew ? weekOf(problem, orders) : undefined;
    const limit = limitIn(exchange);
    isDone = hasProofEnded(exchange) && isProven((better ?? own).totals, limit, mode).drive;
    tell('searching', better ?? own, limit, 1);
    return better;
  };
  const budget = untilMoment(stopwatch, deadline);
  const week = search(problem, {
    mode,
    seed,
    budget: (iterations) => (isDone || isStopped() ? 1 : budget(iterations)),
    pool: routePool((tour, stops) => offerRoute(exchange, tour, stops)),
    adopt,
    onBest: (best) => {
      offerWeek(exchange, best, mode);
      tell('searching', best, limitIn(exchange));
    },
  });
  stopExchange(exchange);
  offerWeek(exchange, week, mode);
  return { week: weekOf(problem, bestIn(exchange, problem).orders) ?? week, limit: limitIn(exchange) };
};

/** About a second for 50 students on a 2026 machine. */
const defaultIterations = 100_000;

export type SolveOptions = {
  /** Default `preferred`. */
  readonly mode?: Mode;
  /** Default 1. */
  readonly seed?: number;
  /** An iteration budget: same instance, mode, seed and iterations, same plan. Default `defaultIterations`. */
  readonly iterations?: number;
  /** A time budget, instead of iterations. Counts from the call; the run ends earlier once everything is proven. */
  readonly milliseconds?: number;
  /** HiGHS, to prove the plan or to find a better one; without it only trivial cases are proven. */
  readonly highs?: Highs;
  /** A second thread that proves while this one searches; for a time budget only. */
  readonly partner?: Partner;
  /** When aborted, the run ends, and the best plan so far is finished and returned. */
  readonly signal?: StopSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Used for a time budget and for the `seconds` of the result, never for the plan of an iteration budget. */
  readonly stopwatch?: Stopwatch;
};

export type Solution = {
  /** In order of day and time, fixed lessons included. */
  readonly lessons: readonly PlannedLesson[];
  readonly figures: Figures;
  readonly bound: Bound;
  /** True only where the total is proven to be optimal, given the goals before it. */
  readonly proven: Proven;
  /** Fixed lessons that contradict each other or the windows; they are part of the plan anyway. */
  readonly conflicts: readonly Violation[];
  readonly seconds: number;
};

/** Shares of a time budget: the rest is for the local search, the timing pass and the checks. */
const searchShare = 0.93;
const polishShare = 0.97;

/**
 * Plans the week. Pure except for the stopwatch and the partner's thread.
 * @throws Error when the plan fails its own check: a bug in the solver, never in the input
 */
export const solve = (instance: Instance, options: SolveOptions = {}): Solution => {
  const { stopwatch = () => performance.now(), mode = 'preferred' } = options;
  const begun = stopwatch();
  const problem = compile(instance);
  const { week, limit, quick } = planProblem(problem, begun, {
    ...options,
    drawsWeeks: options.onProgress !== undefined,
  });

  const lessons = lessonsOf(week);
  const { violations, figures } = check(instance, lessons);
  const conflicts = conflictsOf(instance, violations);
  const bound = tighterBound(problem, quick, limit.weight);
  return {
    lessons,
    figures,
    bound,
    proven: provenOf(figures, { ...limit, weight: bound.weight }, mode),
    conflicts,
    seconds: Math.round(stopwatch() - begun) / 1000,
  };
};

/** The violations of fixed lessons alone. @throws Error for any other: a bug in the solver, never in the input */
export const conflictsOf = (instance: Instance, violations: readonly Violation[]): Violation[] => {
  const conflicts = fixedConflicts(instance, violations);
  const broken = violations.find((violation) => !conflicts.includes(violation));
  if (broken) throw new Error(`The solver made a plan that breaks a rule: ${broken.detail}`);
  return conflicts;
};

type GoalFigures = Pick<Figures, 'weight' | 'preferred' | 'driveMinutes' | 'idleMinutes'>;

export const provenOf = (
  { weight, preferred, driveMinutes, idleMinutes }: GoalFigures,
  limit: Limit,
  mode: Mode,
): Proven => isProven({ weight, preferred, drive: driveMinutes, idle: idleMinutes }, limit, mode);

/** The best week of a compiled problem, with what is proven of it. @param begun when the run began, by its stopwatch */
export const planProblem = (
  problem: Problem,
  begun: number,
  options: SolveOptions & Pick<Run, 'searched' | 'drawsWeeks'>,
): Outcome & { readonly quick: Bound } => {
  const { mode = 'preferred', stopwatch = () => performance.now(), milliseconds, searched } = options;
  const until = (share: number): number => (milliseconds === undefined ? Infinity : begun + milliseconds * share);
  const quick = quickBound(problem);
  const run: Run = {
    problem,
    mode,
    seed: options.seed ?? 1,
    iterations: milliseconds === undefined ? (options.iterations ?? defaultIterations) : undefined,
    begun,
    deadline: until(searchShare),
    stopwatch,
    isStopped: () => options.signal?.aborted === true,
    highs: options.highs,
    drawsWeeks: options.drawsWeeks,
    tell: (progress) =>
      options.onProgress?.({ ...progress, bound: tighterBound(problem, quick, progress.bound).students }),
    ...(searched && { searched }),
  };
  const { partner } = options;
  const found = partner && milliseconds !== undefined ? planTogether(run, partner) : planAlone(run);
  const limit = { ...found.limit, preferred: Math.min(found.limit.preferred, mostPreferred(problem)) };
  teller(run)('finishing', found.week, limit);
  const week = finished(found.week, limit, run, () => run.isStopped() || stopwatch() > until(polishShare));
  return { week, limit, quick };
};

/** A plan that is not proven to be the best is improved by local search, and each of its days waits as little as its stops allow. */
const finished = (week: Week, limit: Limit, { mode, searched }: Run, isOver: () => boolean): Week => {
  if (isProven({ ...week.totals, idle: idleOf(week) }, limit, mode).idle) return week;
  const polished = searched ? weekIn(searched(0, week), week) : week;
  polish(polished, mode, isOver);
  const own = searched ? weekIn(week.problem, polished) : polished;
  return mode === 'preferred' ? settleDays(own) : own;
};

/** No plan has more preferred slots than there are students with one. */
const mostPreferred = (problem: Problem): number =>
  new Set(
    Array.from({ length: problem.nodes }, (_, node) => node)
      .filter((node) =>
        Array.from({ length: problem.tours }, (_, tour) => tour).some((tour) => isOpen(problem, preferred, tour, node)),
      )
      .map((node) => at(problem.person, node)),
  ).size;
