import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Runs one statement on a connection of its own and returns the rows. */
export type Query = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export type ScratchDatabase = {
  readonly connectionString: string;
  readonly query: Query;
  readonly drop: () => Promise<void>;
};

/** Does something with a connection of its own. */
export const connected = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export const queryOf =
  (connectionString: string): Query =>
  (text, values = []) =>
    connected(connectionString, async (client) => (await client.query(text, [...values])).rows);

/** A database for one test in the run's PostgreSQL, empty unless it is the copy of another one. */
export const scratchDatabase = async (template = 'template1'): Promise<ScratchDatabase> => {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await connected(server, (client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    query: queryOf(url.href),
    drop: async () => {
      await connected(server, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
};
