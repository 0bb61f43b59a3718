import { expect, test } from 'vitest';
import { findInLog } from './search.ts';
import { memoryEventStore } from '../platform/log/memory/memory-event-store.ts';
import { event, freshStream } from '../platform/log/testing/sample-events.ts';

test('a text is found in any part of an event until its stream is deleted', async () => {
  const store = memoryEventStore();
  const stream = freshStream();
  await store.append(stream, 'no_stream', [event('Named', { name: { first: 'Ann "A"' } }), event()]);
  expect(await findInLog(store, 'ann "a"')).toBe(1);
  expect(await findInLog(store, stream)).toBe(2);
  await store.deleteStreams([stream]);
  expect(await findInLog(store, 'ann')).toBe(0);
});
