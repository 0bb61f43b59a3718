import { at, realAt } from '../arrays.ts';
import { leastIdleOrder, type IdleOrder } from '../search/idle-order.ts';
import { countMoved } from '../moves/divide.ts';
import { capsChanges, changesIn } from '../week/alternatives.ts';
import type { Problem } from '../week/problem.ts';
import type { Week } from '../week/week.ts';
import { ordersFrom, weekOf, type Order } from './day-routes.ts';
import { solveBinary, withFamilies } from './integer.ts';
import { boundMoves, moveRowsOf } from '../moves/move-rows.ts';
import { boundChanges, type Column } from './program.ts';
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
 * equal plans the one that moves fewest families is chosen, then the one with fewest changes of teacher and the lower ranks, and of those always
 * the same one, whichever routes were found first.
 * @param filters which every such plan passes
 * @returns undefined when aborted
 */
export const leastIdle = (exact: Exact, filters: readonly Filter[], figures: Figures): LeastIdle | undefined => {
  const { problem, days, limits } = exact;
  const passing = routesWithin(exact, filters, limits.columns);
  const alone = days.map(({ day }) => leastIdleOrder(problem, day.tour, problem.fixedStops[day.tour] ?? [])?.idle ?? 0);
  const timed: Timed[] = [];
  let { isWhole } = passing;
  for (const column of passing.columns) {
    if (limits.isOver()) return undefined;
    const order = bestOrder(problem, days, column);
    if (!order) continue;
    isWhole &&= order.isLeast;
    timed.push({ ...column, idle: order.idle - (alone[column.day] ?? 0) });
  }
  const least = chooseLeast(exact, timed, figures, { costs: timed.map(({ idle }) => idle) });
  if (!least.columns) return undefined;
  const idle = sumOf(least.columns.map((column) => column.idle));
  const unmoved = least.isProven ? fewestMoved(exact, timed, figures, idle) : undefined;
  const within = { mostIdle: idle, ...(unmoved?.isProven ? { mostMoved: unmoved.moved } : {}) };
  const costs = timed.map((column) => alternativesCost(problem, stopsOf(days, column).stops));
  const settled =
    least.isProven && problem.alternatives ? chooseLeast(exact, timed, figures, { costs, ...within }) : undefined;
  const ranked = least.isProven
    ? chooseLeast(exact, timed, figures, {
        costs: timed.map((column) => rankOf(problem, days, column)),
        ...within,
        ...(settled?.columns && settled.isProven
          ? { alternatives: { costs, most: sumOf(settled.columns.map((column) => costs[timed.indexOf(column)] ?? 0)) } }
          : {}),
      })
    : least;
  const week = weekOf(
    problem,
    (ranked.columns ?? settled?.columns ?? unmoved?.columns ?? least.columns).map((column) =>
      orderOf(problem, days, column),
    ),
  );
  if (!week) throw new Error('A route of the program cannot be driven.');
  return { week, idle: idle + sumOf(alone), isProven: isWhole && least.isProven };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const stopsOf = (days: readonly Routes[], column: Column): Order =>
  ordersFrom(days, [column])[0] ?? { tour: column.day, stops: [] };

/** Of the plans that wait so little one that moves fewest families. @returns undefined where they are not counted */
const fewestMoved = (exact: Exact, timed: readonly Timed[], figures: Figures, mostIdle: number) => {
  const { problem, days } = exact;
  const { moves } = problem;
  const moveRows = moveRowsOf(problem);
  if (!moves || !moveRows) return undefined;
  const stopsIn = (column: Timed): readonly number[] => stopsOf(days, column).stops;
  const { columns, isProven } = chooseLeast(exact, timed, figures, {
    costs: timed.map((column) => -stopsIn(column).filter((node) => at(moveRows.rowOf, node) === 0).length),
    mostIdle,
    familyCost: 1,
  });
  if (!columns) return undefined;
  const placed = new Set(columns.flatMap(stopsIn));
  return { columns, isProven, moved: countMoved(moves, (node) => placed.has(node)) };
};

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

/** What a route costs among equal plans: changes of teacher, and ranks. */
const alternativesCost = ({ alternatives }: Problem, stops: readonly number[]): number =>
  alternatives ? stops.reduce((sum, node) => sum + realAt(alternatives.cost, node), 0) : 0;

type Least = {
  /** By route. */
  readonly costs: readonly number[];
  /** Of each family of several students that moves. */
  readonly familyCost?: number;
  readonly mostIdle?: number;
  readonly mostMoved?: number;
  /** Another cost of each route, and the maximum of its total. */
  readonly alternatives?: { readonly costs: readonly number[]; readonly most: number };
};

/** The routes of a plan as good as the best one, within these maximums, with the least total cost. */
const chooseLeast = (
  exact: Exact,
  columns: readonly Timed[],
  { weight, preferred, drive }: Figures,
  { costs, familyCost = 0, mostIdle = Infinity, mostMoved = Infinity, alternatives }: Least,
): { readonly columns: readonly Timed[] | undefined; readonly isProven: boolean } => {
  const { highs, problem } = exact;
  const matrix = matrixOf(exact, columns, alternatives?.costs);
  const rowLower = new Float64Array(matrix.numRows).fill(-highs.infinity);
  const rowUpper = new Float64Array(matrix.numRows).fill(1);
  rowLower.set([weight - slack, preferred - slack]);
  rowUpper.set([
    highs.infinity,
    highs.infinity,
    drive + slack,
    Number.isFinite(mostIdle) ? mostIdle + slack : highs.infinity,
  ]);
  const { moves } = problem;
  const within = moves && { ...problem, moves: { ...moves, most: Math.min(moves.most, mostMoved) } };
  const moveRows = within && moveRowsOf(within);
  const from = moveRowsFrom(problem);
  boundMoves(highs, moveRows, from, { rowLower, rowUpper });
  boundChanges(problem, changeRowOf(problem), rowUpper);
  if (alternatives) rowUpper[matrix.numRows - 1] = alternatives.most + slack;
  const cost = Float64Array.from(costs);
  const program = withFamilies({ cost, matrix }, moveRows, from, familyCost);
  const { values, isProven } = solveBinary(highs, { sense: 1, rowLower, rowUpper, ...program }, exact.limits);
  return { columns: values && columns.filter((_, column) => realAt(values, column) > 0.5), isProven };
};

const goals = 4;
const moveRowsFrom = ({ tours, nodes }: Problem): number => goals + tours + nodes;

const changeRowOf = (problem: Problem): number => moveRowsFrom(problem) + (moveRowsOf(problem)?.least.length ?? 0);

/**
 * Rows: weight, preferred slots, driving, waiting; then the days, the nodes, those that count families that move, the one that limits changes of
 * teacher, and the other cost, where there are such.
 */
const matrixOf = ({ problem, days }: Exact, columns: readonly Timed[], otherCosts?: readonly number[]) => {
  const changeRow = capsChanges(problem) ? changeRowOf(problem) : undefined;
  const otherRow = changeRowOf(problem) + (changeRow === undefined ? 0 : 1);
  const moveRows = moveRowsOf(problem);
  const from = moveRowsFrom(problem);
  const starts: number[] = [];
  const indices: number[] = [];
  const values: number[] = [];
  const put = (row: number, value: number): void => {
    if (value === 0) return;
    indices.push(row);
    values.push(value);
  };
  for (const [index, { day, route, idle }] of columns.entries()) {
    starts.push(indices.length);
    const routes = days[day];
    if (!routes) continue;
    [realAt(routes.weight, route), at(routes.preferred, route), at(routes.drive, route), idle].forEach((value, row) =>
      put(row, value),
    );
    put(goals + day, 1);
    let single = 0;
    for (const node of routes.stops.subarray(at(routes.from, route), at(routes.from, route + 1))) {
      if (at(problem.fixedTour, node) < 0) put(goals + problem.tours + at(problem.person, node), 1);
      const row = moveRows ? at(moveRows.rowOf, node) : -1;
      if (row > 0) put(from + row, 1);
      if (row === 0) single += 1;
    }
    put(from, single);
    if (changeRow !== undefined)
      put(changeRow, changesIn(problem, routes.stops.subarray(at(routes.from, route), at(routes.from, route + 1))));
    if (otherCosts) put(otherRow, otherCosts[index] ?? 0);
  }
  starts.push(indices.length);
  return {
    format: 'csc' as const,
    numRows: otherRow + (otherCosts ? 1 : 0),
    numCols: columns.length,
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
};
