import { at } from '../arrays.ts';
import type { Order } from '../exact/day-routes.ts';
import type { Problem } from '../week/problem.ts';
import { compareTotals, noLimit, type Limit, type Mode, type Totals } from '../week/totals.ts';
import { stopAt, type Week } from '../week/week.ts';

/**
 * Memory that two threads share while they work on one problem: the best plan of either, proven limits, and routes found during the search.
 * Plain numbers in shared buffers, so that neither waits for the other's event loop.
 */
export type Exchange = {
  /** See the indices below; then the best plan, `nodes` numbers a tour, each a length and its stops. */
  readonly plan: Int32Array;
  /** The best plan's weight, preferred slots and driving, then the limit. */
  readonly reals: Float64Array;
  /** Routes in sequence: tour, length, stops. Only the searching thread writes. */
  readonly routes: Int32Array;
};

const stopFlag = 0;
const lock = 1;
const version = 2;
const routesEnd = 3;
const proofEnded = 4;
const planFrom = 8;
/** Capacity for routes in numbers; later routes are dropped. */
const routesRoom = 1 << 19;

export const openExchange = ({ tours, nodes }: Problem): Exchange => {
  const exchange = {
    plan: new Int32Array(new SharedArrayBuffer(4 * (planFrom + tours * nodes))),
    reals: new Float64Array(new SharedArrayBuffer(8 * 8)),
    routes: new Int32Array(new SharedArrayBuffer(4 * routesRoom)),
  };
  exchange.reals.set([Number.NEGATIVE_INFINITY, 0, 0]);
  offerLimit(exchange, noLimit);
  return exchange;
};

const locked = <T>({ plan }: Exchange, work: () => T): T => {
  while (Atomics.compareExchange(plan, lock, 0, 1) !== 0) continue;
  try {
    return work();
  } finally {
    Atomics.store(plan, lock, 0);
  }
};

const totalsIn = ({ reals }: Exchange): Totals => ({
  weight: reals[0] ?? 0,
  preferred: reals[1] ?? 0,
  drive: reals[2] ?? 0,
});

/** Publishes a plan to the other thread, if it is better than the current one. */
export const offerWeek = (exchange: Exchange, week: Week, mode: Mode): void => publish(exchange, week, mode, 0);

/** Publishes the plan in which a proof ended, unless the current one is better. */
export const offerLastWeek = (exchange: Exchange, week: Week, mode: Mode): void => publish(exchange, week, mode, 1);

const publish = (exchange: Exchange, week: Week, mode: Mode, refusedFrom: 0 | 1): void =>
  locked(exchange, () => {
    if (compareTotals(week.totals, totalsIn(exchange), mode) >= refusedFrom) return;
    const { plan, reals } = exchange;
    const { tours, nodes } = week.problem;
    for (let tour = 0; tour < tours; tour++) {
      const start = planFrom + tour * nodes;
      plan[start] = at(week.length, tour);
      for (let p = 0; p < at(week.length, tour); p++) plan[start + 1 + p] = stopAt(week, tour, p);
    }
    reals.set([week.totals.weight, week.totals.preferred, week.totals.drive]);
    Atomics.add(plan, version, 1);
  });

/** Incremented with every better plan. */
export const planVersion = ({ plan }: Exchange): number => Atomics.load(plan, version);

/** The current best plan, as orders, with its totals. */
export const bestIn = (exchange: Exchange, { tours, nodes }: Problem): { orders: Order[]; totals: Totals } =>
  locked(exchange, () => ({
    totals: totalsIn(exchange),
    orders: Array.from({ length: tours }, (_, tour) => {
      const start = planFrom + tour * nodes;
      return { tour, stops: Array.from(exchange.plan.subarray(start + 1, start + 1 + at(exchange.plan, start))) };
    }),
  }));

export const offerLimit = (exchange: Exchange, { weight, preferred, drive, idle }: Limit): void =>
  locked(exchange, () => exchange.reals.set([weight, preferred, drive, idle], 3));

export const limitIn = (exchange: Exchange): Limit =>
  locked(exchange, () => {
    const [weight = 0, preferred = 0, drive = 0, idle = 0] = exchange.reals.subarray(3, 7);
    return { weight, preferred, drive, idle };
  });

/** Says that the proof has ended, with whatever it has proven. */
export const endProof = ({ plan }: Exchange): void => void Atomics.store(plan, proofEnded, 1);
export const hasProofEnded = ({ plan }: Exchange): boolean => Atomics.load(plan, proofEnded) === 1;

export const stopExchange = ({ plan }: Exchange): void => void Atomics.store(plan, stopFlag, 1);
export const isStopped = ({ plan }: Exchange): boolean => Atomics.load(plan, stopFlag) === 1;

/** Publishes a route to the other thread. */
export const offerRoute = ({ plan, routes }: Exchange, tour: number, stops: Int32Array): void => {
  const end = at(plan, routesEnd);
  if (end + 2 + stops.length > routes.length) return;
  routes[end] = tour;
  routes[end + 1] = stops.length;
  routes.set(stops, end + 2);
  Atomics.store(plan, routesEnd, end + 2 + stops.length);
};

/** Reads the routes published since the last call. */
export const routeReader = ({ plan, routes }: Exchange): (() => Order[]) => {
  let position = 0;
  return () => {
    const end = Atomics.load(plan, routesEnd);
    const met: Order[] = [];
    while (position < end) {
      const length = at(routes, position + 1);
      met.push({ tour: at(routes, position), stops: Array.from(routes.subarray(position + 2, position + 2 + length)) });
      position += 2 + length;
    }
    return met;
  };
};
