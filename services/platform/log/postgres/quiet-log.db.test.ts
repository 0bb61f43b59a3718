import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { event, freshStream } from '../testing/sample-events.ts';
import { postgresEventStore } from './postgres-event-store.ts';
import { logTail } from './tail.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Counts how often `then` is called on any one promise until stopped: every listener on a promise attaches through it. */
const mostListeners = () => {
  const { prototype }: { readonly prototype: object } = Promise;
  const then: unknown = Reflect.get(prototype, 'then');
  if (typeof then !== 'function') throw new Error('A promise has no then.');
  const put = (value: unknown): boolean =>
    // oxlint-disable-next-line unicorn/no-thenable -- what is attached to promises is counted
    Reflect.defineProperty(prototype, 'then', { value, configurable: true, writable: true });
  const attached = new WeakMap<object, number>();
  let most = 0;
  const counting = function (this: object, ...handlers: unknown[]): unknown {
    const count = (attached.get(this) ?? 0) + 1;
    attached.set(this, count);
    most = Math.max(most, count);
    return Reflect.apply(then, this, handlers);
  };
  put(counting);
  return {
    stop: (): number => {
      put(then);
      return most;
    },
  };
};

test('a subscriber that polls a quiet log thousands of times leaks no listener, and receives the next write', async () => {
  const { connectionString, drop } = await scratchDatabase();
  const store = await postgresEventStore({ connectionString, pollMilliseconds: 0 });
  const stop = new AbortController();
  const heard: string[] = [];
  const caughtUp = Promise.withResolvers<void>();
  const following = (async () => {
    for await (const { events } of store.subscribe({ after: null, prefixes: ['test-'], signal: stop.signal })) {
      caughtUp.resolve();
      heard.push(...events.map(({ type }) => type));
      if (heard.length > 0) stop.abort();
    }
  })();
  await caughtUp.promise;
  const listeners = mostListeners();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await vi.waitFor(() => expect(timers.mock.calls.length).toBeGreaterThan(2000), { timeout: 25_000, interval: 5 });
  expect(listeners.stop()).toBeLessThan(100);
  vi.restoreAllMocks();
  await store.append(freshStream(), 'no_stream', [event('Written')]);
  await following;
  expect(heard).toEqual(['Written']);
  await store.close();
  await drop();
});

test('nine subscribers polling a quiet log all night leave nine waiters, and one ring wakes them all', async () => {
  vi.useFakeTimers();
  const tail = logTail();
  const heard: number[] = [];
  const follow = async (n: number): Promise<void> => {
    while (!(await tail.rungAfter(tail.rings(), 1000)));
    heard.push(n);
  };
  const following = Array.from({ length: 9 }, (_, n) => follow(n));
  await vi.advanceTimersByTimeAsync(6 * 60 * 60 * 1000);
  expect(tail.waiting()).toBe(9);
  tail.ring();
  await Promise.all(following);
  expect([heard, tail.waiting()]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 0]);
});

test('a ring between reading the log and waiting is not missed', async () => {
  const tail = logTail();
  const before = tail.rings();
  tail.ring();
  expect(await tail.rungAfter(before, 60_000)).toBe(true);
});
