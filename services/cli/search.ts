import { sql, type Kysely } from 'kysely';
import type { EventStore } from '../platform/log/event-store.ts';

export type Found = { readonly table: string; readonly column: string; readonly rows: number };

/** Every text and json column of every table, the event log included, that contains a text, ignoring case. */
export const findText = async (db: Kysely<unknown>, text: string): Promise<Found[]> => {
  const columns = await sql<{ table_schema: string; table_name: string; column_name: string }>`
    select c.table_schema, c.table_name, c.column_name
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
       and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb')
     order by 1, 2, 3`.execute(db);
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const found: Found[] = [];
  for (const { table_schema: schema, table_name: name, column_name: column } of columns.rows) {
    const hits = await sql<{ rows: number }>`
      select count(*)::integer as rows from ${sql.table(`${schema}.${name}`)} where ${sql.ref(column)}::text ilike ${pattern}`.execute(
      db,
    );
    const rows = hits.rows[0]?.rows ?? 0;
    if (rows > 0) found.push({ table: `${schema}.${name}`, column, rows });
  }
  return found;
};

/** Counts the readable events that contain a text in their stream name, type, data or metadata, ignoring case. */
export const findInLog = async (store: EventStore, text: string): Promise<number> => {
  const pattern = text.toLowerCase();
  const stop = new AbortController();
  let found = 0;
  for await (const { events, caughtUp } of store.subscribe({ after: null, prefixes: [''], signal: stop.signal })) {
    found += events.filter((event) => everythingIn(event).toLowerCase().includes(pattern)).length;
    if (caughtUp) stop.abort();
  }
  return found;
};

/** Names and values as they are, not as JSON escapes them. */
const everythingIn = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key}\0${everythingIn(inner)}`)
        .join('\0')
    : String(value);
