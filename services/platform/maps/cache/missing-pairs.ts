import { pauses } from '@rondo/projections/pacing/pauses.ts';
import type { MapsFailure } from '../failure.ts';
import type { Drive, MapsProvider, Place } from '../provider.ts';

/** One cell of a matrix. */
export type Pair = Drive & { readonly row: number; readonly column: number };

/** The cells that were answered, why the others are missing, and for how many pairs the service charges. */
type Answers = { readonly pairs: readonly Pair[]; readonly failure: MapsFailure | null; readonly charged: number };

type Question = { readonly origins: readonly Place[]; readonly destinations: readonly Place[] };

/** Requests the missing cells of a matrix, and of its rows and columns only those that have one. */
export const askForMissing = async (
  driveMatrix: MapsProvider['driveMatrix'],
  { origins, destinations }: Question,
  isMissing: (row: number, column: number) => boolean,
): Promise<Answers> => {
  const pause = pauses();
  const missing: { row: number; column: number }[] = [];
  for (const row of origins.keys()) {
    for (const column of destinations.keys()) if (isMissing(row, column)) missing.push({ row, column });
    await pause();
  }
  if (missing.length === 0) return { pairs: [], failure: null, charged: 0 };
  const rows = [...new Set(missing.map(({ row }) => row))];
  const columns = [...new Set(missing.map(({ column }) => column))].toSorted((a, b) => a - b);
  const { drives, failure, charged } = await driveMatrix(
    pick(origins, rows),
    pick(destinations, columns),
    (row, column) => isMissing(rows[row] ?? -1, columns[column] ?? -1),
  );
  const [rowAt, columnAt] = [indexesOf(rows), indexesOf(columns)];
  const pairs: Pair[] = [];
  for (const [i, { row, column }] of missing.entries()) {
    const drive = drives[rowAt.get(row) ?? -1]?.[columnAt.get(column) ?? -1] ?? null;
    if (drive !== null && Number.isFinite(drive.minutes)) pairs.push({ row, column, ...drive });
    else if (failure === null) throw new Error('The maps service did not return a requested drive.');
    if (i % 1000 === 0) await pause();
  }
  return { pairs, failure, charged };
};

const indexesOf = (values: readonly number[]): Map<number, number> => new Map(values.map((value, i) => [value, i]));

const pick = (places: readonly Place[], indexes: readonly number[]): Place[] =>
  indexes.flatMap((index) => {
    const place = places[index];
    return place === undefined ? [] : [place];
  });
