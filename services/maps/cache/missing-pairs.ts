import { pauses } from '../../jobs/pauses.ts';
import type { MapsProvider, Place } from '../provider.ts';

/** One cell of a matrix. */
export type Pair = { readonly row: number; readonly column: number; readonly minutes: number };

type Cell = { readonly row: number; readonly column: number };

/**
 * Requests the undefined cells in at most two calls: whole rows, and whole columns of the other rows. One new
 * student among eighty costs a row and a column, not the matrix.
 */
export const askForMissing = async (
  driveMatrix: MapsProvider['driveMatrix'],
  origins: readonly Place[],
  destinations: readonly Place[],
  known: readonly (readonly (number | undefined)[])[],
): Promise<Pair[]> => {
  const pause = pauses();
  const missing: Cell[] = [];
  for (const [row, cells] of known.entries()) {
    for (const [column, minutes] of cells.entries()) if (minutes === undefined) missing.push({ row, column });
    await pause();
  }
  if (missing.length === 0) return [];
  const { rows, columns } = cover(missing);
  const others = origins.flatMap((_, row) => (rows.has(row) ? [] : [row]));
  const whole = destinations.map((_, column) => column);
  const [byRow, byColumn] = await Promise.all([
    ask(driveMatrix, origins, destinations, [...rows], whole),
    ask(driveMatrix, origins, destinations, others, [...columns]),
  ]);
  const pairs: Pair[] = [];
  for (const { row, column } of missing) {
    const minutes = byRow(row, column) ?? byColumn(row, column);
    if (minutes === undefined || !Number.isFinite(minutes))
      throw new Error('The maps service did not return a requested drive.');
    pairs.push({ row, column, minutes });
    if (pairs.length % 1000 === 0) await pause();
  }
  return pairs;
};

/** Rows and columns that together cover every missing cell: for each cell, the one with more missing cells. */
const cover = (missing: readonly Cell[]): { rows: Set<number>; columns: Set<number> } => {
  const inRow = countBy(missing.map(({ row }) => row));
  const inColumn = countBy(missing.map(({ column }) => column));
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  for (const { row, column } of missing) {
    if (rows.has(row) || columns.has(column)) continue;
    if ((inRow.get(row) ?? 0) >= (inColumn.get(column) ?? 0)) rows.add(row);
    else columns.add(column);
  }
  return { rows, columns };
};

const countBy = (values: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Minutes by row and column, of these rows and columns. */
const ask = async (
  driveMatrix: MapsProvider['driveMatrix'],
  origins: readonly Place[],
  destinations: readonly Place[],
  rows: readonly number[],
  columns: readonly number[],
): Promise<(row: number, column: number) => number | undefined> => {
  if (rows.length === 0 || columns.length === 0) return () => undefined;
  const answer = await driveMatrix(pick(origins, rows), pick(destinations, columns));
  const [rowAt, columnAt] = [indexesOf(rows), indexesOf(columns)];
  return (row, column) => answer[rowAt.get(row) ?? -1]?.[columnAt.get(column) ?? -1];
};

const indexesOf = (values: readonly number[]): Map<number, number> => new Map(values.map((value, i) => [value, i]));

const pick = (places: readonly Place[], indexes: readonly number[]): Place[] =>
  indexes.flatMap((index) => {
    const place = places[index];
    return place === undefined ? [] : [place];
  });
