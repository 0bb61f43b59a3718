import { Kysely, PostgresDialect } from 'kysely';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnsWith } from '../../testing/found-text.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { removeExpired } from './erasure/sweeper.ts';
import { noteSignIn, signedInFrom } from './sign-in.ts';
import type { AccountsDb } from '../../platform/postgres/tables.ts';
import { hashPassword, verifyPassword } from './passwords/passwords.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const found = (text: string) => columnsWith(rondo.connectionString, text);

test('stores a password as an Argon2id PHC string and verifies it', async () => {
  const stored = await hashPassword('six-strings');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await verifyPassword('six-strings', stored)).toBe(true);
  expect(await verifyPassword('six strings', stored)).toBe(false);
  expect(await verifyPassword('six-strings', 'plain')).toBe(false);
});

describe('registering', () => {
  test('signs in, stores no plaintext password and compares addresses case-insensitively', async () => {
    const visitor = rondo.visitor();
    const { status, json, text } = await visitor.post('/api/register', {
      email: 'Rosa@Example.com',
      password: 'six-strings',
      firstName: ' Rosa ',
      timeZone: 'America/Denver',
    });
    expect([status, json.email, json.firstName, json.timeZone, json.today]).toEqual([
      200,
      'rosa@example.com',
      'Rosa',
      'America/Denver',
      '2026-11-23',
    ]);
    expect(text).not.toContain('password');
    expect((await visitor.get('/api/user')).json.email).toBe('rosa@example.com');
    const again = await rondo.visitor().post('/api/register', { email: 'ROSA@example.com', password: 'five-strings' });
    expect([again.status, again.text]).toEqual([409, 'An account with this email address already exists.']);
    expect(await found('six-strings')).toEqual([]);
  });

  test('with the studio’s today, not the server’s', async () => {
    const { json } = await rondo
      .visitor()
      .post('/api/register', { email: 'kiri@example.com', password: 'six-strings', timeZone: 'Pacific/Kiritimati' });
    expect(json.today).toBe('2026-11-24');
  });
});

