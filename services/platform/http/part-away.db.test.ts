import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { targetOf, tcpProxy, throughProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Visitor } from '../../testing/visitor.ts';

let database: ScratchDatabase;
let proxy: TcpProxy;
let rondo: TestRondo;
let dana: Visitor;
beforeAll(async () => {
  database = await scratchDatabase();
  proxy = await tcpProxy(targetOf(database.connectionString, 5432));
  rondo = await testRondo('2026-11-23T15:00:00Z', { DATABASE_URL: throughProxy(database.connectionString, proxy) });
  dana = await rondo.visitor().register('dana@example.com');
});
afterAll(async () => {
  await rondo.stop();
  await proxy.close();
  await database.drop();
});

const recovered = { timeout: 30_000, interval: 100 };
const isReady = async (): Promise<boolean> => (await fetch(`${rondo.url}/readyz`)).ok;
const lastNames = async (): Promise<string[]> =>
  (await dana.get('/api/students')).json.map(({ lastName }: { lastName: string }) => lastName);
const add = (lastName: string) =>
  dana.post('/api/students', { firstName: 'Ann', lastName, address: '78701' }, { 'Idempotency-Key': lastName });

/** Visible at once, or saved and visible a moment later. */
const saved = [200, 202];
const shown = (beginning: string, expected: readonly string[]): Promise<void> =>
  vi.waitFor(async () => {
    const names = (await lastNames()).filter((name) => name.startsWith(beginning));
    expect(names.toSorted()).toEqual(expected.toSorted());
  }, recovered);

beforeEach(() => vi.waitFor(async () => expect(await isReady()).toBe(true), recovered));

const sorry = 'The database is not answering. Please try again in a moment.';

test('while the database is unreachable, reads and writes get 503 with a sentence and Retry-After', async () => {
  await proxy.refuse();
  for (const answer of [await add('Away'), await dana.get('/api/students'), await dana.get('/api/user')]) {
    expect([answer.status, answer.text]).toEqual([503, sorry]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const problem = await dana.get('/api/students', { Accept: 'application/problem+json' });
  expect(problem.json).toMatchObject({ status: 503, title: 'Not available', detail: sorry });
  await proxy.open();
});

test('/readyz names the database, and /livez still succeeds', async () => {
  await proxy.refuse();
  const ready = await rondo.visitor().get('/readyz');
  expect([ready.status, ready.json.ready, ready.json.parts.database]).toEqual([503, false, 'not answering']);
  expect(ready.headers.get('retry-after')).not.toBeNull();
  expect((await rondo.visitor().get('/livez')).status).toBe(200);
  await proxy.open();
});

test('once it is back everything recovers, and a write retried under its key counts once', async () => {
  await proxy.refuse();
  expect((await add('Back')).status).toBe(503);
  await proxy.open();
  await vi.waitFor(async () => expect((await add('Back')).status).toBeOneOf(saved), recovered);
  expect((await add('Back')).status).toBeOneOf(saved);
  await shown('Back', ['Back']);
});

test('an unresponsive database leads to an answer within seconds, and everything recovers when it responds', async () => {
  proxy.hush();
  for (const answer of await Promise.all([dana.get('/api/students'), add('Silent')]))
    expect([answer.status, answer.text]).toEqual([503, sorry]);
  await proxy.open();
  await vi.waitFor(async () => expect((await add('Silent')).status).toBeOneOf(saved), recovered);
  await shown('Silent', ['Silent']);
});

test('writes whose connections are cut get 503 or succeed, and none is lost or applied twice', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `Cut ${i}`);
  const first = names.map(add);
  proxy.cut();
  for (const { status } of await Promise.all(first)) expect([200, 202, 503]).toContain(status);
  for (const name of names) await vi.waitFor(async () => expect((await add(name)).status).toBeOneOf(saved), recovered);
  await shown('Cut', names);
});

/** The number of listening connections, by purpose. */
const listeners = async (): Promise<number[]> => {
  const found = await database.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name like '%listener' group by application_name`,
  );
  return found.map(({ count }) => count);
};

test('each listener reconnects exactly once, however often it retried', async () => {
  const before = await listeners();
  await proxy.refuse();
  await delay(2500);
  await proxy.open();
  await vi.waitFor(async () => expect(await listeners()).toEqual(before), recovered);
  await delay(1000);
  expect(await listeners()).toEqual(before);
});
