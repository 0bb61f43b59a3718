import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { EventStore } from '../log/event-store.ts';
import { memoryEventStore } from '../log/memory/memory-event-store.ts';
import type { Aggregate, CommandContext } from './aggregate.ts';
import { commandHandler } from './command-handler.ts';
import { snapshotCache, type SnapshotStore } from './snapshots.ts';
import { context, counter as plainCounter, type counterEvents } from './testing/counters.ts';
import { memorySnapshots } from './testing/memory-snapshots.ts';
import { snapshotContract } from './testing/snapshot-contract.ts';

snapshotContract('in memory', async () => {
  const registered = new Set<string>();
  return {
    store: memorySnapshots((studioId, stream) => registered.has(`${studioId} ${stream}`)),
    register: async (studioId, stream) => void registered.add(`${studioId} ${stream}`),
  };
});

const counter: Aggregate<typeof counterEvents, number> = {
  ...plainCounter,
  saved: { save: (state) => state, load: (json) => z.number().parse(json) },
};
const stream = 'counter-studio.one';

const count = (by: number) => ({ input: by, decide: () => [{ type: 'Counted' as const, data: { by } }] });

/** Starts processes over one log and one snapshot store. */
const world = (kept: SnapshotStore = memorySnapshots()) => {
  const store = memoryEventStore();
  const read: number[] = [];
  const problems: Error[] = [];
  const watched: EventStore = {
    ...store,
    readStream: async (name, options) => {
      const events = await store.readStream(name, options);
      read.push(events.length);
      return events;
    },
  };
  return {
    store,
    problems,
    /** Events that the last process read. */
    eventsRead: () => read.reduce((sum, n) => sum + n, 0),
    process: (aggregate: typeof counter = counter, log: EventStore = watched) => {
      read.length = 0;
      const snapshots = snapshotCache(kept, (error) => problems.push(error));
      const registry = { register: async () => undefined };
      return { snapshots, handler: commandHandler(aggregate, { store: log, registry, snapshots }) };
    },
  };
};

/** Runs a process that counts to 150, and lets it end. */
const countTo150 = async ({ process }: ReturnType<typeof world>): Promise<CommandContext> => {
  const { handler, snapshots } = process();
  const commands = Array.from({ length: 150 }, () => context());
  for (const command of commands) await handler.execute(stream, command, count(1));
  await snapshots.settled();
  return commands[60] ?? context();
};

describe('a new process', () => {
  test('starts at the snapshot and reads only later events', async () => {
    const around = world();
    await countTo150(around);
    const { handler } = around.process();
    expect(await handler.load(stream)).toMatchObject({ state: 150, revision: 149 });
    expect(around.eventsRead()).toBeLessThan(60);
    expect(around.problems).toEqual([]);
  });

  test('knows a command from before the snapshot and does not repeat it', async () => {
    const around = world();
    const early = await countTo150(around);
    const { handler } = around.process();
    expect((await handler.execute(stream, early, count(1))).repeated).toBe(true);
    expect(await around.store.readStream(stream)).toHaveLength(150);
  });

  test('with another state version ignores the snapshot', async () => {
    const around = world();
    await countTo150(around);
    const { handler } = around.process({ ...counter, stateVersion: 2, evolve: (state) => state + 2 });
    expect((await handler.load(stream)).state).toBe(300);
  });

  test('folds from the beginning when the log has another event where the snapshot ends, as after a restored backup', async () => {
    const around = world();
    await countTo150(around);
    for (const length of [20, 120]) {
      const restored = memoryEventStore();
      const other = commandHandler(counter, { store: restored, registry: { register: async () => undefined } });
      for (let i = 0; i < length; i += 1) await other.execute(stream, context(), count(5));
      expect((await around.process(counter, restored).handler.load(stream)).state).toBe(5 * length);
    }
  });

  test('starts a deleted stream from nothing', async () => {
    const around = world();
    await countTo150(around);
    await around.store.deleteStreams([stream]);
    expect(await around.process().handler.load(stream)).toMatchObject({ state: 0, revision: -1 });
  });

  test('that reads a long stream without a snapshot writes one', async () => {
    const around = world();
    const writer = commandHandler(counter, { store: around.store, registry: { register: async () => undefined } });
    for (let i = 0; i < 120; i += 1) await writer.execute(stream, context(), count(1));
    const first = around.process();
    await first.handler.load(stream);
    await first.snapshots.settled();
    const { handler } = around.process();
    expect((await handler.load(stream)).state).toBe(120);
    expect(around.eventsRead()).toBe(1);
  });
});

describe('unavailable snapshots', () => {
  const broken = () => Promise.reject(new Error('The table is away.'));

  test('are skipped and reported', async () => {
    const around = world({ find: broken, save: broken });
    await countTo150(around);
    expect((await around.process().handler.load(stream)).state).toBe(150);
    expect(new Set(around.problems.map(({ message }) => message))).toEqual(
      new Set([`The snapshot of ${stream} could not be read.`, `A snapshot of ${stream} could not be kept.`]),
    );
  });

  test('with invalid content are skipped and reported', async () => {
    const kept = memorySnapshots();
    const around = world(kept);
    await countTo150(around);
    await kept.save({ studioId: 'studio', stream, version: 1, revision: 149, state: { state: 'many' } });
    expect((await around.process().handler.load(stream)).state).toBe(150);
    expect(around.problems).toHaveLength(1);
  });

  test('never delay an answer', async () => {
    const saving = Promise.withResolvers<void>();
    const around = world({ find: async () => undefined, save: () => saving.promise });
    const { handler, snapshots } = around.process();
    for (let i = 0; i < 250; i += 1) await handler.execute(stream, context(), count(1));
    expect((await handler.load(stream)).state).toBe(250);
    saving.resolve();
    await snapshots.settled();
  });
});
