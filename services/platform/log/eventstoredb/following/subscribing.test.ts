import type { Delivery, SourceEvent } from '@rondo/projections/runner/source.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { EventStore } from '../../event-store.ts';
import { collect, event, freshStream } from '../../testing/sample-events.ts';
import { eventStoreDbEventStore, type EventStoreDbOptions, type Drop } from '../eventstoredb-event-store.ts';
import type { ReadFault } from '@rondo/tools/eventstoredb-server/faults.ts';
import { startTestServer, type TestServerOptions } from '@rondo/tools/eventstoredb-server/test-server.ts';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

const patience = { answerMilliseconds: 1500, tries: 3, firstPause: 10, longestPause: 100 };

const open = async (serverOptions: TestServerOptions = {}, options: Partial<EventStoreDbOptions> = {}) => {
  const server = await startTestServer(serverOptions);
  cleanups.push(server.stop);
  const drops: Drop[] = [];
  const openStore = (): EventStore => {
    const { connectionString } = server;
    const onDrop = (drop: Drop) => drops.push(drop);
    const store = eventStoreDbEventStore({
      connectionString,
      patience,
      silenceMilliseconds: 1000,
      onDrop,
      ...options,
    });
    cleanups.push(() => store.close());
    return store;
  };
  return { server, store: openStore(), openStore, drops };
};

const everything = { after: null, prefixes: ['test-'] } as const;

/** Writes a stream of that many events and returns their ids. */
const written = async (store: EventStore, count: number): Promise<string[]> => {
  const events = Array.from({ length: count }, () => event());
  await store.append(freshStream(), 'no_stream', events);
  return events.map(({ eventId }) => eventId);
};

const idsOf = (events: readonly SourceEvent[]): string[] => events.map(({ eventId }) => eventId);

describe('a subscription', () => {
  test.each<[string, ReadFault]>([
    ['breaks in the middle', { fault: 'unavailable', after: 7 }],
    ['ends normally', { fault: 'clean end', after: 7 }],
    ['falls silent', { fault: 'silence', after: 7 }],
    ['is never confirmed', { fault: 'silence', after: 0 }],
  ])('that %s resumes after the last event taken: nothing is missed, nothing comes twice', async (_, fault) => {
    const { server, store, drops } = await open();
    const ids = await written(store, 20);
    server.faults.subscribe.push(fault);
    const seen = await collect(store, everything, (events) => events.length >= 20);
    expect(idsOf(seen)).toEqual(ids);
    // A busy machine may break it once more.
    expect(drops[0]?.resumesAfter).toBe(seen[('after' in fault ? fault.after : 0) - 1]?.position ?? null);
  });

  test('that breaks again and again resumes each time, after a growing pause', async () => {
    // Longer than a call takes on a busy machine: a subscription that lasts this long before it breaks resets its failure count.
    const { server, store, drops } = await open({}, { patience: { ...patience, longestPause: 10_000 } });
    const ids = await written(store, 6);
    const ends = Array.from({ length: 4 }, (): ReadFault => ({ fault: 'clean end', after: 0 }));
    server.faults.subscribe.push(...ends, { fault: 'unavailable', after: 3 });
    const started = performance.now();
    expect(idsOf(await collect(store, everything, (events) => events.length >= 6))).toEqual(ids);
    expect(drops.map(({ failures }) => failures)).toEqual([0, 1, 2, 3, expect.any(Number)]);
    expect(performance.now() - started, '5 + 10 + 20 + 40 ms at least').toBeGreaterThan(75);
  });

  test('leaves out what the server sends twice', async () => {
    const { server, store } = await open();
    const ids = await written(store, 20);
    server.faults.subscribe.push({ fault: 'duplicates' });
    expect(idsOf(await collect(store, everything, (_, caughtUp) => caughtUp))).toEqual(ids);
  });

  test('to a server that is slow, but not silent, is left alone', async () => {
    // All events together take longer than the silence; between two of them a busy machine has most of a second to lose.
    const { server, store, drops } = await open();
    const ids = await written(store, 8);
    server.faults.subscribe.push({ fault: 'slow', milliseconds: 150 });
    expect(idsOf(await collect(store, everything, (events) => events.length >= 8))).toEqual(ids);
    expect(drops).toEqual([]);
  });

  test('applies backpressure while its consumer is slow, and loses nothing', async () => {
    // The many calls in the meantime can silence a subscription on a busy machine.
    const { server, store, drops } = await open({}, { silenceMilliseconds: 20_000 });
    const ids: string[] = [];
    for (let i = 0; i < 6; i += 1) ids.push(...(await written(store, 1000)));
    const seen: SourceEvent[] = [];
    const leave = new AbortController();
    for await (const delivery of store.subscribe({ ...everything, signal: leave.signal })) {
      if (seen.length === 0) {
        // Once nothing more arrives, all that is sent without a reader has been sent; other calls continue in the meantime.
        for (let sent = -1; sent !== server.eventsSent();) {
          sent = server.eventsSent();
          for (let i = 0; i < 20; i += 1) await store.head();
        }
        expect(server.eventsSent()).toBeLessThan(ids.length * 0.7);
      }
      seen.push(...delivery.events);
      if (seen.length >= ids.length) leave.abort();
    }
    expect(idsOf(seen)).toEqual(ids);
    expect(drops).toEqual([]);
  });

  test('never reports a position beyond what it delivered, even though the server’s checkpoints are further along', async () => {
    const { store } = await open();
    const ids: string[] = [];
    for (let i = 0; i < 30; i += 1) {
      ids.push(...(await written(store, 10)));
      await store.append(
        freshStream('other'),
        'no_stream',
        Array.from({ length: 90 }, () => event()),
      );
    }
    const deliveries: Delivery[] = [];
    for await (const delivery of store.subscribe({ ...everything, signal: new AbortController().signal })) {
      deliveries.push(delivery);
      if (delivery.caughtUp) break;
    }
    const all = deliveries.flatMap(({ events }) => events);
    expect(idsOf(all)).toEqual(ids);
    let seen = 0;
    for (const { events, upTo } of deliveries) {
      seen += events.length;
      const next = all[seen];
      if (next) expect(store.compare(upTo, next.position)).toBeLessThan(0);
      // A consumer that stored this position would miss nothing.
      const rest = await collect(store, { ...everything, after: upTo }, (_, caughtUp) => caughtUp);
      expect(rest).toHaveLength(all.length - seen);
    }
  });

  test('keeps commit and prepare position, with more digits than a number holds', async () => {
    const { store } = await open();
    const { position } = await store.append(freshStream(), 'no_stream', [event()]);
    const next = await store.append(freshStream(), 'no_stream', [event()]);
    expect(position).toBe('C:9007199254740993/P:9007199254740993');
    expect(store.compare(position, next.position)).toBeLessThan(0);
    expect(store.compare('C:9007199254740993/P:9007199254740992', position)).toBeLessThan(0);
  });

  test('to a server that does not say when it has caught up finds that out by itself', async () => {
    const { store } = await open({ caughtUpMessages: false });
    const ids = await written(store, 5);
    expect(idsOf(await collect(store, everything, (_, caughtUp) => caughtUp))).toEqual(ids);
  });

  test('advances at once to a head that does not match it when a caller reads the head', async () => {
    const { store } = await open();
    await written(store, 1);
    const leave = new AbortController();
    let asked = 0;
    let head: string | null = null;
    // On a busy machine any one answer may be late. A subscription that looks for itself does so after 500 ms, each time.
    const took: number[] = [];
    for await (const { upTo, caughtUp } of store.subscribe({ ...everything, signal: leave.signal })) {
      if (head === null ? !caughtUp : store.compare(upTo, head) < 0) continue;
      if (head !== null) took.push(performance.now() - asked);
      if (took.length === 8 || Math.min(...took) < 450) {
        leave.abort();
        continue;
      }
      asked = performance.now();
      await store.append(freshStream('other'), 'no_stream', [event()]);
      head = await store.head();
    }
    expect(Math.min(...took)).toBeLessThan(450);
  });

  test('leaves the server’s own events out, and stops at one that Rondo did not write', async () => {
    const { server, store } = await open();
    const ids = await written(store, 2);
    const bytes = Buffer.from('{}');
    const foreign = { id: crypto.randomUUID(), contentType: 'application/json', data: bytes, metadata: bytes };
    server.log.append('test-x', 'any', [{ ...foreign, type: '$metadata' }]);
    expect(idsOf(await collect(store, everything, (_, caughtUp) => caughtUp))).toEqual(ids);
    server.log.append('test-x', 'any', [{ ...foreign, type: 'Stranger' }]);
    await expect(collect(store, everything, () => false)).rejects.toThrow("is not one of Rondo's");
  });
});

