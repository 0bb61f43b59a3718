import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventStore } from '../../event-store.ts';
import { event, freshStream } from '../../testing/sample-events.ts';
import { eventStoreDbEventStore } from '../eventstoredb-event-store.ts';
import { receipts } from '../eventstoredb-event-store.ts';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

let server: TestServer;
let store: EventStore;
beforeEach(async () => {
  server = await startTestServer();
  store = eventStoreDbEventStore(server);
});
afterEach(async () => {
  await store.close();
  await server.stop();
});

test('the events of an own append are known with their times once a subscription has received them', async () => {
  const stream = freshStream();
  const { recordedAt, received } = await store.append(stream, 'no_stream', [event('A'), event('B')]);
  expect(recordedAt).toBeNull();
  expect(received?.(), 'nothing follows the log').toBeUndefined();

  const stop = new AbortController();
  const follow = async (): Promise<void> => {
    for await (const delivery of store.subscribe({ after: null, prefixes: [''], signal: stop.signal })) void delivery;
  };
  const following = [follow(), follow()];
  await expect.poll(() => received?.()?.length).toBe(2);
  expect(received?.()).toEqual(await store.readStream(stream));
  const later = await store.append(stream, 1, [event('C')]);
  await expect.poll(() => later.received?.()?.map(({ type }) => type)).toEqual(['C']);
  stop.abort();
  await Promise.all(following);
});

test('an append of which a part is missed is never complete, and only the latest of a stream is awaited', async () => {
  const stream = freshStream();
  await store.append(stream, 'no_stream', [event('A'), event('B'), event('C')]);
  const [a, b, c] = await store.readStream(stream);
  if (!a || !b || !c) throw new Error('The append is not there.');
  const own = receipts();
  const whole = own.await(stream, 0, 2);
  own.received(b);
  expect(whole()).toBeUndefined();
  own.received(a);
  own.received(a);
  own.received(b);
  own.received(c);
  expect(whole()).toEqual([a, b]);
  const replaced = own.await(stream, 2, 1);
  const latest = own.await(stream, 2, 1);
  own.received(c);
  expect([replaced(), latest()]).toEqual([undefined, [c]]);
});
