import { randomUUID } from 'node:crypto';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { liveGeneration, registrySchema } from '@rondo/projections/runner/registry.ts';
import type { ReadModel } from '@rondo/projections/runner/read-model.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { default as pg } from 'pg';
import { accountsSchema, type AccountsDb } from '../platform/postgres/tables.ts';
import { WrongConfiguration } from '../platform/kit/errors.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import { identify, identityOf } from '../platform/log/identity.ts';
import {
  capitalized,
  currentLog,
  engineAt,
  forgetFormer,
  knownLogs,
  knownLogsSchema,
  logName,
  noteTarget,
  withId,
  type IdentifiedLog,
} from '../platform/log/known-logs.ts';
import { moveLog, type Moved, type OpenLog, placesSchema } from '../log-move/move-log.ts';
import { interrupted, MoveStopped, type Progress } from '../log-move/progress.ts';
import { openMaps, type MapsSettings } from '../platform/maps/open-maps.ts';
import { momentSchema } from '../platform/models/moments/moment-storage.ts';
import { beAlone } from '../platform/postgres/presence.ts';
import type { Config } from './config/config.ts';
import { openEventStore, ownLog } from './own-log.ts';
import { allReadModels } from './read-models.ts';
import { toolReactors } from './reactors.ts';

export type MoveOptions = {
  readonly config: Pick<Config, 'EVENTSTORE_URL' | 'EVENTSTORE_MAX_APPEND_SIZE'> & MapsSettings;
  readonly connectionString: string;
  /** Where to: the address of an EventStoreDB, or `postgres`. */
  readonly to: string;
  readonly progress: Progress;
  /** Test hook: watches the calls to both logs. */
  readonly watched?: (store: EventStore, side: 'source' | 'target') => EventStore;
};

/** Both logs of a move. */
export type LogsMoved = Moved & { readonly from: IdentifiedLog; readonly into: IdentifiedLog };

type Closing = (() => Promise<unknown>)[];

const usage = '--to takes the address of an EventStoreDB, esdb://... or esdb+discover://..., or postgres';