describe('signing in', () => {
  test('requires the right password, with the same message for an unknown address', async () => {
    await rondo.visitor().register('login@example.com');
    const wrong = await rondo.visitor().post('/api/login', { email: 'login@example.com', password: 'wrong!' });
    const unknown = await rondo.visitor().post('/api/login', { email: 'nobody@example.com', password: 'wrong!' });
    expect([wrong.status, wrong.text]).toEqual([401, 'The email address or the password is wrong.']);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect(
      (await rondo.visitor().post('/api/login', { email: 'LOGIN@example.com', password: 'six-strings' })).status,
    ).toBe(200);
  });

  test('creates a new session, which sign-out ends', async () => {
    const visitor = await rondo.visitor().register('leaver@example.com');
    expect((await visitor.post('/api/logout', undefined)).json).toEqual({ success: true });
    expect((await visitor.get('/api/user')).status).toBe(401);
    expect((await visitor.post('/api/logout', undefined)).status).toBe(200);
  });

  test('sets an HttpOnly SameSite cookie, not Secure over plain http', async () => {
    const { headers } = await rondo.visitor().post('/api/guest-login', {});
    expect(headers.getSetCookie().join()).toMatch(/^rondo\.sid=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });
});

test('a sign-in location is remembered for 30 days and stored as a hash', async () => {
  const db = new Kysely<AccountsDb>({
    dialect: new PostgresDialect({
      pool: connectionPool({ connectionString: rondo.connectionString, max: 1, name: 'test' }),
    }),
  });
  const { id } = (await (await rondo.visitor().register('mover@example.com')).get('/api/user')).json;
  const known = () => signedInFrom({ db }, 'Mover@example.com', '203.0.113.1');
  expect(await known()).toBe(false);
  await noteSignIn({ db }, id, '203.0.113.1');
  expect([await known(), await signedInFrom({ db }, 'mover@example.com', '203.0.113.2')]).toEqual([true, false]);
  expect(await signedInFrom({ db }, 'nobody@example.com', '203.0.113.1')).toBe(false);
  expect(await found('203.0.113')).toEqual([]);
  await rondo.query(`update accounts.sign_in_places set signed_in_at = now() - interval '31 days' where user_id = $1`, [
    id,
  ]);
  expect(await known()).toBe(false);
  await removeExpired({ db });
  expect(await rondo.query('select 1 from accounts.sign_in_places where user_id = $1', [id])).toEqual([]);
  await db.destroy();
});

const studentOf = (lastName: string) => ({
  firstName: 'Uma',
  lastName,
  address: `12 ${lastName} St, Austin, TX 78704`,
  phone: '512',
});

describe('a guest', () => {
  test('is erased at sign-out: no row, event or session with their data remains', async () => {
    const guest = rondo.visitor();
    const { json } = await guest.post('/api/guest-login', { timeZone: 'America/Chicago' });
    await guest.post('/api/students', studentOf('Quillfeather'));
    expect(await found('Quillfeather')).toContain('event_log.events.data');
    await guest.post('/api/logout');
    expect(await found('Quillfeather')).toEqual([]);
    expect(await rondo.query('select 1 from accounts.users where id = $1', [json.id])).toEqual([]);
    expect(await rondo.query(`select 1 from accounts.sessions where sess->'actor'->>'userId' = $1`, [json.id])).toEqual(
      [],
    );
    const holes = await rondo.query(
      'select count(*)::integer as rows, max(position)::integer as last from event_log.events',
    );
    const [{ rows, last } = { rows: 0, last: 1 }] = holes.map((row) => Object.assign({ rows: 0, last: 0 }, row));
    expect(rows).toBe(last);
  });

  test('is erased by signing in as another user', async () => {
    await rondo.visitor().register('owner@example.com');
    const guest = rondo.visitor();
    await guest.post('/api/guest-login');
    await guest.post('/api/students', studentOf('Wanderwood'));
    await guest.post('/api/login', { email: 'owner@example.com', password: 'six-strings' });
    expect(await found('Wanderwood')).toEqual([]);
    expect((await guest.get('/api/students')).json).toEqual([]);
  });

  test('keeps the studio by registering', async () => {
    const guest = rondo.visitor();
    const { json } = await guest.post('/api/guest-login');
    await guest.post('/api/students', studentOf('Stayhere'));
    const registered = await guest.post('/api/register', { email: 'stay@example.com', password: 'six-strings' });
    expect(registered.json).toMatchObject({ id: json.id, isGuest: false, email: 'stay@example.com' });
    expect((await guest.get('/api/students')).json).toMatchObject([{ lastName: 'Stayhere' }]);
    await guest.post('/api/logout');
    const back = rondo.visitor();
    await back.post('/api/login', { email: 'stay@example.com', password: 'six-strings' });
    expect((await back.get('/api/students')).json).toMatchObject([{ lastName: 'Stayhere' }]);
  });

  test('keeps the studio at sign-out if they registered in a request that died before updating its session', async () => {
    const guest = rondo.visitor();
    const { json } = await guest.post('/api/guest-login');
    await guest.post('/api/students', studentOf('Halfway'));
    await rondo.query('update accounts.users set is_guest = false where id = $1', [json.id]);
    await guest.post('/api/logout');
    expect(await rondo.query('select 1 from accounts.users where id = $1', [json.id])).toHaveLength(1);
    expect(await found('Halfway')).toContain('event_log.events.data');
  });

  test('leaves nothing behind even if another tab still writes during sign-out', async () => {
    const guest = rondo.visitor();
    await guest.post('/api/guest-login');
    const writes = Array.from({ length: 10 }, (_, i) => guest.post('/api/students', studentOf(`Lastminute${i}`)));
    await guest.post('/api/logout');
    await Promise.all(writes);
    expect((await guest.post('/api/students', studentOf('Lastminute'))).status).toBe(401);
  });
});
