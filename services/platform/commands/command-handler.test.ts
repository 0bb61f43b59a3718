import { describe, expect, test } from 'vitest';
import { KeyReused, RuleBroken } from '../kit/errors.ts';
import { LogUnavailable, type EventStore } from '../log/event-store.ts';
import { memoryEventStore } from '../log/memory/memory-event-store.ts';
import { commandHandler } from './command-handler.ts';
import { context, counter } from './testing/counters.ts';

const count = (by: number) => (state: number) => {
  if (state + by > 100) throw new RuleBroken('Over a hundred.');
  return by === 0 ? [] : [{ type: 'Counted' as const, data: { by } }];
};

const registry = { register: async () => undefined };
const handlerOn = (store: EventStore) => commandHandler(counter, { store, registry });

describe('a command', () => {
  test('appends its events at the revision it saw', async () => {
    const store = memoryEventStore();
    const handler = handlerOn(store);
    await handler.execute('counter-1', context(), { input: 3, decide: count(3) });
    await handler.execute('counter-1', context(), { input: 4, decide: count(4) });
    expect((await handler.load('counter-1')).state).toBe(7);
  });

  test('that decides nothing appends nothing', async () => {
    const store = memoryEventStore();
    const executed = await handlerOn(store).execute('counter-1', context(), { input: 0, decide: count(0) });
    expect(executed).toMatchObject({ events: [], batchId: null, position: null });
    expect(await store.head()).toBeNull();
  });

  test('repeated after another writer’s event has one effect, on every handler', async () => {
    const store = memoryEventStore();
    const command = context();
    const first = await handlerOn(store).execute('counter-1', command, { input: 3, decide: count(3) });
    await handlerOn(store).execute('counter-1', context(), { input: 4, decide: count(4) });
    const again = await handlerOn(store).execute('counter-1', command, { input: 3, decide: count(3) });
    expect(await store.readStream('counter-1')).toHaveLength(2);
    expect(again).toEqual({ ...first, repeated: true });
  });

  test('on one of many streams that were loaded together needs no other read', async () => {
    const store = memoryEventStore();
    const other = handlerOn(store);
    const streams = Array.from({ length: 40 }, (_, i) => `counter-${i}`);
    for (const [i, stream] of streams.entries())
      await other.execute(stream, context(), { input: i, decide: count(i + 1) });
    for (let i = 0; i < 250; i += 1)
      await other.execute('counter-long', context(), { input: i, decide: count(i % 2 || -1) });
    let reads = 0;
    const counting: EventStore = {
      ...store,
      readStream: (...given) => {
        reads += 1;
        return store.readStream(...given);
      },
      readStreams: (...given) => {
        reads += 1;
        return store.readStreams(...given);
      },
    };
    const handler = handlerOn(counting);
    const loaded = await handler.loadAll([...streams, 'counter-none']);
    expect(loaded.map(({ state }) => state)).toEqual([...streams.map((_, i) => i + 1), 0]);
    for (const stream of streams) await handler.execute(stream, context(), { input: 1, decide: count(1) });
    expect(reads).toBe(1);
    const again = await handler.loadAll(['counter-long', 'counter-0']);
    expect(again).toMatchObject([{ state: 0, revision: 249 }, { state: 2 }]);
  });

  test('can be looked up without being executed, on every handler', async () => {
    const store = memoryEventStore();
    const handler = handlerOn(store);
    const command = context();
    expect(await handler.known('counter-1', command, 3)).toBeNull();
    const other = handlerOn(store);
    const first = await other.execute('counter-1', command, { input: 3, decide: count(3) });
    expect(await handler.known('counter-1', command, 3)).toEqual({ ...first, repeated: true });
    await expect(handler.known('counter-1', command, 4)).rejects.toBeInstanceOf(KeyReused);
    expect(await handler.known('counter-1', context(), 3)).toBeNull();
    expect(await store.readStream('counter-1')).toHaveLength(1);
  });

  test('with a known id and other input is rejected', async () => {
    const handler = handlerOn(memoryEventStore());
    const command = context();
    await handler.execute('counter-1', command, { input: 3, decide: count(3) });
    await expect(handler.execute('counter-1', command, { input: 4, decide: count(4) })).rejects.toBeInstanceOf(
      KeyReused,
    );
  });

  test('that is rejected writes nothing and can be sent again', async () => {
    const store = memoryEventStore();
    const handler = handlerOn(store);
    const command = context();
    await handler.execute('counter-1', context(), { input: 99, decide: count(99) });
    await expect(handler.execute('counter-1', command, { input: 5, decide: count(5) })).rejects.toThrow(
      'Over a hundred.',
    );
    await handler.execute('counter-1', context(), { input: -50, decide: count(-50) });
    await handler.execute('counter-1', command, { input: 5, decide: count(5) });
    expect((await handler.load('counter-1')).state).toBe(54);
  });
});

