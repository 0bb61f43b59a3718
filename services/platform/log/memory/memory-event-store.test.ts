import { eventStoreContract, maxAppendBytes } from '../testing/contract.ts';
import { memoryEventStore } from './memory-event-store.ts';

eventStoreContract('memory', async () => {
  let hook: (() => Promise<void>) | undefined;
  const store = memoryEventStore({ maxAppendBytes, beforeCommit: async () => hook?.() });
  return {
    store,
    setBeforeCommit: (given) => {
      hook = given;
    },
    // There is no other process.
    openAgain: async () => ({ ...store, close: async () => undefined }),
    close: async () => undefined,
  };
});
