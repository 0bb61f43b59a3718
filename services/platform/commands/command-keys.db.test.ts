import { randomUUID } from 'node:crypto';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { applySchema } from '@rondo/projections/postgres/schema.ts';
import { scratchDatabase, type ScratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountsSchema, type AccountsDb } from '../postgres/tables.ts';
import { openGuest } from '../../domain/accounts/users.ts';
import { commandKeys, commandKeysSchema, type StoredAnswer } from './command-keys.ts';

let database: ScratchDatabase;
let pool: pg.Pool;
let db: Kysely<AccountsDb>;
let studioId: string;
beforeAll(async () => {
  database = await scratchDatabase();
  pool = connectionPool({ connectionString: database.connectionString, max: 8, name: 'test' });
  db = new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) });
  for (const ddl of [accountsSchema, commandKeysSchema]) await applySchema(pool, ddl);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
beforeEach(async () => {
  studioId = (await openGuest({ db })).id;
});

const command = () => ({ studioId, commandId: randomUUID() });
const answer = (name: string): StoredAnswer => ({
  status: 200,
  batchId: randomUUID(),
  position: null,
  body: { name, z: 1, a: [null, 'é "quoted" \n'] },
});

describe.each([
  ['beside the log', { besideTheLog: true }],
  ['with the log elsewhere', { besideTheLog: false }],
])('keys %s', (_, where) => {
  const keys = () => commandKeys(db, where);

  test('return the first answer, and no later one', async () => {
    const one = command();
    expect(await keys().claim(one, 'hash')).toBeNull();
    expect(await keys().claim(one, 'hash')).toBeNull();
    const first = answer('first');
    await keys().keep(one, first);
    await keys().keep(one, answer('second'));
    expect(await keys().claim(one, 'hash')).toEqual(first);
  });

  test('claimed concurrently with different input go to one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const one = command();
      const claims = await Promise.allSettled(['a', 'b', 'c', 'd'].map((hash) => keys().claim(one, hash)));
      expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const claim of claims)
        if (claim.status === 'rejected') expect(claim.reason).toMatchObject({ name: 'Error', kind: 'key-reused' });
    }
  });

  test('do not store an answer that is too long', async () => {
    const one = command();
    await keys().claim(one, 'hash');
    await keys().keep(one, answer('x'.repeat(300_000)));
    expect(await keys().claim(one, 'hash')).toBeNull();
  });

  test('expire after 30 days', async () => {
    const [old, young] = [command(), command()];
    for (const [one, days] of [
      [old, 31],
      [young, 29],
    ] as const) {
      await keys().claim(one, 'hash');
      await sql`update commands.command_keys set first_seen = now() - ${days} * interval '1 day'
        where command_id = ${one.commandId}`.execute(db);
    }
    await keys().forgetOld();
    expect(await keys().claim(old, 'other')).toBeNull();
    await expect(keys().claim(young, 'other')).rejects.toThrow(
      'This Idempotency-Key was already used for another request.',
    );
  });

  test('are deleted with the account, and a deleted account gets none', async () => {
    const one = command();
    await keys().claim(one, 'hash');
    await db.deleteFrom('accounts.users').where('id', '=', studioId).execute();
    await keys().keep(one, answer('late'));
    await expect(keys().claim(one, 'hash')).rejects.toThrow('This studio has been erased.');
    const left = await sql`select 1 from commands.command_keys where studio_id = ${studioId}`.execute(db);
    expect(left.rows).toEqual([]);
  });
});
