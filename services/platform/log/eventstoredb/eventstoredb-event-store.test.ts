import { eventStoreContract, maxAppendBytes } from '../testing/contract.ts';
import { eventStoreDbEventStore } from './eventstoredb-event-store.ts';
import { startTestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

eventStoreContract('eventstoredb over the test server', async () => {
  const server = await startTestServer();
  const store = eventStoreDbEventStore({ connectionString: server.connectionString, maxAppendBytes });
  const openAgain = async () => eventStoreDbEventStore({ connectionString: server.connectionString });
  return { store, openAgain, close: server.stop };
});
