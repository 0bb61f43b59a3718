import { connected, scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';

/** The run's database in which Rondo has created all its tables, and nothing has happened yet. Creating them takes longer than copying them. */
const template = 'rondo_template';

/** Only one worker makes the template; the others wait for it. */
const lock = 'select pg_advisory_lock(hashtext($1))';

const isThere = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select from pg_database where datname = $1', [template])).rows.length > 0;

/** Each copy has a log of its own, and its read models begin as those of a new database: before the first event. */
const becomeNew = async (client: pg.Client): Promise<void> => {
  const {
    rows: [{ log_id: old } = {}],
  } = await client.query('select log_id from logs.known');
  const values = [String(old), randomUUID()];
  await client.query(
    `update event_log.events set event_id = $2::text::uuid, data = replace(data::text, $1, $2::text)::json,
            metadata = replace(metadata::text, $1, $2::text)::json`,
    values,
  );
  await client.query('update logs.known set log_id = $2 where log_id::text = $1', values);
  await client.query('update projections.read_models set position = null');
  await client.query('delete from projections.leases');
};

/** @param start starts Rondo on a database, waits until it is ready, and stops it */
const makeTemplate = async (client: pg.Client, start: (connectionString: string) => Promise<void>): Promise<void> => {
  const first = await scratchDatabase();
  await start(first.connectionString);
  const name = new URL(first.connectionString).pathname.slice(1);
  await client.query(`alter database ${name} rename to ${template}`);
};

/** A database for one Rondo in which all tables are there. */
export const databaseFromTemplate = async (
  start: (connectionString: string) => Promise<void>,
): Promise<ScratchDatabase> => {
  await connected(inject('postgres'), async (client) => {
    if (await isThere(client)) return;
    await client.query(lock, [template]);
    if (!(await isThere(client))) await makeTemplate(client, start);
  });
  const database = await scratchDatabase(template);
  await connected(database.connectionString, becomeNew);
  return database;
};
