import type { Highs, Model } from 'highs';
import { at, realAt } from '../arrays.ts';
import { capsChanges, changesIn } from '../week/alternatives.ts';
import type { Problem } from '../week/problem.ts';
import type { Prices } from './completion.ts';
import { boundMoves, constantOf, familyColumns, familyEntries, moveRowsOf, stayPrices } from '../moves/move-rows.ts';
import type { Routes } from './routes.ts';

/** A route's objective, and the constraints on all routes together. */
export type Aim = {
  readonly weight: number;
  readonly slot: number;
  readonly driving: number;
  readonly leastWeight: number;
  readonly leastPreferred: number;
  /** `leastPreferred` is of preferred slots minus weight: at most so many lessons may lie outside preferred slots. */
  readonly isNet?: boolean;
  /** Value that is lost with each family that moves, where they are counted. */
  readonly moved?: number;
};

/** One route, by the index of its day and its own. */
export type Column = { readonly day: number; readonly route: number };

/** A solved linear program: its value, and the dual of each row. */
export type Duals = {
  readonly value: number;
  /** The program cannot meet the minimum weight or slots with its routes. */
  readonly isShort: boolean;
  readonly prices: Prices;
  /** By node, at least 0. */
  readonly node: Float64Array;
  /** By day, at least 0. */
  readonly day: Float64Array;
  /** The duals of minimum weight and minimum preferred slots times those minimums: constant in every bound. */
  readonly constant: number;
};

/** Penalty for a shortfall in the minimum weight, slots or stays, so high that it is used only as a last resort. */
const shortfall = 1e5;

/**
 * The set-packing program over routes: every student at most once, every day at most one route. Rows: 0 the least
 * weight, 1 the least preferred slots, then the days, then the nodes, then those that count families that move.
 */
export type Program = {
  readonly aim: Aim;
  readonly model: Model;
  readonly columns: Column[];
};

const rowsOf = (problem: Problem): number => changeRowOf(problem) + (capsChanges(problem) ? 1 : 0);
/** The first of the rows that count families that move. */
export const moveRowsFrom = ({ tours, nodes }: Problem): number => 2 + tours + nodes;
/** The row that limits changes of teacher, the last, where there is one. */
export const changeRowOf = (problem: Problem): number =>
  moveRowsFrom(problem) + (moveRowsOf(problem)?.least.length ?? 0);
/** Sets the bound of that row. */
export const boundChanges = (problem: Problem, row: number, rowUpper: Float64Array): void => {
  if (capsChanges(problem)) rowUpper[row] = problem.alternatives?.mostChanges ?? 0;
};

export const openProgram = (highs: Highs, problem: Problem, aim: Aim): Program => {
  const model = highs.createModel();
  const rows = rowsOf(problem);
  const rowLower = new Float64Array(rows).fill(-highs.infinity);
  const rowUpper = new Float64Array(rows).fill(1);
  rowUpper.fill(highs.infinity, 0, 2);
  rowLower[0] = aim.leastWeight;
  rowLower[1] = aim.leastPreferred;
  model.options.set({ output_flag: false });
  const moveRows = moveRowsOf(problem);
  const from = moveRowsFrom(problem);
  boundMoves(highs, moveRows, from, { rowLower, rowUpper });
  boundChanges(problem, changeRowOf(problem), rowUpper);
  const families = familyColumns(moveRows, from);
  // A shortfall of each minimum, then the families.
  const short = moveRows ? [0, 1, from] : [0, 1];
  const columns = short.length + families.length;
  const starts = short.map((_, index) => index);
  const filled = familyEntries(families, short.length);
  model.passModel({
    numCols: columns,
    numRows: rows,
    sense: -1,
    colCost: Float64Array.from({ length: columns }, (_, column) =>
      column < short.length ? -shortfall : -(aim.moved ?? 0),
    ),
    colLower: new Float64Array(columns),
    colUpper: Float64Array.from({ length: columns }, (_, column) => (column < short.length ? highs.infinity : 1)),
    rowLower,
    rowUpper,
    matrix: {
      format: 'csc',
      numRows: rows,
      numCols: columns,
      starts: Int32Array.from([...starts, ...filled.starts]),
      indices: Int32Array.from([...short, ...filled.indices]),
      values: Float64Array.from([...short.map(() => 1), ...filled.values]),
    },
  });
  return { aim, model, columns: [] };
};

