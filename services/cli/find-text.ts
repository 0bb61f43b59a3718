// npm run find-text -- TEXT: searches every text and json column of every table and the log; exit 1 when found.
import { Kysely, PostgresDialect } from 'kysely';
import { readConfig } from '../app/config/config.ts';
import { openEventStore } from '../app/own-log.ts';
import { findInLog, findText, type Found } from './search.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { runTool, withDatabase } from './with-database.ts';

/** The log, when it is not in the database's tables. */
const findElsewhere = async (connectionString: string, text: string): Promise<Found[]> => {
  const config = readConfig(process.env);
  if (config.EVENTSTORE_URL === undefined) return [];
  const store = await openEventStore(config, connectionString);
  try {
    const rows = await findInLog(store, text);
    return rows === 0 ? [] : [{ table: 'event log', column: 'event', rows }];
  } finally {
    await store.close();
  }
};

await runTool(async () => {
  const text = process.argv.slice(2).join(' ');
  if (text === '') {
    console.error('Usage: npm run find-text -- TEXT');
    return 2;
  }
  const found = await withDatabase(async (connectionString) => {
    const pool = connectionPool({ connectionString, max: 2, name: 'rondo find-text' });
    try {
      const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
      return [...(await findText(db, text)), ...(await findElsewhere(connectionString, text))];
    } finally {
      await pool.end();
    }
  });
  for (const { table, column, rows } of found)
    console.log(`${table}.${column}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  if (found.length === 0) console.log('Not found.');
  return found.length === 0 ? 0 : 1;
});
