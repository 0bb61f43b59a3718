// npm run find-text -- TEXT: searches every text and json column of every table and the log; exit 1 when found.
import { Kysely, PostgresDialect } from 'kysely';
import { findText } from '../postgres/find-text.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { runTool, withDatabase } from './with-database.ts';

await runTool(async () => {
  const text = process.argv.slice(2).join(' ');
  if (text === '') {
    console.error('Usage: npm run find-text -- TEXT');
    return 2;
  }
  const found = await withDatabase(async (connectionString) => {
    const pool = connectionPool({ connectionString, max: 2, name: 'rondo find-text' });
    try {
      return await findText(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), text);
    } finally {
      await pool.end();
    }
  });
  for (const { table, column, rows } of found)
    console.log(`${table}.${column}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  if (found.length === 0) console.log('Not found.');
  return found.length === 0 ? 0 : 1;
});
