import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { connectionPool } from '../postgres/pool.ts';
import { applySchema } from '../postgres/schema.ts';
import { rowStorageContract, sumsModel } from '../testing/row-storage-contract.ts';
import { scratchDatabase, type ScratchDatabase } from '../testing/scratch-database.ts';
import { rowsInSql } from '../runner/apply.ts';
import { registrySchema, createGeneration, exclusions } from '../runner/registry.ts';

let database: ScratchDatabase;
let pool: ReturnType<typeof connectionPool>;
beforeAll(async () => {
  database = await scratchDatabase();
  pool = connectionPool({ connectionString: database.connectionString, max: 2, name: 'test' });
  await applySchema(pool, registrySchema);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

rowStorageContract('in PostgreSQL', async () => {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const generation = await createGeneration(db, sumsModel, 'building');
  return {
    storage: rowsInSql(db),
    generation,
    rows: async () =>
      (await sql`select * from ${sql.table(`${generation.schema}.sums`)} order by 1, 2`.execute(db)).rows,
    excluded: () => exclusions(db, generation),
  };
});
