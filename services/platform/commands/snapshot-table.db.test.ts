import { randomUUID } from 'node:crypto';
import { registrySchema } from '@rondo/projections/runner/registry.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { eraseStudio } from '../../domain/accounts/erasure/erasure-reactor.ts';
import { streamRegistry } from '../postgres/stream-registry.ts';
import { accountsSchema, type AccountsDb } from '../postgres/tables.ts';
import { memoryEventStore } from '../log/memory/memory-event-store.ts';
import { snapshotSchema, snapshotTable } from './snapshot-table.ts';
import { snapshotContract } from './testing/snapshot-contract.ts';

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
  for (const ddl of [accountsSchema, registrySchema, snapshotSchema]) await applySchema(pool, ddl);
  const dialect = new PostgresDialect({ pool });
  return { db: new Kysely<AccountsDb>({ dialect }), projecting: new Kysely<unknown>({ dialect }) };
};

snapshotContract('in PostgreSQL', async () => {
  const { db } = await database();
  const registry = streamRegistry(db);
  return { store: snapshotTable(db), register: (studioId, stream) => registry.register(studioId, stream) };
});

test('erasing a studio deletes only its snapshots, and one written late is dropped', async () => {
  const { db, projecting } = await database();
  const store = memoryEventStore();
  const snapshots = snapshotTable(db);
  const snapshotIn = (studioId: string) => ({
    studioId,
    stream: `schedule-${studioId}.teacher`,
    version: 1,
    revision: 5,
    state: { name: 'Dana' },
  });
  const [gone, staying] = [snapshotIn(randomUUID()), snapshotIn(randomUUID())];
  for (const one of [gone, staying]) {
    await streamRegistry(db).register(one.studioId, one.stream);
    await snapshots.save(one);
  }
  const services = { db, projecting, store, forgetStudio: async () => undefined };
  await eraseStudio(services, gone.studioId);
  expect(await snapshots.find(gone.stream, 1)).toBeUndefined();
  await snapshots.save(gone);
  expect(await snapshots.find(gone.stream, 1)).toBeUndefined();
  expect(await snapshots.find(staying.stream, 1)).toMatchObject({ revision: 5 });
});