/** The columns in HiGHS's format. */
export const matrixOf = (problem: Problem, days: readonly Routes[], aim: Aim, columns: readonly Column[]) => {
  const starts: number[] = [];
  const indices: number[] = [];
  const values: number[] = [];
  const cost: number[] = [];
  const moveRows = moveRowsOf(problem);
  const from = moveRowsFrom(problem);
  const changeRow = capsChanges(problem) ? changeRowOf(problem) : undefined;
  const put = (row: number, value: number): void => {
    if (value === 0) return;
    indices.push(row);
    values.push(value);
  };
  for (const { day, route } of columns) {
    const routes = days[day];
    if (!routes) continue;
    starts.push(indices.length);
    const weight = realAt(routes.weight, route);
    const preferred = at(routes.preferred, route);
    let single = 0;
    put(0, weight);
    put(1, preferred - (aim.isNet === true ? weight : 0));
    put(2 + day, 1);
    for (let i = at(routes.from, route); i < at(routes.from, route + 1); i++) {
      const node = at(routes.stops, i);
      if (at(problem.fixedTour, node) < 0) put(2 + problem.tours + at(problem.person, node), 1);
      const row = moveRows ? at(moveRows.rowOf, node) : -1;
      if (row > 0) put(from + row, 1);
      if (row === 0) single += 1;
    }
    put(from, single);
    if (changeRow !== undefined)
      put(changeRow, changesIn(problem, routes.stops.subarray(at(routes.from, route), at(routes.from, route + 1))));
    cost.push(
      aim.weight * weight +
        aim.slot * preferred -
        aim.driving * at(routes.drive, route) +
        (aim.moved === undefined ? 0 : aim.moved * single),
    );
  }
  starts.push(indices.length);
  return {
    cost: Float64Array.from(cost),
    matrix: {
      format: 'csc' as const,
      numRows: rowsOf(problem),
      numCols: columns.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(indices),
      values: Float64Array.from(values),
    },
  };
};

export const addColumns = (
  highs: Highs,
  problem: Problem,
  program: Program,
  days: readonly Routes[],
  columns: readonly Column[],
): void => {
  if (columns.length === 0) return;
  const { cost, matrix } = matrixOf(problem, days, program.aim, columns);
  program.model.addCols({
    cost,
    lower: new Float64Array(columns.length),
    upper: new Float64Array(columns.length).fill(highs.infinity),
    matrix,
  });
  for (const column of columns) {
    program.columns.push(column);
    const routes = days[column.day];
    if (routes) routes.isInProgram[column.route] = 1;
  }
};

/** Solves the current linear program, warm-started from the previous solution. */
export const solveProgram = (problem: Problem, { model, aim }: Program): Duals => {
  model.run();
  const { rowDual, colValue } = model.getSolution();
  const dualOf = (row: number): number => realAt(rowDual, row);
  const [perWeight, perSlot] = [Math.min(0, dualOf(0)), Math.min(0, dualOf(1))];
  const perUnit = aim.weight - perWeight + (aim.isNet === true ? perSlot : 0);
  const node = Float64Array.from({ length: problem.nodes }, (_, n) =>
    at(problem.person, n) === n ? Math.max(0, dualOf(2 + problem.tours + n)) : 0,
  );
  const moveRows = moveRowsOf(problem);
  const from = moveRowsFrom(problem);
  const stays = moveRows ? stayPrices(moveRows, (row) => dualOf(from + row)) : [];
  const moved = aim.moved ?? 0;
  const perChange = capsChanges(problem) ? Math.max(0, dualOf(changeRowOf(problem))) : 0;
  const changeCost = (n: number): number =>
    perChange === 0 ? 0 : perChange * (problem.alternatives?.isChange[n] ?? 0);
  const stayGain = (n: number): number => {
    const row = moveRows ? at(moveRows.rowOf, n) : -1;
    return row < 0 ? 0 : (stays[row] ?? 0) + (row === 0 ? moved : 0);
  };
  const gains = Float64Array.from({ length: problem.nodes }, (_, n) =>
    at(problem.fixedTour, n) >= 0
      ? 0
      : perUnit * realAt(problem.weight, n) - realAt(node, at(problem.person, n)) + stayGain(n) - changeCost(n),
  );
  return {
    value: model.getObjectiveValue(),
    isShort: colValue.subarray(0, moveRows ? 3 : 2).some((short) => short > 1e-6),
    prices: { gains, slot: aim.slot - perSlot, driving: aim.driving },
    node,
    day: Float64Array.from({ length: problem.tours }, (_, day) => Math.max(0, dualOf(2 + day))),
    constant:
      (perWeight === 0 ? 0 : perWeight * aim.leastWeight) +
      (perSlot === 0 ? 0 : perSlot * aim.leastPreferred) +
      (moveRows ? constantOf(moveRows, stays, moved) : 0) +
      (perChange === 0 ? 0 : perChange * (problem.alternatives?.mostChanges ?? 0)),
  };
};
