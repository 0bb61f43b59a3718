import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WrongConfiguration } from '../platform/kit/errors.ts';
import { identityOf } from '../platform/log/identity.ts';
import { startTestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { testRondo } from '../testing/test-rondo.ts';
import { ok } from '../testing/visitor.ts';
import { database, server, withTwoLogs } from './testing/two-logs.ts';

/** Each tool is its own process, which takes time on a busy machine. */
const patience = 120_000;

withTwoLogs();

const inPostgres = () => ({ DATABASE_URL: database.connectionString });
const inEventStoreDb = () => ({ ...inPostgres(), EVENTSTORE_URL: server.connectionString });

const tool = (
  [name, ...args]: readonly [string, ...string[]],
  environment: Record<string, string>,
): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const file = path.join(import.meta.dirname, `../cli/${name}.ts`);
    execFile(process.execPath, [file, ...args], { env: { ...process.env, ...environment } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

const mia = { firstName: 'Mia', lastName: 'Moss', address: '78701' };

test(
  'a database belongs to its first log; start and tools refuse any other with both names and what helps',
  { timeout: patience },
  async () => {
    const rondos = await Promise.all([testRondo(undefined, inPostgres()), testRondo(undefined, inPostgres())]);
    const dana = await rondos[0].visitor().register('dana@example.com');
    ok(await dana.post('/api/students', mia));
    const ready = (await dana.get('/readyz')).json;
    for (const rondo of rondos) await rondo.stop();
    const store = await postgresEventStore(database);
    const logId = (await identityOf(store)) ?? '';
    await store.close();
    expect(ready.log).toMatchObject({ name: 'the event log in PostgreSQL', id: logId, unit: 'events' });
    expect(await database.query('select log_id, state from logs.known')).toEqual([{ log_id: logId, state: 'current' }]);

    const refused: unknown = await testRondo(undefined, inEventStoreDb()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongConfiguration);
    expect(String(refused)).toContain(
      `EVENTSTORE_URL: it names the EventStoreDB log at 127.0.0.1:${server.port} (without an identity), but the read models, keys and lists in this database come from the event log in PostgreSQL (${logId.slice(0, 8)}): remove it to continue there; to move to the one that it names, run npm run move-log -- --to ADDRESS.`,
    );
    expect(server.calls.append, 'the other log is not touched').toBe(0);
    const tools = [
      ['rebuild', 'all'],
      ['projections', 'status'],
      ['export', '--studio', 'x'],
      ['import', 'x'],
    ] as const;
    for (const answer of await Promise.all(tools.map((call) => tool(call, inEventStoreDb()))))
      expect([answer.code, answer.out, answer.err]).toEqual([1, '', expect.stringContaining('npm run move-log')]);
  },
);

test('a fresh database on an existing log builds everything from it', { timeout: patience }, async () => {
  const log = await startTestServer();
  const before = await testRondo(undefined, { EVENTSTORE_URL: log.connectionString });
  const dana = await before.visitor().register('dana@example.com');
  ok(await dana.post('/api/students', mia));
  const streams = 'select stream from accounts.streams order by stream';
  const listed = await before.query(streams);
  const identity = await before.query('select log_id from logs.known');
  await before.stop();

  const after = await testRondo(undefined, { EVENTSTORE_URL: log.connectionString });
  expect(await after.query(streams)).toEqual(listed);
  expect(await after.query('select log_id from logs.known')).toEqual(identity);
  const [live] = await after.query<{ schema: string }>(
    "select schema_name as schema from projections.read_models where model = 'students' and state = 'live'",
  );
  expect(await after.query(`select details->>'lastName' as name from ${live?.schema}.students`)).toEqual([
    { name: 'Moss' },
  ]);
  await after.stop();
  await log.stop();
});
