import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogUnavailable, type EventStore } from '../platform/log/event-store.ts';
import { eventStoreDbEventStore } from '../platform/log/eventstoredb/eventstoredb-event-store.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { eventIn, recordStudios } from '../domain/studio/transfer/testing/recorded-studio.ts';
import { testRondo } from '../testing/test-rondo.ts';
import { mover } from './testing/moving.ts';
import { database, server, withTwoLogs } from './testing/two-logs.ts';

const patience = 240_000;
const seed = 20_261_123;

withTwoLogs();

/** Logs whose process dies at the nth call to either of them, before or after the call takes effect; from then on it does nothing. */
const mortal = (nth: number, when: 'before' | 'after') => {
  let calls = 0;
  const at = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1;
    if (calls === nth && when === 'after') await call();
    if (calls >= nth) throw new LogUnavailable('Killed.');
    return call();
  };
  return (store: EventStore): EventStore => ({
    ...store,
    append: (...given) => at(() => store.append(...given)),
    readStream: (...given) => at(() => store.readStream(...given)),
    deleteStreams: (...given) => at(() => store.deleteStreams(...given)),
    deletedStreams: () => at(() => store.deletedStreams()),
    head: () => at(() => store.head()),
    async *subscribe(from) {
      for await (const delivery of store.subscribe(from)) {
        await at(async () => undefined);
        yield delivery;
      }
    },
  });
};

const inPostgres = () => postgresEventStore(database);
const inEventStoreDb = async () => eventStoreDbEventStore(server);

/** What a log has, by stream, without what differs between logs. */
const contentOf = async (open: () => Promise<EventStore>) => {
  const store = await open();
  const stop = new AbortController();
  const all: SourceEvent[] = [];
  for await (const { events, caughtUp } of store.subscribe({ after: null, prefixes: [''], signal: stop.signal })) {
    all.push(...events.filter(({ stream }) => stream !== 'log'));
    if (caughtUp) stop.abort();
  }
  const deleted = (await store.deletedStreams()).toSorted();
  await store.close();
  const plain = (event: SourceEvent) => {
    const { position: _, recordedAt: __, metadata, ...rest } = event;
    const { importedRecordedAt: ___, ...own } = metadata;
    return { ...rest, metadata: own, first: Date.parse(recordedAtOf(event)) };
  };
  const listed = <Shown>(key: (event: SourceEvent) => string, show: (event: SourceEvent) => Shown) =>
    new Map([...Map.groupBy(all, key)].map(([name, own]) => [name, own.map(show)] as const));
  return {
    deleted,
    streams: listed(({ stream }) => stream, plain),
    studios: listed(
      ({ metadata }) => metadata.studioId,
      ({ eventId }) => eventId,
    ),
  };
};

const currentEngine = async (): Promise<string> => {
  const rows = await database.query<{ engine: string }>("select engine from logs.known where state = 'current'");
  return rows[0]?.engine ?? 'none';
};

/** Rondo follows the log to its end, reactors included. */
const settle = async (environment: Record<string, string>, open: () => Promise<EventStore>): Promise<void> => {
  const rondo = await testRondo(undefined, { DATABASE_URL: database.connectionString, ...environment });
  const store = await open();
  for (let before = await store.head(), same = 0; same < 3;) {
    await delay(200);
    const now = await store.head();
    same = now === before ? same + 1 : 0;
    before = now;
  }
  await store.close();
  await rondo.stop();
};

/** A studio that was erased, as its reactor leaves it. */
const eraseOne = async (store: EventStore, revision: number): Promise<void> => {
  const studioId = randomUUID();
  const stream = `studio-${studioId}`;
  const opened = eventIn(studioId, 'StudioOpened', { timeZone: 'America/Chicago', startGrid: 15 });
  await store.append(stream, 'no_stream', [opened]);
  const expected = revision === 0 ? 'no_stream' : revision - 1;
  await store.append('erasures', expected, [eventIn(studioId, 'StudioErased', { studioId })]);
  await store.deleteStreams([stream]);
};

/** How many calls each kill comes later than the one before it, for both ways. */
const kills = fc.sample(
  fc.array(fc.noBias(fc.record({ later: fc.integer({ min: 2, max: 16 }), when: fc.constantFrom('before', 'after') })), {
    minLength: 100,
    maxLength: 100,
    size: 'max',
  }),
  { numRuns: 2, seed },
);

/** Kills moves at random calls, each later than the last, which leaves the old log in use and as it was, until one is completed. */
const moveThroughKills = async (
  to: string,
  [from, into]: readonly [() => Promise<EventStore>, () => Promise<EventStore>],
  random: (typeof kills)[number],
): Promise<void> => {
  const move = mover({
    DATABASE_URL: database.connectionString,
    EVENTSTORE_URL: to === 'postgres' ? server.connectionString : '',
  });
  const [engine, before] = [await currentEngine(), await contentOf(from)];
  let nth = 0;
  let killed = 0;
  for (const { later, when } of random) {
    nth += later;
    const ended = await move(to, mortal(nth, when)).then(
      () => 'done',
      (error: unknown) => String(error),
    );
    if (ended === 'done') break;
    killed += 1;
    expect(ended, `killed ${when} call ${nth}, seed ${seed}`).toContain('Killed.');
    expect(await currentEngine()).toBe(engine);
    expect(await contentOf(from)).toEqual(before);
  }
  expect(killed).toBeGreaterThan(2);
  expect(await contentOf(into)).toEqual(before);
};

test(
  'a move killed anywhere leaves the old log valid, and the same call completes it: there and back, with erased studios',
  { timeout: patience },
  async () => {
    const [there = [], back = []] = kills;
    const source = await inPostgres();
    await recordStudios(source);
    await eraseOne(source, 0);
    await source.close();
    await settle({}, inPostgres);
    await moveThroughKills(server.connectionString, [inPostgres, inEventStoreDb], there);
    expect(await currentEngine()).toBe('eventstoredb');

    const target = await inEventStoreDb();
    await recordStudios(target);
    await eraseOne(target, 1);
    await target.close();
    await settle({ EVENTSTORE_URL: server.connectionString }, inEventStoreDb);
    await moveThroughKills('postgres', [inEventStoreDb, inPostgres], back);
    expect(await currentEngine()).toBe('postgres');
  },
);
