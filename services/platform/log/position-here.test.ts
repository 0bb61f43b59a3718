import { expect, test } from 'vitest';
import { isPositionHere, LogUnavailable } from './event-store.ts';
import { memoryEventStore } from './memory/memory-event-store.ts';
import { event, freshStream } from './testing/sample-events.ts';

test('a position is here if it has the form of the log’s own and is not beyond its end', async () => {
  const store = memoryEventStore();
  const isHere = isPositionHere(store);
  expect(await isHere('1')).toBe(false);
  await store.append(freshStream(), 'no_stream', [event(), event()]);
  expect(await Promise.all(['1', '2', '3', 'C:1/P:1', 'x'].map(isHere))).toEqual([true, true, false, false, false]);
});

test('while the log does not answer, the form decides', async () => {
  const away = { ...memoryEventStore(), head: () => Promise.reject(new LogUnavailable('Away.')) };
  expect(await Promise.all(['1', 'C:1/P:1'].map(isPositionHere(away)))).toEqual([true, false]);
});
