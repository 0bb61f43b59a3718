import { describe, expect, test } from 'vitest';
import { memoryEventStore } from '../log/memory/memory-event-store.ts';
import { commandHandler } from './command-handler.ts';
import { context, count, counter } from './testing/counters.ts';

const stream = 'counter-studio.one';
const registry = { register: async () => undefined };

const fencedCounter = async () => {
  const store = memoryEventStore();
  const handler = commandHandler(counter, { store, registry });
  const other = commandHandler(counter, { store, registry });
  await handler.execute(stream, context(), count([3]));
  await other.execute(stream, context(), count([2]));
  await handler.fence(stream, context(), 'restore');
  return { store, handler, other };
};

describe('a fenced stream', () => {
  test('refuses every command, also one that would do nothing and one decided on an older state', async () => {
    const { store, handler, other } = await fencedCounter();
    const nothing = { input: 'nothing', decide: () => [] };
    for (const one of [handler, other])
      for (const command of [count([1]), nothing, count([99])])
        await expect(one.execute(stream, context(), command)).rejects.toThrow('A restore is running.');
    expect(await store.readStream(stream)).toHaveLength(3);
  });

  test('still answers a command that was carried out before', async () => {
    const store = memoryEventStore();
    const handler = commandHandler(counter, { store, registry });
    const command = context();
    const first = await handler.execute(stream, command, count([3]));
    await handler.fence(stream, context(), 'restore');
    expect(await handler.execute(stream, command, count([3]))).toEqual({ ...first, repeated: true });
  });

  test('lets the restore and reactors pass, and is fenced once', async () => {
    const { store, handler, other } = await fencedCounter();
    await other.execute(stream, { ...context(), passesFences: true }, count([4]));
    await other.fence(stream, context(), 'restore');
    expect((await store.readStream(stream)).map(({ type }) => type)).toEqual([
      'Counted',
      'Counted',
      'StreamFenced',
      'Counted',
    ]);
    expect((await handler.load(stream)).state).toBe(9);
  });

  test('is fenced although many others write to it', async () => {
    const store = memoryEventStore();
    const [handler, other] = [
      commandHandler(counter, { store, registry }),
      commandHandler(counter, { store, registry }),
    ];
    const writes = Array.from({ length: 20 }, (_, i) =>
      other.execute(stream, context(), count([i % 2 === 0 ? 1 : -1])),
    );
    await handler.fence(stream, context(), 'restore');
    const outcomes = await Promise.allSettled(writes);
    const types = (await store.readStream(stream)).map(({ type }) => type);
    expect(types.at(-1)).toBe('StreamFenced');
    expect(types.filter((type) => type === 'Counted')).toHaveLength(
      outcomes.filter(({ status }) => status === 'fulfilled').length,
    );
  });
});
