import { scratchDatabase } from '../../testing/scratch-database.ts';
import { eventStoreContract } from '../contract.ts';
import { postgresEventStore } from './postgres-event-store.ts';

eventStoreContract('postgres', async () => {
  const { connectionString } = await scratchDatabase();
  return postgresEventStore({ connectionString });
});
