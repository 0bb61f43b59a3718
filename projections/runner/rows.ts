import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { mapWithPauses } from '../pacing/pauses.ts';
import type { RowKey, Table } from './read-model.ts';

/** Where the rows of tables are, whatever the tables. */
type Rows = Pick<Kysely<Record<string, Record<string, unknown>>>, 'selectFrom'>;

const select = (db: Rows, table: Table, key: RowKey) =>
  key.reduce((query, value, i) => query.where(table.key[i] ?? '', '=', value), db.selectFrom(table.name));

/** A studio's rows of a table, in no order. */
export const listRows = async <Shape extends z.ZodObject>(
  db: Rows,
  table: Table<Shape>,
  studioId: string,
): Promise<z.output<Shape>[]> => {
  const rows = await select(db, table, [studioId]).selectAll().execute();
  return mapWithPauses(rows, (row) => table.row.parse(row));
};

export const findRow = async <Shape extends z.ZodObject>(
  db: Rows,
  table: Table<Shape>,
  key: RowKey,
): Promise<z.output<Shape> | undefined> => {
  const row = await select(db, table, key).selectAll().executeTakeFirst();
  return row && table.row.parse(row);
};

/** How many rows a studio has in a table. */
export const countRows = async (db: Rows, table: Table, studioId: string): Promise<number> => {
  const { count } = await select(db, table, [studioId])
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
