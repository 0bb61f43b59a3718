import type { Highs } from 'highs';
import { at } from '../arrays.ts';
import type { Problem } from '../week/problem.ts';

/**
 * The rows that count families that move, and the columns that belong to them: one for each family of several students, which is 1 when it
 * moves. Row 0: students who stay and are a family of their own, minus larger families that move: so many that no more families move than
 * may. Then a row for each student of a larger family: the student stays, or the family moves.
 */
export type MoveRows = {
  /** By row: the least that it must reach. */
  readonly least: readonly number[];
  /** By node: the row in which its stay counts, -1 for none. */
  readonly rowOf: Int32Array;
  /** By column: the rows of the family's students. */
  readonly families: readonly (readonly number[])[];
};

/** @returns undefined where no families are counted */
export const moveRowsOf = ({ nodes, moves }: Problem): MoveRows | undefined => {
  if (!moves) return undefined;
  const rowOf = new Int32Array(nodes).fill(-1);
  const families: number[][] = [];
  let singles = 0;
  let rows = 1;
  for (const stays of moves.families) {
    if (stays.length === 1) singles += 1;
    for (const node of stays) rowOf[node] = stays.length === 1 ? 0 : rows++;
    if (stays.length > 1) families.push(stays.map((node) => at(rowOf, node)));
  }
  const least = Array.from({ length: rows }, (_, row) => (row === 0 ? singles - (moves.most - moves.lost) : 1));
  return { least, rowOf, families };
};

/** By row: the value of one more in it, from the duals of a program that is maximized. */
export const stayPrices = ({ least }: MoveRows, dualOf: (row: number) => number): number[] =>
  least.map((_, row) => Math.max(0, -dualOf(row)));

/**
 * What the rows and the families' own columns add to a bound at these prices (weak duality).
 * @param moved value that is lost with each family that moves
 */
export const constantOf = ({ least, families }: MoveRows, prices: readonly number[], moved: number): number => {
  const rows = least.reduce((sum, row, i) => (prices[i] ? sum - (prices[i] ?? 0) * row : sum), 0);
  const worth = families.map((own) => own.reduce((sum, row) => sum + (prices[row] ?? 0), 0) - (prices[0] ?? 0) - moved);
  return worth.reduce((sum, value) => sum + Math.max(0, value), rows);
};

/** One entry of a column. */
type Entry = readonly [row: number, value: number];

/** The entries of the families' columns. @param from the first of the rows in the program */
export const familyColumns = (moveRows: MoveRows | undefined, from: number): (readonly Entry[])[] =>
  (moveRows?.families ?? []).map((rows) => [[from, -1] as const, ...rows.map((row): Entry => [from + row, 1])]);

/** The same as lists, after as many entries as given. */
export const familyEntries = (families: readonly (readonly Entry[])[], before: number) => {
  const starts = [before];
  for (const entries of families) starts.push((starts.at(-1) ?? before) + entries.length);
  return {
    starts,
    indices: families.flat().map(([row]) => row),
    values: families.flat().map(([, value]) => value),
  };
};

/** Sets the bounds of the rows in the program. */
export const boundMoves = (
  highs: Highs,
  moveRows: MoveRows | undefined,
  from: number,
  { rowLower, rowUpper }: { readonly rowLower: Float64Array; readonly rowUpper: Float64Array },
): void => {
  for (const [row, least] of (moveRows?.least ?? []).entries()) {
    rowLower[from + row] = Number.isFinite(least) ? least - 1e-6 : -highs.infinity;
    rowUpper[from + row] = highs.infinity;
  }
};
