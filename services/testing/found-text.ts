import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { findText } from '../cli/search.ts';

/** The columns of a database in which a text is, such as `event_log.events.data`. */
export const columnsWith = async (connectionString: string, text: string): Promise<string[]> => {
  const pool = connectionPool({ connectionString, max: 1, name: 'test' });
  try {
    const found = await findText(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), text);
    return found.map(({ table, column }) => `${table}.${column}`);
  } finally {
    await pool.end();
  }
};