describe('a race', () => {
  test('that is lost is decided again on the current state', async () => {
    const store = memoryEventStore();
    const [one, other] = [handlerOn(store), handlerOn(store)];
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? one : other).execute('counter-1', context(), { input: 1, decide: count(1) }),
      ),
    );
    expect((await one.load('counter-1')).state).toBe(20);
  });

  test('lost five times is a conflict', async () => {
    const store = memoryEventStore();
    const rival = handlerOn(store);
    const handler = handlerOn({
      ...store,
      append: async (stream, expected, events) => {
        await rival.execute(stream, context(), { input: 1, decide: count(1) });
        return store.append(stream, expected, events);
      },
    });
    await expect(handler.execute('counter-1', context(), { input: 1, decide: count(1) })).rejects.toThrow(
      'Others are changing this right now.',
    );
    expect((await rival.load('counter-1')).state).toBe(5);
  });
});

test('an append whose answer is lost is sent again and counts once', async () => {
  const store = memoryEventStore();
  let lost = 0;
  const handler = handlerOn({
    ...store,
    append: async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      lost += 1;
      if (lost === 1) throw new LogUnavailable('The answer was lost.');
      return appended;
    },
  });
  await handler.execute('counter-1', context(), { input: 3, decide: count(3) });
  expect(await store.readStream('counter-1')).toHaveLength(1);
});

/** A log whose answers to appends have no time, as EventStoreDB's; subscriptions bring the events, if there are any. */
const untimed = (store: EventStore, isFollowed: boolean) => {
  let reads = 0;
  const log: EventStore = {
    ...store,
    append: async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      const own = await store.readStream(stream, { from: appended.revision - events.length + 1 });
      return { ...appended, recordedAt: null, received: () => (isFollowed ? own : undefined) };
    },
    readStream: (...given) => {
      reads += 1;
      return store.readStream(...given);
    },
  };
  return { log, reads: () => reads };
};

test('a command after one whose events have been received reads nothing; otherwise it reads them first', async () => {
  const counted = async (isFollowed: boolean): Promise<number> => {
    const store = memoryEventStore();
    const { log, reads } = untimed(store, isFollowed);
    const handler = handlerOn(log);
    for (const by of [3, 4, 5]) await handler.execute('counter-1', context(), { input: by, decide: count(by) });
    const before = reads();
    expect(await store.readStream('counter-1')).toHaveLength(3);
    expect((await handlerOn(store).load('counter-1')).state).toBe(12);
    await expect(handler.execute('counter-1', context(), { input: 99, decide: count(99) })).rejects.toThrow('hundred');
    expect((await handler.load('counter-1')).state).toBe(12);
    return before;
  };
  expect(await counted(true)).toBe(1);
  expect(await counted(false)).toBe(3);
});

test('a stream remembers its newest 500 commands', async () => {
  const store = memoryEventStore();
  const handler = handlerOn(store);
  const first = context();
  await handler.execute('counter-1', first, { input: 1, decide: count(1) });
  for (let i = 0; i < 499; i += 1)
    await handler.execute('counter-1', context(), { input: i, decide: count(i % 2 === 0 ? 1 : -1) });
  const repeated = await handler.execute('counter-1', first, { input: 1, decide: count(1) });
  expect(repeated.repeated).toBe(true);
});
