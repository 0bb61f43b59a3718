import { randomUUID } from 'node:crypto';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventStore } from '../event-store/event-store.ts';
import { eventStoreDbEventStore } from '../event-store/eventstoredb/eventstoredb-event-store.ts';
import { startTestServer } from '../event-store/eventstoredb/test-server/test-server.ts';
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { anyStep } from './testing/acts.ts';
import { restoresThereAndBack, resumedAtTheEnd } from './testing/restoring.ts';

// Engines take their times from their own clocks.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const engines: Record<string, () => Promise<{ store: EventStore; stop: () => Promise<void> }>> = {
  PostgreSQL: async () => {
    const { connectionString, drop } = await scratchDatabase();
    return { store: await postgresEventStore({ connectionString }), stop: drop };
  },
  EventStoreDB: async () => {
    const server = await startTestServer();
    return { store: eventStoreDbEventStore({ connectionString: server.connectionString }), stop: () => server.stop() };
  },
};

test.each(Object.entries(engines))(
  'moments on %s are restored in every read model, and so is the state before each restore',
  async (_, open) => {
    const { store, stop } = await open();
    const lives = fc.sample(fc.array(anyStep, { minLength: 10, maxLength: 12, size: 'max' }), {
      numRuns: 3,
      seed: 20_261_122,
    });
    for (const [nth, steps] of lives.entries())
      expect(await restoresThereAndBack(steps, 4 * nth, { log: store, studioId: randomUUID() })).toEqual([
        'completed',
        'completed',
      ]);
    expect(await resumedAtTheEnd({ log: store, studioId: randomUUID() })).toEqual(['completed']);
    await store.close();
    await stop();
  },
  120_000,
);
