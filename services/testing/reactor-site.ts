import { randomUUID } from 'node:crypto';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { registrySchema } from '@rondo/projections/runner/registry.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { startRunner, type Runner } from '@rondo/projections/runner/runner.ts';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import { accountsSchema, type AccountsDb } from '../platform/postgres/tables.ts';
import type { CommandContext } from '../platform/commands/aggregate.ts';
import { LogUnavailable, type EventStore } from '../platform/log/event-store.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { rosterOf } from './roster.ts';
import { schedules } from '../domain/schedule/testing/schedules-of.ts';
import { writeSideOn } from './write-side.ts';

/** When a process dies: at its nth write, before or after it takes effect. */
export type Death = { readonly atWrite: number; readonly when: 'before' | 'after' };

/** A log whose process dies at a write; after that it does nothing. */
const mortal = (store: EventStore, death: Death | null): { store: EventStore; died: Promise<void> } => {
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  let writes = 0;
  const killed = (): Error => {
    die();
    return new LogUnavailable('Killed.');
  };
  const write = async <T>(effect: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (!death || writes < death.atWrite) return effect();
    if (writes > death.atWrite || death.when === 'before') throw killed();
    await effect();
    throw killed();
  };
  return {
    died,
    store: {
      ...store,
      append: (stream, expected, events) => write(() => store.append(stream, expected, events)),
      deleteStreams: (streams) => write(() => store.deleteStreams(streams)),
    },
  };
};

/** The write side and its reactors on a real PostgreSQL, one process after another. */
export const reactorSite = async () => {
  const { connectionString, drop } = await scratchDatabase();
  const pool = connectionPool({ connectionString, max: 10, name: 'test' });
  for (const ddl of [accountsSchema, registrySchema]) await applySchema(pool, ddl);
  const db = new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) });
  const projecting = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const log = await postgresEventStore({ connectionString });
  const running = new Set<Runner>();

  /** The commands of one process; no state outlives it. */
  const commands = (store: EventStore) => {
    const services = writeSideOn(store, streamRegistry(db));
    return { ...services, schedules: schedules(services), roster: rosterOf(services) };
  };

  return {
    db,
    projecting,
    ...commands(log),
    /** Starts a process with one reactor, which dies if so configured. */
    start: (reactorOf: (dependencies: ReturnType<typeof commands>) => ReadModel, death: Death | null = null) => {
      const { store, died } = mortal(log, death);
      const model = reactorOf(commands(store));
      const runner = startRunner({
        db: projecting,
        source: store,
        models: [model],
        follows: true,
        notices: {
          onLiveChanged: () => undefined,
          onLost: () => undefined,
          onProgress: () => undefined,
          announce: () => undefined,
        },
        report: () => undefined,
      });
      running.add(runner);
      return {
        died,
        status: () => runner.status(),
        /** Resolves when the reactor has handled everything in the log. */
        settled: async (): Promise<void> => {
          const position = await log.head();
          if (position === null) return;
          const done = await runner.waitFor({ models: [model.name], position, milliseconds: 15_000 });
          if (!done) throw new Error(`${model.name}: ${runner.status()[0]?.lastError}`);
        },
        stop: async (): Promise<void> => {
          running.delete(runner);
          await runner.stop();
        },
      };
    },
    close: async () => {
      for (const runner of running) await runner.stop();
      await log.close();
      await pool.end();
      await drop();
    },
  };
};
export type ReactorSite = Awaited<ReturnType<typeof reactorSite>>;

/** The context of a user's command in a studio. */
export const commandIn = (studioId: string): CommandContext => {
  const commandId = randomUUID();
  return { studioId, actor: 'dana', commandId, correlationId: commandId, causationId: commandId };
};
