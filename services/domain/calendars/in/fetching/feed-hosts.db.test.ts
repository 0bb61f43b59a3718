import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { feedServer, type FeedServer } from '../testing/feed-server.ts';
import { addressPolicy } from './address-policy.ts';
import { feedHosts, feedHostsSchema } from './feed-hosts.ts';
import { FeedPostponed, FeedUnreadable } from './feed-unreadable.ts';
import { fetchFeed } from './fetch-feed.ts';

let database: Awaited<ReturnType<typeof scratchDatabase>>;
let pool: pg.Pool;
let db: Kysely<unknown>;
beforeAll(async () => {
  database = await scratchDatabase();
  pool = connectionPool({ connectionString: database.connectionString, max: 10, name: 'test' });
  await applySchema(pool, feedHostsSchema);
  db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let server: FeedServer;
/** The paths that the stranger was asked for. */
const asked: string[] = [];
const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';
beforeEach(async () => {
  await sql`truncate calendar_feeds.hosts`.execute(db);
  asked.length = 0;
  server = await feedServer((request, response) => {
    asked.push(request.url ?? '');
    const path = request.url ?? '';
    if (path.startsWith('/again')) return void response.writeHead(302, { Location: `${path}x` }).end();
    if (path.startsWith('/calendar')) return void response.writeHead(200).end(calendar);
    response.writeHead(404).end();
  });
});
afterEach(() => server.close());

const hosts = (perMinute = 20) => feedHosts(db, perMinute);
const policy = addressPolicy({ allowsPrivate: true });
const read = (path: string) => fetchFeed(`${server.url}${path}`, { ...policy, hosts: hosts() });
const failureOf = (path: string): Promise<unknown> => read(path).catch((error: unknown) => error);
/** Moves everything that is known into the past. */
const passed = (time: string) =>
  sql`update calendar_feeds.hosts set gave_at = gave_at - ${time}::interval,
    asked_at = array(select at - ${time}::interval from unnest(asked_at) at)`.execute(db);

/** Makes all requests as old as this, however long they took. */
const lastAsked = (time: string) =>
  sql`update calendar_feeds.hosts set asked_at = array(select now() - ${time}::interval from unnest(asked_at))`.execute(
    db,
  );

test('a host that gives no calendar is asked twenty times a minute, at once or one after the other', async () => {
  const failures = await Promise.all(Array.from({ length: 300 }, () => failureOf('/nothing')));
  expect(asked).toHaveLength(20);
  expect(failures.filter((one) => one instanceof FeedPostponed)).toHaveLength(280);
  expect(new Set(failures.map((one) => (one instanceof FeedUnreadable ? one.message : one)))).toEqual(
    new Set(['There is no calendar at this address.']),
  );
  await lastAsked('50 seconds');
  await failureOf('/nothing');
  expect(asked).toHaveLength(20);
  await lastAsked('61 seconds');
  for (let i = 0; i < 25; i += 1) await failureOf('/nothing');
  expect(asked).toHaveLength(40);
});

test('redirects count', async () => {
  for (let i = 0; i < 10; i += 1) await failureOf('/again');
  expect(asked).toHaveLength(20);
});

test('a host that has given a calendar within thirty days has no limit', async () => {
  await read('/calendar');
  for (let i = 0; i < 50; i += 1) await failureOf('/nothing');
  expect(asked).toHaveLength(51);
  await passed('31 days');
  for (let i = 0; i < 50; i += 1) await failureOf('/nothing');
  expect(asked).toHaveLength(71);
});

test('a host is one, however its name is written and whichever its port; what is old is forgotten', async () => {
  const { ask, gave, forgetOld } = hosts(2);
  expect([await ask('calendar.example'), await ask('CALENDAR.example.'), await ask('calendar.example')]).toEqual([
    true,
    true,
    false,
  ]);
  await gave('other.example');
  const left = async () => (await sql`select from calendar_feeds.hosts`.execute(db)).rows.length;
  await forgetOld();
  expect(await left()).toBe(2);
  await passed('2 minutes');
  await forgetOld();
  expect(await left()).toBe(1);
  await passed('30 days');
  await forgetOld();
  expect(await left()).toBe(0);
});
