// The partner's thread: proves with HiGHS, and searches with another seed when there is nothing left to prove.
import { parentPort, workerData } from 'node:worker_threads';
import loadHighs from 'highs';
import { secondsBudget, stoppable } from '../budget.ts';
import { weekOf } from '../exact/day-routes.ts';
import { prover } from '../exact/prove.ts';
import {
  bestIn,
  endProof,
  isStopped,
  limitIn,
  offerLastWeek,
  offerLimit,
  offerWeek,
  planVersion,
  routeReader,
  type Exchange,
} from '../search/exchange.ts';
import type { PartnerJob } from './partner.ts';
import { compile, type Problem } from '../week/problem.ts';
import { withClock } from '../run.ts';
import { search } from '../search/search.ts';
import { isProven, type Mode } from '../week/totals.ts';
import { warmUp } from './warm-up.ts';
import type { Week } from '../week/week.ts';

const highs = await loadHighs();

/** The best plan in the exchange, rebuilt only when it changes. */
const bestWeek = (exchange: Exchange, problem: Problem): (() => Week) => {
  let seen = -1;
  let week: Week | undefined;
  return () => {
    if (week && planVersion(exchange) === seen) return week;
    seen = planVersion(exchange);
    week = weekOf(problem, bestIn(exchange, problem).orders);
    if (!week) throw new Error('The plan in the exchange cannot be driven.');
    return week;
  };
};

/** With less than this many seconds, a second search is more effective than a proof. */
const leastForProof = 0.25;
/** Rounds of search between two programs over the pool, in seconds. */
const searchSeconds = 0.3;

const work = ({ instance, mode, seed, seconds, exchange }: PartnerJob): void => {
  const begun = performance.now();
  const problem = compile(instance);
  const left = (): number => seconds - (performance.now() - begun) / 1000;
  const isOver = (): boolean => isStopped(exchange) || left() <= 0;
  const best = bestWeek(exchange, problem);
  const onWeek = (week: Week): void => offerWeek(exchange, week, mode);
  onWeek(search(problem, { mode, seed, budget: () => 1 }));
  const { prove, packPool } = prover(problem, {
    highs,
    mode,
    ...withClock,
    seconds: left,
    isOver,
    best,
    met: routeReader(exchange),
    onWeek,
    onLastWeek: (week) => offerLastWeek(exchange, week, mode),
    onLimit: (limit) => offerLimit(exchange, limit),
  });
  if (seconds > leastForProof) prove();
  endProof(exchange);
  for (let round = 1; !isOver() && !isProvenIn(exchange, best(), mode); round++) {
    const budget = stoppable(
      secondsBudget(Math.min(searchSeconds * round, left()), performance.now.bind(performance)),
      {
        get aborted() {
          return isOver();
        },
      },
    );
    onWeek(search(problem, { mode, seed: seed + round, budget, start: best() }));
    if (seconds > leastForProof) packPool();
  }
};

const isProvenIn = (exchange: Exchange, week: Week, mode: Mode): boolean =>
  isProven(week.totals, limitIn(exchange), mode).drive;

parentPort?.on('message', work);
warmUp('core', () => false);
if (workerData instanceof Int32Array) Atomics.store(workerData, 0, 1);
