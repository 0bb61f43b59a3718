import { quickBound, stepsPerSecond, tightBound, type Bound } from './bound.ts';
import { iterationBudget, secondsBudget, stoppable, type Budget, type StopSignal, type Stopwatch } from './budget.ts';
import { check, fixedConflicts, type Figures, type Violation } from './check.ts';
import type { Instance, PlannedLesson } from './instance.ts';
import { lessonsOf } from './lessons.ts';
import { polish } from './polish.ts';
import { compile, type Problem } from './problem.ts';
import { search } from './search.ts';
import type { Mode } from './totals.ts';
import type { Week } from './week.ts';

/** About a second for 50 students on a machine of 2026. */
const defaultIterations = 100_000;

/** How far a run has come. Figures are those of the best plan so far, before the timing pass. */
export type Progress = {
  readonly phase: 'searching' | 'finishing';
  /** Share of the budget used up, 0 to 1. */
  readonly share: number;
  readonly scheduled: number;
  readonly preferred: number;
  readonly driveMinutes: number;
  /** No plan can place more. */
  readonly bound: number;
};

export type SolveOptions = {
  /** Default `preferred`. */
  readonly mode?: Mode;
  /** Default 1. */
  readonly seed?: number;
  /** A budget without a clock: same instance, mode, seed and iterations, same plan. Default `defaultIterations`. */
  readonly iterations?: number;
  /** A budget by the clock, instead of iterations. Counts from the call. */
  readonly seconds?: number;
  /** When it says aborted, the search ends and the best plan so far is finished and returned. */
  readonly signal?: StopSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Used for a budget in seconds and for the `seconds` of the answer, never for the plan of a budget in iterations. */
  readonly stopwatch?: Stopwatch;
};

export type Solution = {
  /** In order of day and time, fixed lessons included. */
  readonly lessons: readonly PlannedLesson[];
  readonly figures: Figures;
  readonly bound: Bound;
  /** True only where the figure is shown to be the best there is. */
  readonly proven: { readonly students: boolean; readonly preferred: boolean; readonly drive: boolean };
  /** Fixed lessons that contradict each other or the windows; they stand in the plan all the same. */
  readonly conflicts: readonly Violation[];
  readonly seconds: number;
};

/** Shares of a budget in seconds: the rest is for the bound, the timing pass and the checks. */
const searchShare = 0.8;
const boundShare = 0.12;
/** Where there is no clock the bound's budget follows the search's, up to half a second. */
const boundStepsPerIteration = 2500;
const mostBoundSteps = stepsPerSecond / 2;

/**
 * Plans the week. Pure but for the stopwatch.
 * @throws Error when the plan breaks a rule by its own check: a mistake in the solver, never in the input
 */
export const solve = (instance: Instance, options: SolveOptions = {}): Solution => {
  const { mode = 'preferred', stopwatch = () => performance.now() } = options;
  const begun = stopwatch();
  const problem = compile(instance);
  const quick = quickBound(problem);
  const week = searchWithProgress(problem, mode, quick, options, stopwatch);
  polish(week, mode, isOver(options, stopwatch, begun));
  const lessons = lessonsOf(week);
  const { violations, figures } = check(instance, lessons);
  const conflicts = fixedConflicts(instance, violations);
  const broken = violations.find((violation) => !conflicts.includes(violation));
  if (broken) throw new Error(`The solver made a plan that breaks a rule: ${broken.detail}`);
  const bound =
    options.signal?.aborted === true ? quick : tightBound(problem, quick, figures.weight, boundStepsFor(options));
  return {
    lessons,
    figures,
    bound,
    proven: provenBy(problem, figures, bound, mode),
    conflicts,
    seconds: Math.round(stopwatch() - begun) / 1000,
  };
};

/** The descent after the search has until the bound's time begins; without a clock it goes on to its end. */
const isOver = ({ seconds }: SolveOptions, stopwatch: Stopwatch, begun: number): (() => boolean) => {
  if (seconds === undefined) return () => false;
  const deadline = begun + seconds * 1000 * (1 - boundShare);
  return () => stopwatch() > deadline;
};

const boundStepsFor = ({ iterations = defaultIterations, seconds }: SolveOptions): number =>
  seconds === undefined
    ? Math.min(mostBoundSteps, iterations * boundStepsPerIteration)
    : seconds * boundShare * stepsPerSecond;

const budgetOf = ({ iterations, seconds, signal }: SolveOptions, stopwatch: Stopwatch): Budget =>
  stoppable(
    seconds === undefined
      ? iterationBudget(iterations ?? defaultIterations)
      : secondsBudget(seconds * searchShare, stopwatch),
    signal,
  );

/** Progress is told at every new best plan and every fiftieth of the budget. */
const searchWithProgress = (
  problem: Problem,
  mode: Mode,
  quick: Bound,
  options: SolveOptions,
  stopwatch: Stopwatch,
): Week => {
  const { seed = 1, onProgress } = options;
  let share = 0;
  let told = Number.NEGATIVE_INFINITY;
  let figures = { scheduled: 0, preferred: 0, driveMinutes: 0 };
  const tell = (phase: Progress['phase']): void => onProgress?.({ phase, share, ...figures, bound: quick.students });
  const week = search(problem, {
    mode,
    seed,
    budget: budgetOf(options, stopwatch),
    onBest: ({ length, totals }) => {
      const scheduled = length.reduce((sum, stops) => sum + stops, 0);
      figures = { scheduled, preferred: totals.preferred, driveMinutes: totals.drive };
      if (onProgress) tell('searching');
    },
    onTick: (spent) => {
      share = Math.min(1, spent);
      if (share - told < 0.02) return;
      told = share;
      tell('searching');
    },
  });
  share = 1;
  tell('finishing');
  return week;
};

/** Students: shown by the bound. Preferred slots: shown where everyone placed who has such slots got one. */
const provenBy = ({ instance }: Problem, figures: Figures, bound: Bound, mode: Mode): Solution['proven'] => {
  const students = figures.weight >= bound.weight && figures.scheduled >= bound.students;
  const withSlots = instance.students.filter(({ availability }) => availability.some((row) => row.isPreferred));
  const preferred = students && mode === 'preferred' && figures.preferred >= withSlots.length;
  const drive = students && (preferred || mode === 'core') && figures.driveMinutes === 0;
  return { students, preferred, drive };
};
