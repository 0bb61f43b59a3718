import { registrySchema } from '@rondo/projections/runner/registry.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { accountsSchema, type AccountsDb } from '../../postgres/tables.ts';
import { eraseStudio } from '../../../domain/accounts/erasure/erasure-reactor.ts';
import { streamRegistry } from '../../postgres/stream-registry.ts';
import { memoryEventStore } from '../../log/memory/memory-event-store.ts';
import { momentSchema, momentTable } from './moment-storage.ts';
import { momentStorageContract } from './testing/moment-storage-contract.ts';

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanups) await cleanUp();
});

const database = async () => {
  const { connectionString, drop } = await scratchDatabase();
  const pool = connectionPool({ connectionString, max: 2, name: 'test' });
  cleanups.push(async () => {
    await pool.end();
    await drop();
  });
  for (const ddl of [accountsSchema, registrySchema, momentSchema]) await applySchema(pool, ddl);
  const dialect = new PostgresDialect({ pool });
  return { db: new Kysely<AccountsDb>({ dialect }), projecting: new Kysely<unknown>({ dialect }) };
};

momentStorageContract('in PostgreSQL', async () => {
  const { db } = await database();
  const registry = streamRegistry(db);
  return { storage: momentTable(db), register: (studioId, stream) => registry.register(studioId, stream) };
});

test('erasing a studio deletes only its stored moments, and one written late is dropped', async () => {
  const { db, projecting } = await database();
  const storage = momentTable(db);
  const save = (studioId: string) =>
    storage.save(
      { studioId, model: 'lessons', shape: 'one' },
      { events: 500, stream: `schedule-${studioId}.teacher`, place: {}, parts: [{ name: 'Dana' }] },
    );
  for (const studioId of ['gone', 'staying']) {
    await streamRegistry(db).register(studioId, `schedule-${studioId}.teacher`);
    await save(studioId);
  }
  const store = memoryEventStore();
  await eraseStudio({ db, projecting, store, forgetStudio: async () => undefined }, 'gone');
  await save('gone');
  const places = (studioId: string) => storage.places({ studioId, model: 'lessons', shape: 'one' });
  expect([await places('gone'), await places('staying')]).toEqual([[], [{ events: 500, place: {} }]]);
});
