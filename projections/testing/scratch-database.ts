import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export type ScratchDatabase = { readonly connectionString: string; readonly drop: () => Promise<void> };

/** An empty database for one test in the run's PostgreSQL. */
export const scratchDatabase = async (): Promise<ScratchDatabase> => {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    connectionString: url.href,
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
};
