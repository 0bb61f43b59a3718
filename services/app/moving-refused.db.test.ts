import { randomUUID } from 'node:crypto';
import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '../platform/log/event-store.ts';
import { eventStoreDbEventStore } from '../platform/log/eventstoredb/eventstoredb-event-store.ts';
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '@rondo/tools/eventstoredb-server/test-server.ts';
import { identify } from '../platform/log/identity.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { event } from '../platform/log/testing/sample-events.ts';
import { eventIn } from '../domain/studio/transfer/testing/recorded-studio.ts';
import { testRondo } from '../testing/test-rondo.ts';
import { ok } from '../testing/visitor.ts';
import { mover } from './testing/moving.ts';

const patience = 60_000;

let database: ScratchDatabase;
let studioId: string;
beforeAll(async () => {
  database = await scratchDatabase();
  const rondo = await testRondo(undefined, inPostgres());
  const dana = await rondo.visitor().register('dana@example.com');
  ok(await dana.post('/api/students', { firstName: 'Mia', lastName: 'Moss', address: '78701' }));
  studioId = ok(await dana.get('/api/user')).id;
  await rondo.stop();
}, patience);
afterAll(() => database.drop());

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const inPostgres = () => ({ DATABASE_URL: database.connectionString });

const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
};

const filled = async (fill: (store: EventStore) => Promise<unknown>): Promise<TestServer> => {
  const server = await start();
  const store = eventStoreDbEventStore(server);
  await fill(store);
  await store.close();
  return server;
};

/** The sentence of a refused move. Nothing has changed for the database. */
const refusal = async (to: string, environment: Record<string, string> = {}): Promise<string> => {
  const error: unknown = await mover({ ...inPostgres(), ...environment })(to).catch((reason: unknown) => reason);
  const rows = await database.query("select engine from logs.known where state = 'current'");
  expect(rows).toEqual([{ engine: 'postgres' }]);
  return error instanceof Error ? error.message : 'not refused';
};

test('a target that belongs to another installation, or has events of unknown origin', async () => {
  const other = await filled((store) => identify(store, '0a0b0c0d-0000-4000-8000-000000000000'));
  expect(await refusal(other.connectionString)).toBe(
    `The EventStoreDB log at 127.0.0.1:${other.port} (0a0b0c0d) belongs to another installation of Rondo; move to a log that is empty.`,
  );
  const unknown = await filled((store) => store.append(`studio-${randomUUID()}`, 'no_stream', [event()]));
  expect(await refusal(unknown.connectionString)).toContain('has events, but was never filled from this database');
});

test('the log that the database has already, and a target that is none', async () => {
  expect(await refusal('postgres')).toBe('The event log in PostgreSQL is already the log of this database.');
  expect(await refusal('http://localhost')).toContain('--to: --to takes the address of an EventStoreDB');
});

test('a server that does not answer, lacks what TLS needs, or is a follower without a leader', async () => {
  expect(await refusal('esdb://127.0.0.1:1?tls=false')).toMatch(/--to: .*did not answer/);
  expect(await refusal('esdb://127.0.0.1:1')).toContain('with TLS it needs a user and a password');
  const follower = await start({ members: () => [] });
  expect(await refusal(follower.connectionString)).toMatch(/--to: .*did not answer/);
});

test('a server whose limit is smaller than the largest event: named, and continued with a larger one', async () => {
  const source = await postgresEventStore(database);
  const large = eventIn(studioId, 'StudioSettingsChanged', { changes: { paymentInstructions: 'x'.repeat(5000) } });
  const { length } = await source.readStream(`studio-${studioId}`);
  await source.append(`studio-${studioId}`, length - 1, [large]);
  await source.close();
  const { log, port, ...server } = await start({ maxAppendBytes: 4096 });
  expect(await refusal(server.connectionString)).toMatch(
    /^An append of \d+ bytes to studio-\S+ is over the log's limit of 4096 bytes\. Raise EVENTSTORE_MAX_APPEND_SIZE/,
  );
  await server.stop();
  await start({ log, port });
  expect(await mover(inPostgres())(server.connectionString)).toMatchObject({ result: { leftOut: [] } });
  await mover({ ...inPostgres(), EVENTSTORE_URL: server.connectionString })('postgres');
});

test('a full disk or a broken network: the call goes on when it is repeated', async () => {
  const server = await start();
  server.faults.append.push(...Array.from({ length: 12 }, () => ({ fault: 'unavailable' }) as const));
  expect(await refusal(server.connectionString)).toMatch(/did not answer/);
  server.faults.append.splice(0);
  await mover(inPostgres())(server.connectionString);
  await mover({ ...inPostgres(), EVENTSTORE_URL: server.connectionString })('postgres');
});

test('a second mover, and a Rondo that runs', async () => {
  const server = await start();
  const rondo = await testRondo(undefined, inPostgres());
  expect(await refusal(server.connectionString)).toContain('is working on this database: end it, and run this again.');
  await rondo.stop();
  const both = await Promise.allSettled([1, 2].map(() => mover(inPostgres())(server.connectionString)));
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('is working on this database')]);
  await mover({ ...inPostgres(), EVENTSTORE_URL: server.connectionString })('postgres');
});

test('a process that starts during a move is turned away', async () => {
  const server = await start();
  let during: Promise<unknown> | undefined;
  await mover(inPostgres())(server.connectionString, (store, side) => ({
    ...store,
    deletedStreams: async () => {
      if (side === 'source') during ??= testRondo(undefined, inPostgres()).catch((error: unknown) => error);
      await during;
      return store.deletedStreams();
    },
  }));
  expect(String(await during)).toContain('The log of this database is being moved by npm run move-log.');
  await mover({ ...inPostgres(), EVENTSTORE_URL: server.connectionString })('postgres');
});

test('other events under a name that this log has, also after a move back', async () => {
  const server = await start();
  await mover(inPostgres())(server.connectionString);
  const store = eventStoreDbEventStore(server);
  const { length } = await store.readStream(`studio-${studioId}`);
  await store.append(`studio-${studioId}`, length - 1, [
    eventIn(studioId, 'StudioSettingsChanged', { changes: { timeZone: 'America/Denver' } }),
  ]);
  await store.close();
  await mover({ ...inPostgres(), EVENTSTORE_URL: server.connectionString })('postgres');
  const own = await postgresEventStore(database);
  const opened = eventIn(studioId, 'StudioSettingsChanged', { changes: { timeZone: 'America/Chicago' } });
  await own.append(`studio-${studioId}`, length, [opened]);
  await own.close();
  const astray = eventStoreDbEventStore(server);
  await astray.append(`studio-${studioId}`, length, [{ ...opened, eventId: randomUUID() }]);
  await astray.close();
  expect(await refusal(server.connectionString)).toBe(`The target has other events under the name studio-${studioId}.`);
});

test('an event of a newer Rondo', async () => {
  const store = await postgresEventStore(database);
  const newer = eventIn(studioId, 'StudioOpened', { timeZone: 'America/Chicago', startGrid: 15 });
  const metadata = { ...newer.metadata, schemaVersion: 99 };
  await store.append(`studio-${randomUUID()}`, 'no_stream', [{ ...newer, metadata }]);
  await store.close();
  const server = await start();
  expect(await refusal(server.connectionString)).toMatch(
    /^Event 0 of studio-\S+ \(StudioOpened, version 99\) is none that this Rondo knows: a newer one wrote it\./,
  );
});
