import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { connectionPool } from '../postgres/pool.ts';
import { applySchema } from '../postgres/schema.ts';
import { registrySchema } from '../runner/registry.ts';
import type { ReadModel } from '../runner/read-model.ts';
import { startRunner, type Runner } from '../runner/runner.ts';
import type { EventSource } from '../runner/source.ts';
import { scratchDatabase } from './scratch-database.ts';
import { tallyModel } from './tally-model.ts';

/** How long tests wait for what a runner does by itself. */
export const soon = { timeout: 30_000, interval: 10 };

/** Waits until models have reached a position. */
export const reaches = (runner: Runner, position: string, models = ['tally']): Promise<boolean> =>
  runner.waitFor({ models, position, milliseconds: soon.timeout });

export const statusOf = (runner: Runner, model = 'tally') => runner.status().find((status) => status.model === model);

type GenerationRow = { schema_name: string; state: string; position: string | null };
type ParkedRow = { schema_name: string; studio_id: string; position: string; error: string };

/** Runners on a real PostgreSQL, as separate processes would run them. */
export const runnersUnderTest = async () => {
  const { connectionString, drop } = await scratchDatabase();
  const pool = connectionPool({ connectionString, max: 10, name: 'test' });
  await applySchema(pool, registrySchema);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const listener = new pg.Client({ connectionString });
  await listener.connect();
  await listener.query('listen read_model_live');
  const running = new Set<Runner>();

  return {
    db,
    /** Starts another process's runner. `deaf` ones learn of another live generation only through `hear`. */
    start: (
      source: EventSource,
      { models = [tallyModel()], deaf = false }: { models?: ReadModel[]; deaf?: boolean } = {},
    ) => {
      const problems: { model: string; error: unknown }[] = [];
      const hearing = new Set<(model: string) => void>();
      const losing = new Set<() => void>();
      const lose = (): void => losing.forEach((callback) => callback());
      const hear = (model: string): void => hearing.forEach((callback) => callback(model));
      if (!deaf) listener.on('notification', ({ payload = '' }) => hear(payload));
      const runner = startRunner({
        db,
        source,
        models,
        follows: true,
        notices: {
          onLiveChanged: (callback) => void hearing.add(callback),
          onLost: (callback) => void losing.add(callback),
          onProgress: () => undefined,
          announce: () => undefined,
        },
        report: (problem) => problems.push(problem),
      });
      running.add(runner);
      const stop = async (): Promise<void> => {
        running.delete(runner);
        await runner.stop();
      };
      return { ...runner, stop, problems, hear, lose };
    },
    /** "studio scales 3" for each row of a model's schema. */
    tallies: async (schema: string): Promise<string[]> => {
      const found = await sql<{ studio_id: string; item: string; count: number }>`
        select studio_id, item, count from ${sql.table(`${schema}.tallies`)} order by studio_id, item`.execute(db);
      return found.rows.map(({ studio_id, item, count }) => `${studio_id} ${item} ${count}`);
    },
    generations: async (): Promise<GenerationRow[]> =>
      (
        await sql<GenerationRow>`select schema_name, state, position from projections.read_models order by schema_name`.execute(
          db,
        )
      ).rows,
    parked: async (): Promise<ParkedRow[]> =>
      (
        await sql<ParkedRow>`select schema_name, studio_id, position, error from projections.parked_studios
          order by schema_name, studio_id`.execute(db)
      ).rows,
    close: async () => {
      for (const runner of running) await runner.stop();
      await listener.end();
      await pool.end();
      await drop();
    },
  };
};
