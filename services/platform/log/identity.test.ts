import { expect, test } from 'vitest';
import { eventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store.ts';
import { startTestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';
import { identify, identityOf, identityStream } from './identity.ts';
import { logName } from './known-logs.ts';
import { memoryEventStore } from './memory/memory-event-store.ts';

const engines = {
  memory: async () => ({ store: memoryEventStore(), stop: async () => undefined }),
  EventStoreDB: async () => {
    const server = await startTestServer();
    return { store: eventStoreDbEventStore(server), stop: server.stop };
  },
};

test.each(Object.entries(engines))('processes that start together on a log in %s agree on one id', async (_, open) => {
  const { store, stop } = await open();
  expect(await identityOf(store)).toBeNull();
  const ids = await Promise.all(Array.from({ length: 12 }, () => identify(store)));
  expect(new Set(ids).size).toBe(1);
  expect(await identityOf(store)).toBe(ids[0]);
  expect(await identify(store)).toBe(ids[0]);
  expect(await store.readStream(identityStream)).toHaveLength(1);
  await store.close();
  await stop();
});

test('a log is named without the user and the password', () => {
  expect(logName('esdb://admin:p%40ss@one:2113,two:2113?tls=true')).toBe('the EventStoreDB log at one:2113,two:2113');
  expect(logName('esdb+discover://admin:secret@cluster.example')).toBe(
    'the EventStoreDB log at cluster.example (discovered)',
  );
  expect(logName(undefined)).toBe('the event log in PostgreSQL');
});
