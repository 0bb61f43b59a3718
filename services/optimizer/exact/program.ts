import type { Highs, Model } from 'highs';
import { at, realAt } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import type { Prices } from './completion.ts';
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

/** Penalty for a shortfall in the minimum weight or slots, so high that it is used only as a last resort. */
const shortfall = 1e5;

/**
 * The set-packing program over routes: every student at most once, every day at most one route. Rows: 0 the least
 * weight, 1 the least preferred slots, then the days, then the nodes.
 */
export type Program = {
  readonly aim: Aim;
  readonly model: Model;
  readonly columns: Column[];
};

const rowsOf = ({ tours, nodes }: Problem): number => 2 + tours + nodes;

export const openProgram = (highs: Highs, problem: Problem, aim: Aim): Program => {
  const model = highs.createModel();
  const rows = rowsOf(problem);
  const rowLower = new Float64Array(rows).fill(-highs.infinity);
  const rowUpper = new Float64Array(rows).fill(1);
  rowUpper.fill(highs.infinity, 0, 2);
  rowLower[0] = aim.leastWeight;
  rowLower[1] = aim.leastPreferred;
  model.options.set({ output_flag: false });
  model.passModel({
    numCols: 2,
    numRows: rows,
    sense: -1,
    colCost: Float64Array.of(-shortfall, -shortfall),
    colLower: new Float64Array(2),
    colUpper: new Float64Array(2).fill(highs.infinity),
    rowLower,
    rowUpper,
    matrix: {
      format: 'csc',
      numRows: rows,
      numCols: 2,
      starts: Int32Array.of(0, 1, 2),
      indices: Int32Array.of(0, 1),
      values: Float64Array.of(1, 1),
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
    cost.push(aim.weight * weight + aim.slot * preferred - aim.driving * at(routes.drive, route));
    put(0, weight);
    put(1, preferred - (aim.isNet === true ? weight : 0));
    put(2 + day, 1);
    for (let i = at(routes.from, route); i < at(routes.from, route + 1); i++) {
      const node = at(routes.stops, i);
      if (at(problem.fixedTour, node) < 0) put(2 + problem.tours + node, 1);
    }
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
  const node = Float64Array.from({ length: problem.nodes }, (_, n) => Math.max(0, dualOf(2 + problem.tours + n)));
  const gains = Float64Array.from({ length: problem.nodes }, (_, n) =>
    at(problem.fixedTour, n) >= 0 ? 0 : perUnit * realAt(problem.weight, n) - realAt(node, n),
  );
  return {
    value: model.getObjectiveValue(),
    isShort: realAt(colValue, 0) > 1e-6 || realAt(colValue, 1) > 1e-6,
    prices: { gains, slot: aim.slot - perSlot, driving: aim.driving },
    node,
    day: Float64Array.from({ length: problem.tours }, (_, day) => Math.max(0, dualOf(2 + day))),
    constant: (perWeight === 0 ? 0 : perWeight * aim.leastWeight) + (perSlot === 0 ? 0 : perSlot * aim.leastPreferred),
  };
};
