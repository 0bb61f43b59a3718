import { execFile } from 'node:child_process';
import path from 'node:path';
import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { WrongConfiguration } from '../errors/wrong-configuration.ts';
import { startTestServer, type TestServer } from '../event-store/eventstoredb/test-server/test-server.ts';
import { testRondo } from '../testing/test-rondo.ts';

/** Each tool is its own process, which takes time on a busy machine. */
const patience = 120_000;

let database: ScratchDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await scratchDatabase();
  server = await startTestServer();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const withId = z.object({ id: z.string() });

const now = '2026-11-23T15:00:00Z';
const inPostgres = () => ({ DATABASE_URL: database.connectionString });
const inEventStoreDb = () => ({ ...inPostgres(), EVENTSTORE_URL: server.connectionString });

const rebuildAll = (environment: Record<string, string>): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../cli/rebuild.ts'), 'all'],
      { env },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

/** The tables that show the students. */
const schemaOfStudents = async (): Promise<unknown> => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const statement = "select schema_name from projections.read_models where model = 'students' and state = 'live'";
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
};

/** Waits until the removals reactor has saved a position: before its first event it has read no log. */
const removalsHaveRead = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const statement = "select 1 from projections.read_models where model = 'removals' and position is not null";
  await expect.poll(async () => (await client.query(statement)).rowCount, { timeout: 30_000 }).toBe(1);
  await client.end();
};

test(
  'read models of another log are rejected at the start, and once they are rebuilt the log can be used',
  { timeout: patience },
  async () => {
    const before = await testRondo(now, inPostgres());
    const dana = await before.visitor().register('dana@example.com');
    const mia = { firstName: 'Mia', lastName: 'Moss', address: '78701' };
    const { id } = withId.parse((await dana.post('/api/students', mia)).json);
    await dana.delete(`/api/students/${id}`);
    await removalsHaveRead();
    await before.stop();

    const refused: unknown = await testRondo(now, inEventStoreDb()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongConfiguration);
    expect(String(refused)).toMatch(
      /EVENTSTORE_URL: it names an EventStoreDB log, but the read models in this database \(studios.*\) were built from the event log in PostgreSQL; remove it to continue as before, or .*npm run rebuild -- all\.$/,
    );

    const rebuilt = await rebuildAll(inEventStoreDb());
    expect([rebuilt.code, rebuilt.err]).toEqual([0, '']);
    expect(rebuilt.out).toContain(
      'students: the current one was built from another log; it is rebuilt from the beginning.',
    );
    expect(rebuilt.out).toContain('removals: has read another log');
    const schema = await schemaOfStudents();
    const after = await testRondo(now, inEventStoreDb());
    // The log is still empty, which is not an older copy of what the read models have read.
    expect(await schemaOfStudents()).toEqual(schema);
    const erin = await after.visitor().register('erin@example.com');
    await erin.post('/api/students', { firstName: 'Ann', lastName: 'Lee', address: '78701' });
    expect((await erin.get('/api/students')).json).toMatchObject([{ lastName: 'Lee' }]);
    await after.stop();

    const back: unknown = await testRondo(now, inPostgres()).catch((error: unknown) => error);
    expect(String(back)).toContain('EVENTSTORE_URL: it is not set');
    expect(String(back)).toContain('were built from an EventStoreDB log; set it to the address of that log');
  },
);