/** @throws WrongConfiguration */
const addressOf = (to: string): string | undefined => {
  if (to === 'postgres') return undefined;
  if (/^esdb(\+discover)?:\/\//.test(to)) return to;
  throw new WrongConfiguration(`These settings are wrong:\n  --to: ${usage}.`);
};

/** The address of the log that the database belongs to. @throws WrongConfiguration when the settings do not tell it */
const addressOfSource = async (db: Kysely<AccountsDb>, configured: string | undefined): Promise<string | undefined> => {
  const current = await currentLog(db);
  if (current?.engine === 'postgres') return undefined;
  if (current && configured === undefined)
    throw new WrongConfiguration(
      `These settings are wrong:\n  EVENTSTORE_URL: set it to the address of ${withId(current.name, current.logId)}, which is the log to be moved.`,
    );
  return configured;
};

const hasEvents = async (store: EventStore): Promise<boolean> => {
  const stop = new AbortController();
  let found = false;
  for await (const { events, caughtUp } of store.subscribe({ after: null, prefixes: [''], signal: stop.signal })) {
    found ||= events.length > 0;
    if (found || caughtUp) stop.abort();
  }
  return found || (await store.deletedStreams()).length > 0;
};

/** The target as this database knows it, or an empty log that it takes. @throws MoveStopped for any other */
const claimTarget = async (db: Kysely<AccountsDb>, store: EventStore, address: string | undefined) => {
  const target = { engine: engineAt(address), name: logName(address) };
  const logId = await identityOf(store);
  if (logId !== null) {
    const known = (await knownLogs(db)).find((one) => one.logId === logId);
    if (!known)
      throw new MoveStopped(
        `${capitalized(withId(target.name, logId))} belongs to another installation of Rondo; move to a log that is empty.`,
      );
    if (known.state === 'current')
      throw new MoveStopped(`${capitalized(withId(target.name, logId))} is already the log of this database.`);
    await noteTarget(db, { ...target, logId });
    return { ...target, logId, isFresh: false };
  }
  if (await hasEvents(store))
    throw new MoveStopped(
      `${capitalized(target.name)} has events, but was never filled from this database; move to a log that is empty.`,
    );
  const offered = { ...target, logId: randomUUID() };
  await noteTarget(db, offered);
  if ((await identify(store, offered.logId)) !== offered.logId)
    throw new MoveStopped(`Another installation of Rondo has just taken ${target.name}; move to a log that is empty.`);
  return { ...offered, isFresh: true };
};

/** A restore names positions of the old log until it has ended. @throws MoveStopped */
const refuseRunningRestores = async (db: Kysely<unknown>, reactors: readonly ReadModel[]): Promise<void> => {
  const model = reactors.find(({ name }) => name === 'restores');
  const live = model && (await liveGeneration(db, model));
  if (!live) return;
  const { rows } = await sql`select 1 from ${sql.table(`${live.schema}.running`)} limit 1`.execute(db);
  if (rows.length > 0)
    throw new MoveStopped('A restore has not ended: start Rondo on the log that it has, and move the log afterwards.');
};

const openLogs = async (
  { config, connectionString, to, watched = (store) => store }: MoveOptions,
  db: Kysely<AccountsDb>,
  closing: Closing,
): Promise<{ source: OpenLog; target: OpenLog & { isFresh: boolean } }> => {
  const target = addressOf(to);
  const source = await addressOfSource(db, config.EVENTSTORE_URL);
  if (source === target) throw new MoveStopped(`${capitalized(logName(target))} is already the log of this database.`);
  const open = async (address: string | undefined, setting: string): Promise<EventStore> => {
    const store = await openEventStore({ ...config, EVENTSTORE_URL: address }, connectionString, setting);
    closing.push(() => store.close());
    return watched(store, setting === '--to' ? 'target' : 'source');
  };
  const from = await open(source, 'EVENTSTORE_URL');
  const own = await ownLog({ db, store: from, address: source });
  const into = await open(target, '--to');
  return { source: { ...own, store: from }, target: { ...(await claimTarget(db, into, target)), store: into } };
};

const withPools = async <T>(
  connectionString: string,
  closing: Closing,
  use: (pools: { own: pg.Pool; projecting: pg.Pool }) => Promise<T>,
): Promise<T> => {
  const own = connectionPool({ connectionString, max: 4, name: 'rondo move' });
  closing.push(() => own.end());
  const name = 'rondo move projector';
  const options = { connectionString, max: allReadModels.length + 2, name, asynchronousCommit: true, byIndexes: true };
  const projecting = connectionPool(options);
  closing.push(() => projecting.end());
  return use({ own, projecting });
};

const schemas = [accountsSchema, registrySchema, knownLogsSchema, momentSchema, placesSchema];

/**
 * Moves the log of a database, while no other process works with it, to an EventStoreDB or back into PostgreSQL.
 * @throws WrongConfiguration, MoveStopped
 */
export const moveLogOf = async (options: MoveOptions): Promise<LogsMoved> => {
  const { config, connectionString, progress } = options;
  const alone = await beAlone(connectionString);
  const closing: Closing = [() => alone.stop()];
  try {
    return await withPools(connectionString, closing, async ({ own, projecting }) => {
      for (const ddl of schemas) await applySchema(own, ddl);
      const db = new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool: own }) });
      const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: own }) });
      const { source, target } = await openLogs(options, db, closing);
      const rows = new Kysely<unknown>({ dialect: preparedDialect(projecting) });
      const maps = openMaps(config, own, ({ message }) => progress.say(message));
      const reactors = toolReactors({ pool: own, projecting: rows, store: source.store, maps });
      await refuseRunningRestores(tables, reactors);
      progress.say(`Moving from ${withId(source.name, source.logId)} to ${withId(target.name, target.logId)}.`);
      const moved = await moveLog({
        db: tables,
        projecting: rows,
        source,
        target,
        models: allReadModels,
        reactors,
        progress,
        checkAlone: () => alone.check(),
        // Rows at moments name positions of the old log. They are a cache.
        alsoInSwitch: async (tx) => {
          await sql`delete from moments.stored`.execute(tx);
        },
      });
      return { ...moved, from: source, into: target };
    });
  } catch (error) {
    throw error instanceof WrongConfiguration ? error : interrupted(error);
  } finally {
    for (let close = closing.pop(); close; close = closing.pop()) await close();
  }
};

/**
 * Deletes the log in PostgreSQL that the database had before it was moved.
 * @throws MoveStopped when that log is in use, or there is none
 */
export const dropLogInPostgres = async (connectionString: string): Promise<void> => {
  const alone = await beAlone(connectionString);
  const closing: Closing = [() => alone.stop()];
  try {
    await withPools(connectionString, closing, async ({ own }) => {
      await applySchema(own, knownLogsSchema);
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: own }) });
      if ((await currentLog(db))?.engine !== 'eventstoredb')
        throw new MoveStopped(
          'The log in PostgreSQL is the one that this database has; it is dropped only after a move.',
        );
      await db.transaction().execute(async (tx) => {
        await sql`drop schema if exists event_log cascade`.execute(tx);
        await forgetFormer(tx, 'postgres');
      });
    });
  } finally {
    for (let close = closing.pop(); close; close = closing.pop()) await close();
  }
};
