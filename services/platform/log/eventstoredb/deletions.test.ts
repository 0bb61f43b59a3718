import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EventStore } from '../event-store.ts';
import { collect, event, freshStream } from '../testing/sample-events.ts';
import { eventStoreDbEventStore } from './eventstoredb-event-store.ts';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const engine = (): EventStore => eventStoreDbEventStore({ connectionString: server.connectionString });

const typesSeenAfresh = async (): Promise<string[]> => {
  const fresh = engine();
  const seen = await collect(fresh, { after: null, prefixes: ['test-'] }, (_, caughtUp) => caughtUp);
  await fresh.close();
  return seen.map(({ type }) => type);
};

test('tombstones missing from the list are added by the next deletion, exactly once', async () => {
  const store = engine();
  const [early, late, last, kept] = ['Early', 'Late', 'Last', 'Kept'].map((type) => ({ stream: freshStream(), type }));
  if (!early || !late || !last || !kept) throw new Error('There are four.');
  for (const { stream, type } of [early, late, last, kept]) await store.append(stream, 'no_stream', [event(type)]);
  server.log.tombstone(early.stream);
  expect(await typesSeenAfresh()).toContain('Early');
  await store.deleteStreams([late.stream]);
  expect(await typesSeenAfresh()).toEqual(['Last', 'Kept']);
  await store.close();

  const next = engine();
  const before = server.log.all.length;
  await next.deleteStreams([last.stream]);
  expect(await typesSeenAfresh()).toEqual(['Kept']);
  expect(
    server.log.all.slice(before).map(({ type }) => type),
    'one tombstone and one line on the list',
  ).toEqual(['$streamDeleted', 'StreamsTombstoned']);
  await next.close();
});
