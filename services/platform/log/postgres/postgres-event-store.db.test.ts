import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { eventStoreContract, maxAppendBytes } from '../testing/contract.ts';
import { postgresEventStore } from './postgres-event-store.ts';

const open = (beforeCommitAlways: boolean) => async () => {
  const { connectionString, drop } = await scratchDatabase();
  let hook: (() => Promise<void>) | undefined;
  const store = await postgresEventStore({
    connectionString,
    maxAppendBytes,
    ...(beforeCommitAlways ? { beforeCommit: async () => hook?.() } : {}),
  });
  return {
    store,
    ...(beforeCommitAlways
      ? {
          setBeforeCommit: (given: (() => Promise<void>) | undefined) => {
            hook = given;
          },
        }
      : {}),
    openAgain: () => postgresEventStore({ connectionString }),
    close: drop,
  };
};

eventStoreContract('postgres', open(false));
eventStoreContract('postgres with slow and rolled-back transactions', open(true));
