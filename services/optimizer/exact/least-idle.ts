import { at, realAt } from '../arrays.ts';
import { leastIdleOrder, type IdleOrder } from '../search/idle-order.ts';
import type { Problem } from '../week/problem.ts';
import type { Week } from '../week/week.ts';
import { ordersFrom, weekOf, type Order } from './day-routes.ts';
import { solveBinary } from './integer.ts';
import type { Column } from './program.ts';
import type { Routes } from './routes.ts';
import type { Exact } from './relaxation.ts';
import { routesWithin, type Filter } from './within.ts';

const slack = 1e-6;

/** A route with the waiting of its best order, beyond that of the day's fixed lessons alone. */
type Timed = Column & { readonly idle: number };

/** What a plan reaches by the goals before, without the fixed lessons' own part. */
type Figures = { readonly weight: number; readonly preferred: number; readonly drive: number };

type LeastIdle = {
  readonly week: Week;
  /** Minutes of waiting, those of the fixed lessons included. */
  readonly idle: number;
  /** No plan with these figures waits less. */
  readonly isProven: boolean;
};

/**
 * The plan with these figures that waits least between its lessons. The figures must be proven to be the best: then every day of such a
 * plan drives the minimum for its students and preferred slots, so that its least waiting is that of the best order with this driving. Of
 * equal plans always the same one is chosen, whichever routes were found first.
 * @param filters which every such plan passes
 * @returns undefined when aborted
 */
export const leastIdle = (exact: Exact, filters: readonly Filter[], figures: Figures): LeastIdle | undefined => {
  const { problem, days, limits } = exact;
  const within = routesWithin(exact, filters, limits.columns);
  const alone = days.map(({ day }) => leastIdleOrder(problem, day.tour, problem.fixedStops[day.tour] ?? [])?.idle ?? 0);
  const timed: Timed[] = [];
  let { isWhole } = within;
  for (const column of within.columns) {
    if (limits.isOver()) return undefined;
    const order = bestOrder(problem, days, column);
    if (!order) continue;
    isWhole &&= order.isLeast;
    timed.push({ ...column, idle: order.idle - (alone[column.day] ?? 0) });
  }
  const least = chooseLeast(exact, timed, figures, ({ idle }) => idle, Infinity);
  if (!least.columns) return undefined;
  const idle = sumOf(least.columns.map((column) => column.idle));
  const ranked = least.isProven
    ? chooseLeast(exact, timed, figures, (column) => rankOf(problem, days, column), idle)
    : least;
  const week = weekOf(
    problem,
    (ranked.columns ?? least.columns).map((column) => orderOf(problem, days, column)),
  );
  if (!week) throw new Error('A route of the program cannot be driven.');
  return { week, idle: idle + sumOf(alone), isProven: isWhole && least.isProven };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const stopsOf = (days: readonly Routes[], column: Column): Order =>
  ordersFrom(days, [column])[0] ?? { tour: column.day, stops: [] };

const bestOrder = (problem: Problem, days: readonly Routes[], column: Column): IdleOrder | undefined => {
  const { tour, stops } = stopsOf(days, column);
  return leastIdleOrder(problem, tour, stops);
};

const orderOf = (problem: Problem, days: readonly Routes[], column: Column): Order => {
  const { tour, stops } = stopsOf(days, column);
  return { tour, stops: leastIdleOrder(problem, tour, stops)?.stops ?? stops };
};

/** A number for each day's students; two plans almost never have the same sum, which makes the choice between equal plans unique. */
const rankOf = (problem: Problem, days: readonly Routes[], column: Column): number => {
  const { tour, stops } = stopsOf(days, column);
  return stops.reduce((sum, node) => {
    let hash = Math.imul(tour + 1, 0x9e3779b1) ^ Math.imul(node, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    return sum + (at(problem.fixedTour, node) >= 0 ? 0 : (hash ^ (hash >>> 16)) >>> 12);
  }, 0);
};

/** The routes of a plan as good as the best one that waits at most `mostIdle` minutes, with the least total cost. */
const chooseLeast = (
  exact: Exact,
  columns: readonly Timed[],
  { weight, preferred, drive }: Figures,
  costOf: (column: Timed) => number,
  mostIdle: number,
): { readonly columns: readonly Timed[] | undefined; readonly isProven: boolean } => {
  const { highs } = exact;
  const matrix = matrixOf(exact, columns);
  const rowLower = new Float64Array(matrix.numRows).fill(-highs.infinity);
  const rowUpper = new Float64Array(matrix.numRows).fill(1);
  rowLower.set([weight - slack, preferred - slack]);
  rowUpper.set([
    highs.infinity,
    highs.infinity,
    drive + slack,
    Number.isFinite(mostIdle) ? mostIdle + slack : highs.infinity,
  ]);
  const cost = Float64Array.from(columns, costOf);
  const { values, isProven } = solveBinary(highs, { sense: 1, cost, rowLower, rowUpper, matrix }, exact.limits);
  return { columns: values && columns.filter((_, column) => realAt(values, column) > 0.5), isProven };
};

/** Rows: weight, preferred slots, driving, waiting; then the days, then the nodes. */
const matrixOf = ({ problem, days }: Exact, columns: readonly Timed[]) => {
  const goals = 4;
  const starts: number[] = [];
  const indices: number[] = [];
  const values: number[] = [];
  const put = (row: number, value: number): void => {
    if (value === 0) return;
    indices.push(row);
    values.push(value);
  };
  for (const { day, route, idle } of columns) {
    starts.push(indices.length);
    const routes = days[day];
    if (!routes) continue;
    [realAt(routes.weight, route), at(routes.preferred, route), at(routes.drive, route), idle].forEach((value, row) =>
      put(row, value),
    );
    put(goals + day, 1);
    for (const node of routes.stops.subarray(at(routes.from, route), at(routes.from, route + 1)))
      if (at(problem.fixedTour, node) < 0) put(goals + problem.tours + node, 1);
  }
  starts.push(indices.length);
  return {
    format: 'csc' as const,
    numRows: goals + problem.tours + problem.nodes,
    numCols: columns.length,
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
};
