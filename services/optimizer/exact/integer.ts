import type { Highs, Model } from 'highs';
import { realAt } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';
import { boundMoves, familyColumns, familyEntries, moveRowsOf, type MoveRows } from '../moves/move-rows.ts';
import { boundChanges, changeRowOf, matrixOf, moveRowsFrom, type Aim, type Column } from './program.ts';
import type { Routes } from './routes.ts';

/** The best choice of whole routes among the columns. */
export type Choice = {
  /** The chosen columns; undefined when none was found. */
  readonly columns: readonly Column[] | undefined;
  /** True when the choice, or that none exists, is proven for these columns. */
  readonly isProven: boolean;
};

export type Limits = {
  readonly isOver: () => boolean;
  /** Seconds left; infinite without a time limit. */
  readonly seconds: () => number;
  /** Maximum nodes of the search tree of an integer program. */
  readonly nodes: number;
  /** Maximum simplex iterations in one such program. */
  readonly steps: number;
  /** Maximum labels of one day when pricing routes. */
  readonly labels: number;
  /** Maximum rounds of column generation. */
  readonly rounds: number;
  /** Maximum routes of an integer program: beyond it a proof takes too long. */
  readonly columns: number;
};

/** Solves the integer set-packing program by branch and bound. */
export const choose = (
  highs: Highs,
  problem: Problem,
  days: readonly Routes[],
  aim: Aim,
  columns: readonly Column[],
  limits: Limits,
): Choice => {
  const { cost, matrix } = matrixOf(problem, days, aim, columns);
  const rowLower = new Float64Array(matrix.numRows).fill(-highs.infinity);
  const rowUpper = new Float64Array(matrix.numRows).fill(1);
  rowUpper.fill(highs.infinity, 0, 2);
  rowLower[0] = aim.leastWeight - 1e-6;
  rowLower[1] = aim.leastPreferred - 1e-6;
  const moveRows = moveRowsOf(problem);
  const from = moveRowsFrom(problem);
  boundMoves(highs, moveRows, from, { rowLower, rowUpper });
  boundChanges(problem, changeRowOf(problem), rowUpper);
  const program = withFamilies({ cost, matrix }, moveRows, from, -(aim.moved ?? 0));
  const { values, isProven } = solveBinary(highs, { sense: -1, rowLower, rowUpper, ...program }, limits);
  return { columns: values && columns.filter((_, column) => realAt(values, column) > 0.5), isProven };
};

type Columns = Pick<BinaryProgram, 'cost' | 'matrix'>;

/** A program over routes with the columns of the families after them. @param familyCost of each that moves */
export const withFamilies = (
  { cost, matrix }: Columns,
  moveRows: MoveRows | undefined,
  from: number,
  familyCost: number,
): Columns => {
  const families = familyColumns(moveRows, from);
  if (families.length === 0) return { cost, matrix };
  const filled = familyEntries(families, matrix.indices.length);
  return {
    cost: Float64Array.from([...cost, ...families.map(() => familyCost)]),
    matrix: {
      ...matrix,
      numCols: matrix.numCols + families.length,
      starts: Int32Array.from([...matrix.starts, ...filled.starts.slice(1)]),
      indices: Int32Array.from([...matrix.indices, ...filled.indices]),
      values: Float64Array.from([...matrix.values, ...filled.values]),
    },
  };
};

type ModelData = Parameters<Model['passModel']>[0];

type BinaryProgram = Pick<ModelData, 'sense' | 'rowLower' | 'rowUpper' | 'matrix'> & { readonly cost: Float64Array };

/** Solves a program whose columns are taken or not by branch and bound. */
export const solveBinary = (
  highs: Highs,
  { sense, cost, rowLower, rowUpper, matrix }: BinaryProgram,
  limits: Limits,
): { readonly values: Float64Array | undefined; readonly isProven: boolean } => {
  const numCols = cost.length;
  const model = highs.createModel();
  try {
    model.options.set({
      output_flag: false,
      mip_rel_gap: 0,
      mip_abs_gap: cost.every(Number.isInteger) ? 0.99 : 1e-6,
      mip_max_nodes: limits.nodes,
    });
    const seconds = limits.seconds();
    if (Number.isFinite(seconds)) model.options.set({ time_limit: Math.max(0.01, seconds) });
    model.passModel({
      numCols,
      numRows: matrix.numRows,
      sense,
      colCost: cost,
      colLower: new Float64Array(numCols),
      colUpper: new Float64Array(numCols).fill(1),
      rowLower,
      rowUpper,
      matrix,
      integrality: new Int32Array(numCols).fill(1),
    });
    model.run({
      [highs.constants.callbackType['mipInterrupt'] ?? 0]: (event) => {
        if (limits.isOver() || Number(event.data['mip_total_lp_iterations'] ?? 0) > limits.steps) event.interrupt();
        return undefined;
      },
    });
    const status = model.getModelStatus();
    const { optimal, infeasible } = highs.constants.modelStatus;
    const hasPlan = status === optimal || Number(model.info.get('primal_solution_status')) === 2;
    return {
      values: hasPlan ? model.getSolution().colValue : undefined,
      isProven: status === optimal || status === infeasible,
    };
  } finally {
    model.dispose();
  }
};
