import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { streamRegistry } from '../../../platform/postgres/stream-registry.ts';
import { accountsSchema, type AccountsDb } from '../../../platform/postgres/tables.ts';
import { memoryEventStore } from '../../../platform/log/memory/memory-event-store.ts';
import { postgresEventStore } from '../../../platform/log/postgres/postgres-event-store.ts';
import { roundTripContract, type LogUnderTest } from './testing/round-trip-contract.ts';

const inPostgres = async (): Promise<LogUnderTest> => {
  const { connectionString, drop } = await scratchDatabase();
  const pool = connectionPool({ connectionString, max: 2, name: 'test' });
  await applySchema(pool, accountsSchema);
  const store = await postgresEventStore({ connectionString });
  return {
    store,
    registry: streamRegistry(new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) })),
    close: async () => {
      await store.close();
      await pool.end();
      await drop();
    },
  };
};

const inMemory = async (): Promise<LogUnderTest> => {
  const store = memoryEventStore();
  return { store, registry: { register: async () => undefined }, close: () => store.close() };
};

roundTripContract('from PostgreSQL to PostgreSQL', inPostgres, inPostgres);
roundTripContract('from PostgreSQL to memory', inPostgres, inMemory);
roundTripContract('from memory to PostgreSQL', inMemory, inPostgres);
