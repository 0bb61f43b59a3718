// npm run rebuild -- MODEL|all: builds read models anew from the log, with the server running or stopped.
import { rebuild } from '@rondo/projections/runner/rebuild.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { allReadModels } from '../read-models.ts';
import { runTool, withDatabase } from './with-database.ts';

await runTool(async () => {
  const [wanted] = process.argv.slice(2);
  const names = allReadModels.map(({ name }) => name);
  const models = allReadModels.filter(({ name }) => wanted === 'all' || name === wanted);
  if (models.length === 0) {
    console.error(`Usage: npm run rebuild -- MODEL, where MODEL is one of ${names.join(', ')}, or all.`);
    return 2;
  }
  await withDatabase(async (connectionString) => {
    const pool = connectionPool({ connectionString, max: 4, name: 'rondo rebuild', asynchronousCommit: true });
    const source = await postgresEventStore({ connectionString });
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    try {
      for (const model of models) await rebuild({ db, source, say: (line) => console.log(line) }, model);
    } finally {
      await source.close();
      await pool.end();
    }
  });
  return 0;
});
