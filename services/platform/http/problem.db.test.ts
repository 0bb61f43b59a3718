import { createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { problemOf } from './problem.ts';

const failureOf = async (pool: pg.Pool) => {
  try {
    await pool.query('select 1');
  } catch (error) {
    return problemOf(error);
  }
  throw new Error('The query went through.');
};

test('a connection pool timeout is not reported as a database outage', async () => {
  // The first connection must also open within this time, on a busy machine.
  const pool = new pg.Pool({ connectionString: inject('postgres'), max: 1, connectionTimeoutMillis: 3000 });
  const client = await pool.connect();
  expect(await failureOf(pool)).toEqual({
    status: 503,
    detail: 'Rondo is very busy right now. Please try again in a moment.',
  });
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a server that does not answer a new connection is a database outage', async () => {
  const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const pool = new pg.Pool({ host: '127.0.0.1', port, max: 1, connectionTimeoutMillis: 50 });
  expect(await failureOf(pool)).toEqual({
    status: 503,
    detail: 'The database is not answering. Please try again in a moment.',
  });
  await pool.end();
  silent.close();
});
