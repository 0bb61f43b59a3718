import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from '@rondo/tools/eventstoredb-server/test-server.ts';

// Imported variables have the values of the current file.
export let database: ScratchDatabase;
export let server: TestServer;

/** Gives the file a database and an EventStoreDB beside it, both empty. */
export const withTwoLogs = (): void => {
  beforeAll(async () => {
    database = await scratchDatabase();
    server = await startTestServer();
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });
};
