import { expect, test } from 'vitest';
import { commandHandler } from '../../../platform/commands/command-handler.ts';
import { context, count, counter } from '../../../platform/commands/testing/counters.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { liftFence } from '../../../platform/commands/fences.ts';

const stream = 'counter-studio.one';
const lifting = { restoreId: 'restore', detail: null };

test('a fence is lifted once, however far back it is, and others may write again', async () => {
  const store = memoryEventStore();
  const handler = commandHandler(counter, { store, registry: { register: async () => undefined } });
  await handler.execute(stream, context(), count([3]));
  await handler.fence(stream, context(), 'restore');
  for (let i = 0; i < 50; i += 1) await handler.execute(stream, { ...context(), passesFences: true }, count([1, -1]));
  const end = context();
  await liftFence(store, stream, end, lifting);
  await liftFence(store, stream, end, lifting);
  await handler.execute(stream, context(), count([1]));
  await liftFence(store, stream, end, lifting);
  const types = (await store.readStream(stream)).map(({ type }) => type);
  expect(types.filter((type) => type === 'FenceLifted')).toHaveLength(1);
  expect((await handler.load(stream)).state).toBe(4);
});

test('nothing is lifted where nothing is fenced', async () => {
  const store = memoryEventStore();
  await liftFence(store, stream, context(), lifting);
  expect(await store.head()).toBeNull();
});
