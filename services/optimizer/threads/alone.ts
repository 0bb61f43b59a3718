import { iterationBudget, type Budget } from '../budget.ts';
import type { Order } from '../exact/day-routes.ts';
import { prover, type Prover } from '../exact/prove.ts';
import { routePool } from '../search/route-pool.ts';
import { teller, untilMoment, withClock, withoutClock, type Outcome, type Run, type Tell } from '../run.ts';
import { search } from '../search/search.ts';
import type { Problem } from '../week/problem.ts';
import { compareTotals, isProven, noLimit, type Limit } from '../week/totals.ts';
import { copyWeek, type Week } from '../week/week.ts';

/** Share of a time budget spent searching before the proof, and milliseconds per student. */
const firstSearch = { share: 0.35, perStudent: 5 };
/** The increase from one search between two programs over the pool to the next. */
const laterSearch = 300;

type State = {
  readonly run: Run;
  readonly tell: Tell;
  readonly met: Order[];
  best: Week | undefined;
  limit: Limit;
};

/** Searches, then proves, then (with a time budget) continues searching, in one thread. */
export const planAlone = (run: Run): Outcome => {
  const state: State = { run, tell: teller(run), met: [], best: undefined, limit: noLimit };
  searchFor(state, 0, firstBudget(run));
  if (run.highs && !isOver(run)) proveAndGoOn(state, proverOf(state, run.highs));
  return { week: bestOf(state), limit: state.limit };
};

const isOver = ({ isStopped, stopwatch, deadline }: Run): boolean => isStopped() || stopwatch() >= deadline;

const bestOf = ({ best }: State): Week => {
  if (!best) throw new Error('The search ended without a plan.');
  return best;
};

const keep = (state: State, week: Week): void => {
  if (state.best && compareTotals(week.totals, state.best.totals, state.run.mode) >= 0) return;
  state.best = copyWeek(week);
  state.tell('searching', state.best, state.limit);
};

const firstBudget = ({ problem, iterations, highs, begun, deadline, stopwatch }: Run): Budget => {
  if (iterations !== undefined) return iterationBudget(iterations);
  const first = begun + Math.min(firstSearch.perStudent * problem.nodes, (deadline - begun) * firstSearch.share);
  return untilMoment(stopwatch, highs ? first : deadline);
};

const searchFor = (state: State, round: number, budget: Budget): void => {
  const { run, met } = state;
  const searched = run.searched?.(round, state.best);
  const ownWeek = (week: Week): Week => (searched ? weekIn(run.problem, week) : week);
  const week = search(searched ?? run.problem, {
    mode: run.mode,
    seed: run.seed + round,
    budget: (iterations) => (run.isStopped() ? 1 : budget(iterations)),
    pool: routePool((tour, stops) => void met.push({ tour, stops: Array.from(stops) })),
    onBest: (best) => keep(state, ownWeek(best)),
    onTick: (spent) => state.tell('searching', bestOf(state), state.limit, round === 0 ? spent : 1),
    ...(state.best ? { start: searched ? weekIn(searched, state.best) : state.best } : {}),
  });
  keep(state, ownWeek(week));
};

/** A week of a problem with the same nodes and tours, whose starts allow it. */
export const weekIn = (problem: Problem, week: Week): Week => ({ ...copyWeek(week), problem });

const proverOf = (state: State, highs: NonNullable<Run['highs']>): Prover => {
  const { run } = state;
  const seconds = (): number => (run.deadline - run.stopwatch()) / 1000;
  return prover(run.problem, {
    highs,
    mode: run.mode,
    ...(run.iterations === undefined ? { ...withClock, seconds } : withoutClock),
    isOver: () => isOver(run),
    best: () => bestOf(state),
    met: () => state.met.splice(0),
    onWeek: (week) => keep(state, week),
    onLastWeek: (week) => (state.best = copyWeek(week)),
    onLimit: (limit) => {
      state.limit = limit;
      state.tell('proving', bestOf(state), limit);
    },
  });
};

const proveAndGoOn = (state: State, { prove, packPool }: Prover): void => {
  const { run } = state;
  const isDone = (): boolean => isOver(run) || isProven(bestOf(state).totals, state.limit, run.mode).drive;
  prove();
  if (run.iterations !== undefined) return;
  for (let round = 1; !isDone(); round++) {
    searchFor(state, round, untilMoment(run.stopwatch, Math.min(run.deadline, run.stopwatch() + laterSearch * round)));
    packPool();
  }
};
