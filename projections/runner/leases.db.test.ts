import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectionPool } from '../postgres/pool.ts';
import { applySchema } from '../postgres/schema.ts';
import { scratchDatabase, type ScratchDatabase } from '../testing/scratch-database.ts';
import { soon } from '../testing/runner-under-test.ts';
import { registrySchema } from './registry.ts';
import { holdLeases } from './leases.ts';

let database: ScratchDatabase;
beforeAll(async () => {
  database = await scratchDatabase();
});
afterAll(() => database.drop());

/** One process's connection to the database. */
const connect = async () => {
  const pool = connectionPool({ connectionString: database.connectionString, max: 2, name: 'test' });
  await applySchema(pool, registrySchema);
  return { db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), end: () => pool.end() };
};

const names = ['lessons_1', 'students_1'];

beforeEach(async () => {
  const { db, end } = await connect();
  await sql`delete from projections.leases`.execute(db);
  await end();
});

test('one process holds every lease, and the next one takes over when they are released', async () => {
  const [first, second] = [await connect(), await connect()];
  const a = holdLeases(first.db, names, () => undefined);
  await vi.waitFor(() => expect(names.every(a.holds)).toBe(true), soon);
  const b = holdLeases(second.db, names, () => undefined);
  await vi.waitFor(async () => {
    const tried = await sql`select from pg_locks where locktype = 'advisory' and granted and classid = ${0x726f6e64}
      and database = (select oid from pg_database where datname = current_database())`.execute(second.db);
    expect(tried.rows).toHaveLength(2);
  }, soon);
  expect(names.some(b.holds)).toBe(false);
  await a.stop();
  await vi.waitFor(() => expect(names.every(b.holds)).toBe(true), 5000);
  await b.stop();
  await first.end();
  await second.end();
});

test('a holder whose connection is gone loses its leases at once', async () => {
  const next = await connect();
  await sql`insert into projections.leases values ('lessons_1', 7, now() + interval '1 hour')`.execute(next.db);
  const b = holdLeases(next.db, names, () => undefined);
  await vi.waitFor(() => expect(names.every(b.holds)).toBe(true), 5000);
  await b.stop();
  await next.end();
});

test('a holder that hangs loses its leases when they expire', async () => {
  const [stalled, next] = [await connect(), await connect()];
  await sql`select pg_advisory_lock(${0x726f6e64}, 7)`.execute(stalled.db);
  await sql`insert into projections.leases values ('lessons_1', 7, now() + interval '1 hour')`.execute(next.db);
  const changes: string[] = [];
  const b = holdLeases(next.db, names, (name) => changes.push(name));
  await vi.waitFor(() => expect(b.holds('students_1')).toBe(true), soon);
  expect(b.holds('lessons_1')).toBe(false);
  await sql`update projections.leases set until = now() where name = 'lessons_1'`.execute(next.db);
  await vi.waitFor(() => expect(b.holds('lessons_1')).toBe(true), 10_000);
  expect(changes).toEqual(['students_1', 'lessons_1']);
  await b.stop();
  await stalled.end();
  await next.end();
});

test('a holder whose connection breaks reports the loss and wins its leases back', async () => {
  const [holder, other] = [await connect(), await connect()];
  const changes: string[] = [];
  const a = holdLeases(holder.db, ['lessons_1'], (_, held) => changes.push(held ? 'won' : 'lost'));
  await vi.waitFor(() => expect(changes).toEqual(['won']), soon);
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = ${0x726f6e64}
    and database = (select oid from pg_database where datname = current_database())`.execute(other.db);
  await vi.waitFor(() => expect(changes).toEqual(['won', 'lost', 'won']), 8000);
  await a.stop();
  await holder.end();
  await other.end();
});
