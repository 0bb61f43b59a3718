import { sql, type Kysely } from 'kysely';
import type { z } from 'zod';
import { mapWithPauses } from '../pacing/pauses.ts';
import { ModelNotReady } from '../runner/model-progress.ts';
import type { ReadModel, RowKey, Table } from '../runner/read-model.ts';
import { liveGeneration } from '../runner/registry.ts';
import type { Position } from '../runner/source.ts';

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

type Row = Record<string, unknown>;

/** What a studio has in the tables of a model, all as of one position in the log. */
export type StudioRows = {
  readonly position: Position | null;
  readonly rowsOf: (table: Table) => readonly Row[];
};

/** Reads a studio's rows of a model's live generation together with its checkpoint. @throws ModelNotReady */
export const studioRows = (db: Kysely<unknown>, model: ReadModel, studioId: string): Promise<StudioRows> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const generation = await liveGeneration(tx, model);
      if (!generation) throw new ModelNotReady(model.name);
      const found = new Map<Table, readonly Row[]>();
      for (const table of model.tables) {
        const from = sql.table(`${generation.schema}.${table.name}`);
        const { rows } = await sql<Row>`select * from ${from} where studio_id = ${studioId}`.execute(tx);
        found.set(table, rows);
      }
      return { position: generation.position, rowsOf: (table) => found.get(table) ?? [] };
    });
