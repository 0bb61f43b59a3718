import { sql, type Kysely } from 'kysely';
import type { ReadModel, Table } from '../runner/read-model.ts';
import { liveGeneration } from '../runner/registry.ts';
import { ModelNotReady } from '../runner/model-progress.ts';
import type { Position } from '../runner/source.ts';

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
