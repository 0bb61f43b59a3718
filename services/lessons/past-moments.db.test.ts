import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EventStore } from '../event-store/event-store.ts';
import { eventStoreDbEventStore } from '../event-store/eventstoredb/eventstoredb-event-store.ts';
import { startTestServer } from '../event-store/eventstoredb/test-server/test-server.ts';
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { livePast, randomLife } from './testing/remembered-past.ts';

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
  'moments on %s fold to the rows that the read models had then',
  async (_, open) => {
    const { store, stop } = await open();
    const [life = []] = fc.sample(randomLife({ minLength: 20, maxLength: 20 }), { numRuns: 1, seed: 20_261_122 });
    const { remembered, moments, rowsAt } = await livePast(store, life, () => undefined);
    expect(remembered.length).toBeGreaterThan(12);
    const asked = moments();
    for (const { at, rows } of [...remembered.slice(0, 8).toReversed(), ...remembered])
      expect(await rowsAt(asked, at), JSON.stringify(at)).toEqual(rows);
    await asked.close();
    await store.close();
    await stop();
  },
  60_000,
);
