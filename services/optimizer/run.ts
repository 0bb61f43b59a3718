import type { Highs } from 'highs';
import type { Budget, Stopwatch } from './budget.ts';
import type { PlannedLesson } from './week/instance.ts';
import { lessonsOf } from './week/lessons.ts';
import type { Problem } from './week/problem.ts';
import { compareTotals, isProven, type Limit, type Mode, type Proven, type Totals } from './week/totals.ts';
import type { Week } from './week/week.ts';

/** A run's progress. Totals are those of the best plan so far, before the timing pass. */
export type Progress = {
  readonly phase: 'searching' | 'proving' | 'finishing';
  /** Share of the budget used up, 0 to 1. */
  readonly share: number;
  readonly scheduled: number;
  readonly preferred: number;
  readonly driveMinutes: number;
  /** Upper bound for every plan. */
  readonly bound: number;
  readonly proven: Proven;
  /** Those of the best plan so far, where they have changed since they were last sent; a few times a second. */
  readonly lessons?: readonly PlannedLesson[];
};

/** One run as its components see it. */
export type Run = {
  readonly problem: Problem;
  readonly mode: Mode;
  readonly seed: number;
  /** Undefined for a time budget. */
  readonly iterations: number | undefined;
  /** By the stopwatch: when the run began, and when search and proof must end. */
  readonly begun: number;
  readonly deadline: number;
  readonly stopwatch: Stopwatch;
  readonly isStopped: () => boolean;
  readonly highs: Highs | undefined;
  readonly tell: (progress: Progress) => void;
  /** Whether progress has the lessons. */
  readonly drawsWeeks?: boolean | undefined;
  /** What the search plans in a round instead of the problem: the same with fewer starts, of which the best plan is one. */
  readonly searched?: (round: number, best: Week | undefined) => Problem;
};

/** The result of search and proof. */
export type Outcome = { readonly week: Week; readonly limit: Limit };

/** Limits of a proof with a time budget, and without one, when it must end at the same place on every machine. */
export const withClock = {
  nodes: 1_000_000,
  steps: Infinity,
  rounds: 1000,
  columns: 25_000,
  capacity: 15_000,
  labels: 60_000,
};
export const withoutClock = {
  seconds: () => Infinity,
  nodes: 20,
  steps: 1500,
  rounds: 40,
  columns: 1500,
  capacity: 30_000,
  labels: 15_000,
};

export type Tell = (phase: Progress['phase'], week: Week, limit: Limit, spent?: number) => void;

/** Milliseconds between two weeks that are sent. */
const betweenWeeks = 200;

/** @returns the lessons of a week, where it is time to send them: at once for the first, and not again for a week that is as good */
const drawing = ({ mode, stopwatch, drawsWeeks = false }: Run): ((week: Week) => Pick<Progress, 'lessons'>) => {
  let last: { readonly at: number; readonly totals: Totals } | undefined;
  return (week) => {
    const at = stopwatch();
    const isNew = !last || (at - last.at >= betweenWeeks && compareTotals(week.totals, last.totals, mode) !== 0);
    if (!drawsWeeks || !isNew) return {};
    last = { at, totals: { ...week.totals } };
    return { lessons: lessonsOf(week) };
  };
};

/**
 * Reports progress at every new best plan and every fiftieth of the budget.
 * @returns a function that takes the share of the budget where only time has passed
 */
export const teller = (run: Run): Tell => {
  const { tell, mode, stopwatch, begun, deadline, iterations } = run;
  const lessonsIn = drawing(run);
  let share = 0;
  let told = Number.NEGATIVE_INFINITY;
  return (phase, week, limit, spent) => {
    const byClock = deadline > begun ? (stopwatch() - begun) / (deadline - begun) : 1;
    share = Math.max(share, Math.min(1, iterations === undefined ? byClock : (spent ?? share)));
    if (phase === 'finishing') share = 1;
    else if (spent !== undefined && share - told < 0.02) return;
    told = share;
    const scheduled = week.length.reduce((sum, stops) => sum + stops, 0);
    const { preferred, drive } = week.totals;
    tell({
      phase,
      share,
      scheduled,
      preferred,
      driveMinutes: drive,
      bound: limit.weight,
      proven: isProven(week.totals, limit, mode),
      ...lessonsIn(week),
    });
  };
};

const iterationsBetweenLooks = 16;

/** A budget that ends at a given time of the stopwatch. */
export const untilMoment = (stopwatch: Stopwatch, end: number): Budget => {
  const begun = stopwatch();
  let spent = end > begun ? 0 : 1;
  return (iterations) => {
    if (iterations % iterationsBetweenLooks === 0 && end > begun) spent = (stopwatch() - begun) / (end - begun);
    return spent;
  };
};
