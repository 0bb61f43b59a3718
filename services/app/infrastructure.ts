import { registrySchema } from '@rondo/projections/runner/registry.ts';
import { Kysely } from 'kysely';
import type pg from 'pg';
import { accountsSchema, followedAccounts, type AccountsDb } from '../platform/postgres/tables.ts';
import { commandKeysSchema } from '../platform/commands/command-keys.ts';
import { snapshotSchema } from '../platform/commands/snapshot-table.ts';
import { feedHostsSchema } from '../domain/calendars/in/fetching/feed-hosts.ts';
import { feedStatesSchema } from '../domain/calendars/in/feed-states.ts';
import type { Config } from './config/config.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import { identityOf } from '../platform/log/identity.ts';
import { currentLog, knownLogsSchema } from '../platform/log/known-logs.ts';
import { openEventStore } from './own-log.ts';
import { mapsCacheSchema } from '../platform/maps/cache/schema.ts';
import { momentSchema } from '../platform/models/moments/moment-storage.ts';
import { openRuns, runsSchema, type Runs } from '../domain/planning/run/runs.ts';
import { advisoryLocks, type Locks } from '../platform/postgres/advisory-locks.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/embedded-postgres.ts';
import { connectionsFor } from '../platform/kit/admission.ts';
import { bePresent } from '../platform/postgres/presence.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';

/** Shutdown hooks, run in the reverse order of the start. */
export class ShutdownHooks {
  readonly #hooks: (() => Promise<unknown>)[] = [];

  add(hook: () => Promise<unknown>): void {
    this.#hooks.push(hook);
  }

  async run(): Promise<void> {
    for (let hook = this.#hooks.pop(); hook; hook = this.#hooks.pop()) await hook();
  }
}

export type Infrastructure = {
  readonly connectionString: string;
  readonly pool: pg.Pool;
  readonly db: Kysely<AccountsDb>;
  /** For projections: their commits do not wait for the disk. */
  readonly projecting: Kysely<unknown>;
  readonly store: EventStore;
  readonly runs: Runs;
  readonly locks: Locks;
  /** Held while a studio's lessons are billed, or changed after they were looked up among the billed ones. */
  readonly billingLocks: Locks;
};

/**
 * The database, the embedded one unless another is configured, its owned tables, and the event log.
 * @throws WrongConfiguration while the log is being moved
 */
export const startInfrastructure = async (
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'ROLES' | 'EVENTSTORE_URL' | 'EVENTSTORE_MAX_APPEND_SIZE'>,
  shutdown: ShutdownHooks,
  { say, evicted }: { say: (line: string) => void; evicted?: ((why: Error) => void) | undefined },
): Promise<Infrastructure> => {
  const connectionString = config.DATABASE_URL ?? (await startDatabase(config.DATA_DIR, shutdown, say));
  let isStillOurs = async () => true;
  const presence = await bePresent({ connectionString, evicted, stillOurs: () => isStillOurs() });
  shutdown.add(() => presence.stop());
  const sizes = poolSizes(config.ROLES);
  const pool = connectionPool({
    connectionString,
    max: sizes.serving,
    name: 'rondo',
    answersWithin: 10_000,
    admit: connectionsFor(sizes.serving),
  });
  shutdown.add(() => pool.end());
  // Rows and checkpoint are lost together and rebuilt from the log, so their commits need not wait for the disk.
  const projecting = connectionPool({
    connectionString,
    max: sizes.projecting,
    name: 'rondo projector',
    asynchronousCommit: true,
    byIndexes: true,
    answersWithin: 30_000,
  });
  shutdown.add(() => projecting.end());
  for (const ddl of [
    accountsSchema,
    snapshotSchema,
    momentSchema,
    commandKeysSchema,
    runsSchema,
    registrySchema,
    mapsCacheSchema.join('\n'),
    feedStatesSchema,
    feedHostsSchema,
    knownLogsSchema,
    followedAccounts,
  ])
    await applySchema(pool, ddl);
  const store = await openEventStore(config, connectionString);
  shutdown.add(() => store.close());
  const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  isStillOurs = async () => {
    const current = await currentLog(db);
    return current === undefined || current.logId === (await identityOf(store));
  };
  const runs = await openRuns({ pool, connectionString });
  shutdown.add(() => runs.close());
  const locks = advisoryLocks({ connectionString });
  shutdown.add(() => locks.close());
  // Connections of their own: a task that waits for them can hold a student's lock.
  const billingLocks = advisoryLocks({ connectionString, connections: 4, patience: 25_000 });
  shutdown.add(() => billingLocks.close());
  return {
    connectionString,
    pool,
    store,
    runs,
    locks,
    billingLocks,
    db,
    projecting: new Kysely<unknown>({ dialect: preparedDialect(projecting) }),
  };
};

/** The connection limit: each followed model may use one and the leases hold one; a process with one role needs few for the other. */
const poolSizes = (roles: Config['ROLES']) => ({
  serving: roles.includes('api') ? 12 : 4,
  projecting: roles.includes('projector') ? 10 : 2,
});

const startDatabase = async (
  dataDir: string,
  shutdown: ShutdownHooks,
  say: (line: string) => void,
): Promise<string> => {
  const embedded = await startEmbeddedPostgres({ dataDir, say });
  shutdown.add(() => embedded.stop());
  return embedded.connectionString;
};
