import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import type { EventStore } from '../platform/log/event-store.ts';
import { eventStoreDbEventStore } from '../platform/log/eventstoredb/eventstoredb-event-store.ts';
import { startTestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';

/** An empty log of each engine that the product runs on. */
export const logEngines: Record<string, () => Promise<{ store: EventStore; stop: () => Promise<void> }>> = {
  PostgreSQL: async () => {
    const { connectionString, drop } = await scratchDatabase();
    return { store: await postgresEventStore({ connectionString }), stop: drop };
  },
  EventStoreDB: async () => {
    const server = await startTestServer();
    return { store: eventStoreDbEventStore({ connectionString: server.connectionString }), stop: () => server.stop() };
  },
};