describe('a studio’s streams, once deleted', () => {
  test('are left out of every process’s subscriptions, though $all still has their events', async () => {
    const { server, store, openStore } = await open();
    const stream = freshStream();
    await store.append(stream, 'no_stream', [event('Secret'), event('Secret')]);
    const kept = await written(store, 3);
    await store.deleteStreams([stream]);
    expect(server.log.all.some(({ type }) => type === 'Secret')).toBe(true);
    for (const one of [store, openStore()])
      for (const prefix of ['test-', ''])
        expect(idsOf(await collect(one, { ...everything, prefixes: [prefix] }, (_, caughtUp) => caughtUp))).toEqual(
          kept,
        );
  });

  test('are noticed by a running subscription', async () => {
    const { server, store, openStore } = await open();
    const [gone, kept] = [freshStream(), freshStream()];
    await store.append(gone, 'no_stream', [event('Before')]);
    const other = openStore();
    const types: string[] = [];
    const leave = new AbortController();
    for await (const { events, caughtUp } of store.subscribe({ ...everything, signal: leave.signal })) {
      types.push(...events.map(({ type }) => type));
      if (types.at(-1) === 'Before' && caughtUp) {
        await other.deleteStreams([gone]);
        await other.append(kept, 'no_stream', [event('After')]);
        server.faults.subscribe.push({ fault: 'clean end', after: 0 });
      }
      if (types.includes('After')) leave.abort();
    }
    expect(types).toEqual(['Before', 'After']);
  });
});

describe('a read', () => {
  test.each<[string, ReadFault]>([
    ['breaks in the middle', { fault: 'unavailable', after: 2 }],
    ['falls silent', { fault: 'silence', after: 2 }],
  ])('that %s is retried', async (_, fault) => {
    const { server, store } = await open();
    const stream = freshStream();
    await store.append(stream, 'no_stream', [event('A'), event('B'), event('C')]);
    server.faults.read.push(fault);
    expect((await store.readStream(stream)).map(({ type }) => type)).toEqual(['A', 'B', 'C']);
  });
});

test('a closed store ends its subscriptions and leaves no call open', async () => {
  const { server, store } = await open();
  await written(store, 1);
  const ended = collect(store, everything, (_, caughtUp) => {
    if (caughtUp) void store.close();
    return false;
  });
  expect(await ended).toHaveLength(1);
  await expect.poll(() => server.calls.open).toBe(0);
});
