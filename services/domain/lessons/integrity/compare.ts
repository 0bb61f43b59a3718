import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import type { ReadModel, Table } from '@rondo/projections/runner/read-model.ts';
import { studioRows } from '@rondo/projections/rows/read-rows.ts';
import type { Services } from '../../../platform/kit/services.ts';

type Row = Readonly<Record<string, unknown>>;

/** How a studio's rows in a read model differ from those that the log gives. */
export type ModelComparison = {
  readonly name: string;
  /** Rows of the read model. */
  readonly rows: number;
  /** Rows that only the log gives. */
  readonly missing: number;
  /** Rows that the log does not give. */
  readonly extra: number;
  readonly changed: number;
};

const keyOf = (table: Table, row: Row): string => table.key.map((column) => String(row[column])).join('\0');

/** A row as the database would return it: times with six digits, and no undefined fields inside. */
const asStored = (table: Table, row: Row): unknown => {
  const types: Readonly<Record<string, string>> = table.columns;
  const plain = Object.entries(row).map(([column, value]) => [
    column,
    types[column] === 'timestamptz' && typeof value === 'string' ? instantOf(value) : value,
  ]);
  return JSON.parse(JSON.stringify(Object.fromEntries(plain)));
};

/** How many rows are compared before other requests have their turn. */
const batch = 500;

const compareTable = async (
  table: Table,
  stored: readonly Row[],
  folded: readonly Row[],
): Promise<Omit<ModelComparison, 'name'>> => {
  const expected = new Map(folded.map((row) => [keyOf(table, row), row]));
  let [extra, changed] = [0, 0];
  for (const [i, found] of stored.entries()) {
    if (i % batch === batch - 1) await turn();
    const row = table.row.parse(found);
    const key = keyOf(table, row);
    const then = expected.get(key);
    expected.delete(key);
    if (!then) extra += 1;
    else if (!isDeepStrictEqual(asStored(table, row), asStored(table, then))) changed += 1;
  }
  return { rows: stored.length, missing: expected.size, extra, changed };
};

/** Compares a studio's rows in every read model with a fold of the log up to the position that the rows include. */
export const compareReadModels = async (
  { models, moments }: Pick<Services, 'models' | 'moments'>,
  readModels: readonly ReadModel[],
  studioId: string,
): Promise<ModelComparison[]> => {
  const compared: ModelComparison[] = [];
  for (const model of readModels) {
    const { position, rowsOf: stored } = await studioRows(models.db, model, studioId);
    const folded = position === null ? null : await moments.momentOf(studioId, { position }).of(model);
    const tables: Omit<ModelComparison, 'name'>[] = [];
    for (const table of model.tables) tables.push(await compareTable(table, stored(table), folded?.rows(table) ?? []));
    const sum = (figure: 'rows' | 'missing' | 'extra' | 'changed') =>
      tables.reduce((total, table) => total + table[figure], 0);
    compared.push({
      name: model.name,
      rows: sum('rows'),
      missing: sum('missing'),
      extra: sum('extra'),
      changed: sum('changed'),
    });
  }
  return compared;
};
