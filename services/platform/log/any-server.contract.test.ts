import { describe, test } from 'vitest';
import { eventStoreContract, maxAppendBytes } from './testing/contract.ts';
import { eventStoreDbEventStore } from './eventstoredb/eventstoredb-event-store.ts';
import { startDockerServer, whyNoDocker } from './testing/docker-server.ts';
import { postgresEventStore } from './postgres/postgres-event-store.ts';

const given = process.env['EVENTSTORE_TEST_URL'] ?? '';
const missing = given === '' ? await whyNoDocker() : undefined;

/** The suite against the server that EVENTSTORE_TEST_URL names, of either kind, or one that Docker starts for it. */
if (missing !== undefined) {
  const reason = `EVENTSTORE_TEST_URL is not set, and ${missing}`;
  process.stdout.write(`The contract on a real EventStoreDB is skipped: ${reason}\n`);
  describe('the event store contract on a real EventStoreDB', () => {
    // oxlint-disable-next-line vitest/expect-expect -- it shows in the report that the suite was not run, and why
    test('is skipped where no server is', ({ skip }) => skip(reason));
  });
} else if (/^postgres(ql)?:/.test(given)) {
  eventStoreContract('the given PostgreSQL', async () => ({
    store: await postgresEventStore({ connectionString: given, maxAppendBytes }),
    openAgain: () => postgresEventStore({ connectionString: given }),
    close: async () => undefined,
  }));
} else {
  eventStoreContract(given === '' ? 'an EventStoreDB in Docker' : 'the given EventStoreDB', async () => {
    const server = given === '' ? await startDockerServer() : { connectionString: given, stop: async () => undefined };
    const store = eventStoreDbEventStore({ connectionString: server.connectionString, maxAppendBytes });
    const openAgain = async () => eventStoreDbEventStore({ connectionString: server.connectionString });
    return { store, openAgain, close: server.stop };
  });
}
