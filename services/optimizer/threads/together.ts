import { weekOf } from '../exact/day-routes.ts';
import {
  bestIn,
  hasProofEnded,
  limitIn,
  offerRoute,
  offerWeek,
  openExchange,
  planVersion,
  stopExchange,
} from '../search/exchange.ts';
import type { Partner } from './partner.ts';
import { routePool } from '../search/route-pool.ts';
import { teller, untilMoment, type Outcome, type Run } from '../run.ts';
import { search } from '../search/search.ts';
import { compareTotals, isProven } from '../week/totals.ts';
import type { Week } from '../week/week.ts';

/** Searches while the partner proves, each using the other's results. */
export const planTogether = (run: Run, partner: Partner): Outcome => {
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
