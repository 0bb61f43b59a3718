import { expect, inject, test } from 'vitest';
import { connectionPool } from './pool.ts';

const watchedPool = (answersWithin: number) =>
  connectionPool({ connectionString: inject('postgres'), max: 1, name: 'test', answersWithin });

test('a connection that times out is destroyed, and the next query gets another', async () => {
  const pool = watchedPool(300);
  await expect(pool.query('select pg_sleep(20)')).rejects.toThrow(/said nothing for 300 ms/);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('one that breaks while checked out does not return to the pool', async () => {
  const pool = watchedPool(300);
  const client = await pool.connect();
  await expect(client.query('select pg_sleep(20)')).rejects.toThrow(/said nothing/);
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('an idle connection in the pool never times out', async () => {
  const pool = watchedPool(200);
  const backend = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await backend();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await backend()).toBe(before);
  await pool.end();
});
