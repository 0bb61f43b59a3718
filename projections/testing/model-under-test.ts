import { Kysely, PostgresDialect, sql } from 'kysely';
import { connectionPool } from '../postgres/pool.ts';
import { applySchema } from '../postgres/schema.ts';
import { applyBatch, CheckpointMoved } from '../runner/apply.ts';
import { registrySchema, createGeneration, exclusions, type Generation } from '../runner/registry.ts';
import type { ReadModel } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { recorder, type Fact } from './facts.ts';
import { scratchDatabase } from './scratch-database.ts';

/** A read model on a real PostgreSQL. */
export const modelUnderTest = async (model: ReadModel) => {
  const { connectionString, drop } = await scratchDatabase();
  const pool = connectionPool({ connectionString, max: 4, name: 'test' });
  await applySchema(pool, registrySchema);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

  const rowsOf = async (generation: Generation): Promise<Record<string, unknown[]>> => {
    const tables = await Promise.all(
      model.tables.map(async (table) => {
        const key = sql.join(table.key.map((column) => sql.ref(column)));
        const found =
          await sql`select * from ${sql.table(`${generation.schema}.${table.name}`)} order by ${key}`.execute(db);
        return [table.name, found.rows] as const;
      }),
    );
    return Object.fromEntries(tables);
  };

  let newest: Generation | undefined;

  /** Applies events in batches of a given size, each delivered twice: the second delivery must be rejected and change nothing. */
  const build = async (events: readonly SourceEvent[], batchSize: number): Promise<Record<string, unknown[]>> => {
    let generation = await createGeneration(db, model, 'building');
    for (let i = 0; i < events.length; i += batchSize) {
      const batch = events.slice(i, i + batchSize);
      const upTo = batch.at(-1)?.position ?? '0';
      const excluded = await exclusions(db, generation);
      const first = await applyBatch(
        db,
        model,
        generation,
        { events: batch, upTo, after: generation.position },
        excluded,
      );
      const before = JSON.stringify(await rowsOf(generation));
      const again = await applyBatch(
        db,
        model,
        generation,
        { events: batch, upTo, after: generation.position },
        excluded,
      ).then(
        ({ written }) => written,
        (error: unknown) => !(error instanceof CheckpointMoved),
      );
      if (again) throw new Error('A batch was applied twice.');
      if (JSON.stringify(await rowsOf(generation)) !== before) throw new Error('A refused batch changed rows.');
      // Nothing in the batch concerns the model: the checkpoint stays.
      if (first.written) generation = { ...generation, position: upTo };
    }
    const { parked } = await exclusions(db, generation);
    if (parked.size > 0) throw new Error(`Parked: ${[...parked].join()}`);
    newest = generation;
    return rowsOf(generation);
  };

  return {
    /** For a model's queries: the tables that result from the last events. */
    tables: (): Kysely<unknown> => {
      if (!newest) throw new Error('No facts yet.');
      return db.withSchema(newest.schema);
    },
    /** The model's rows after these events: the same event by event and in one batch, with duplicate deliveries. */
    after: async (...facts: readonly Fact[]): Promise<Record<string, unknown[]>> => {
      const events = facts.map(recorder());
      const [single, together] = [await build(events, 1), await build(events, 500)];
      if (JSON.stringify(single) !== JSON.stringify(together))
        throw new Error(`Batches change the rows: ${JSON.stringify({ single, together })}`);
      return single;
    },
    close: async () => {
      await pool.end();
      await drop();
    },
  };
};
