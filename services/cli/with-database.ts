import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { registrySchema } from '@rondo/projections/runner/registry.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import type { EventSource } from '@rondo/projections/runner/source.ts';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { readConfig } from '../app/config/config.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import { accountsSchema, type AccountsDb } from '../platform/postgres/tables.ts';
import type { StreamRegistry } from '../platform/commands/command-handler.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import { knownLogsSchema } from '../platform/log/known-logs.ts';
import { openEventStore } from '../app/own-log.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres.ts';
import { ownLog } from '../app/own-log.ts';
import { openMaps } from '../platform/maps/open-maps.ts';
import { toolReactors } from '../app/tool-reactors.ts';
import { bePresent } from '../platform/postgres/presence.ts';

/** Runs a tool on the configured database: DATABASE_URL, the embedded server that a running Rondo uses, or that server started for the tool. */
export const withDatabase = async <T>(use: (connectionString: string) => Promise<T>): Promise<T> => {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  const running = DATABASE_URL ?? (await runningEmbeddedPostgres(DATA_DIR));
  if (running !== undefined) return use(running);
  const server = await startEmbeddedPostgres({ dataDir: DATA_DIR, say: (line) => console.error(line) });
  try {
    return await use(server.connectionString);
  } finally {
    await server.stop();
  }
};

/**
 * Gives a tool the log that the database belongs to.
 * @throws WrongConfiguration for another log, and while the log is being moved
 */
const withOwnLog = async <T>(
  connectionString: string,
  pool: pg.Pool,
  use: (store: EventStore) => Promise<T>,
): Promise<T> => {
  const config = readConfig(process.env);
  const presence = await bePresent({ connectionString });
  try {
    for (const ddl of [accountsSchema, registrySchema, knownLogsSchema]) await applySchema(pool, ddl);
    const store = await openEventStore(config, connectionString);
    try {
      const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
      await ownLog({ db, store, address: config.EVENTSTORE_URL });
      return await use(store);
    } finally {
      await store.close();
    }
  } finally {
    await presence.stop();
  }
};

/** Gives a tool the read models' database and the log that they are built from. */
export const withReadModels = (
  use: (parts: {
    readonly db: Kysely<unknown>;
    readonly source: EventSource;
    readonly store: EventStore;
    readonly connectionString: string;
  }) => Promise<void>,
): Promise<void> =>
  withDatabase(async (connectionString) => {
    const pool = connectionPool({
      connectionString,
      max: 4,
      name: 'rondo tool',
      asynchronousCommit: true,
      byIndexes: true,
    });
    try {
      await withOwnLog(connectionString, pool, async (store) => {
        const db = new Kysely<unknown>({ dialect: preparedDialect(pool) });
        await use({ db, source: store, store, connectionString });
      });
    } finally {
      await pool.end();
    }
  });

/** Also gives a tool the reactors, with the commands that they send. */
export const withReactors = (
  use: (parts: {
    readonly db: Kysely<unknown>;
    readonly source: EventSource;
    readonly reactors: readonly ReadModel[];
  }) => Promise<void>,
): Promise<void> =>
  withReadModels(async ({ db, source, store, connectionString }) => {
    // Unlike a read model's rows, what reactors write outside the log must be on disk.
    const pool = connectionPool({ connectionString, max: 4, name: 'rondo tool' });
    try {
      const config = readConfig(process.env);
      const maps = openMaps(config, pool, (error) => console.error(error.message));
      const reactors = toolReactors({ pool, projecting: db, store, maps });
      await use({ db, source, reactors });
    } finally {
      await pool.end();
    }
  });

/** Gives a tool the log and the list of its streams. */
export const withLog = <T>(
  use: (parts: { readonly store: EventStore; readonly registry: StreamRegistry }) => Promise<T>,
): Promise<T> =>
  withDatabase(async (connectionString) => {
    const pool = connectionPool({ connectionString, max: 2, name: 'rondo tool' });
    try {
      return await withOwnLog(connectionString, pool, (store) =>
        use({ store, registry: streamRegistry(new Kysely<AccountsDb>({ dialect: preparedDialect(pool) })) }),
      );
    } finally {
      await pool.end();
    }
  });

/** Runs a command line's main function: a failure prints one sentence on stderr and exits with 1. */
export const runTool = async (main: () => Promise<number>): Promise<void> => {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
};
