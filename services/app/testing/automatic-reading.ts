import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { startRunner } from '@rondo/projections/runner/runner.ts';
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import type { AccountsDb } from '../../platform/postgres/tables.ts';
import { streamRegistry } from '../../platform/postgres/stream-registry.ts';
import type { EventStore } from '../../platform/log/event-store.ts';
import { postgresEventStore } from '../../platform/log/postgres/postgres-event-store.ts';
import { progressNotices } from '../../platform/models/notices.ts';
import { addressPolicy } from '../../domain/calendars/in/fetching/address-policy.ts';
import { feedHosts } from '../../domain/calendars/in/fetching/feed-hosts.ts';
import { autoSync } from '../../domain/calendars/in/auto-sync.ts';
import { advisoryLocks } from '../../platform/postgres/advisory-locks.ts';
import { feedReader } from '../../domain/calendars/in/reading/feed-reader.ts';
import { savedSettings } from '../../domain/studio/clock.ts';
import { readModels } from '../../platform/models/read-models.ts';
import { writeSideOn } from '../../testing/write-side.ts';
import { allReadModels } from '../read-models.ts';
import { now } from './feed-studio.ts';

/** Keeps Rondo itself from reading calendars until the end: of two that read at once, the later one would note what the feed said before. */
const onlyReader = async (connectionString: string) => {
  const locks = advisoryLocks({ connectionString, connections: 1, patience: 60_000 });
  const { promise: over, resolve: finish } = Promise.withResolvers<void>();
  let whole: Promise<void> = Promise.resolve();
  await new Promise<void>((begin, fail) => {
    whole = locks.hold(['calendar feeds'], () => {
      begin();
      return over;
    });
    whole.catch(fail);
  });
  return {
    end: async (): Promise<void> => {
      finish();
      await whole;
      await locks.close();
    },
  };
};

/** A second process on the same database, whose automatic reading the test controls. @param atEnd told how to stop it */
export const automaticReading = async (
  connectionString: string,
  {
    instant = () => Date.parse(now),
    atEnd = onTestFinished,
    openStore = () => postgresEventStore({ connectionString }),
  }: {
    readonly instant?: () => number;
    readonly atEnd?: (stop: () => Promise<void>) => void;
    readonly openStore?: () => EventStore | Promise<EventStore>;
  } = {},
) => {
  const pool = connectionPool({ connectionString, max: 4, name: 'test' });
  const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  const projecting = new Kysely<unknown>({ dialect: preparedDialect(pool) });
  const store = await openStore();
  const { notices, stop } = await progressNotices({ connectionString, pool });
  const runner = startRunner({
    db: projecting,
    source: store,
    models: allReadModels,
    follows: false,
    notices,
    report: () => undefined,
  });
  const models = readModels(projecting, runner, () => store.head());
  const services = {
    ...writeSideOn(store, streamRegistry(db)),
    db,
    models,
    settingsOf: savedSettings(models),
    now: instant,
    feedAccess: { ...addressPolicy({ allowsPrivate: true }), hosts: feedHosts(db, 20) },
    readFeed: feedReader(),
    hasAccount: async () => true,
  };
  const turn = await onlyReader(connectionString);
  const reading = autoSync({
    services,
    locks: { hold: (_, task) => task() },
    report: (error) => {
      throw error;
    },
  });
  atEnd(async () => {
    await reading.stop();
    await turn.end();
    await runner.stop();
    await stop();
    await store.close();
    await pool.end();
  });
  return reading;
};
