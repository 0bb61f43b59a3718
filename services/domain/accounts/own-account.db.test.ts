import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Answer, Visitor } from '../../testing/visitor.ts';
import { savedMails } from './testing/mails.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const said = ({ status, text }: Answer) => [status, text];
const chrome = { 'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/141.0.0.0 Safari/537.36' };
const phone = {
  'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1',
};
const from = (place: string) => ({ 'X-Forwarded-For': place });

const owner = async () => {
  const email = `${randomUUID()}@example.com`;
  const visitor = await rondo.visitor().register(email);
  return { email, visitor };
};
const signIn = async (email: string, headers: Record<string, string> = {}, password = 'six-strings') => {
  const visitor = rondo.visitor();
  const { status, text } = await visitor.post('/api/login', { email, password }, headers);
  if (status !== 200) throw new Error(text);
  return visitor;
};
const isIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/api/user')).status === 200;
const change = (visitor: Visitor, currentPassword: string, newPassword: string) =>
  visitor.post('/api/change-password', { currentPassword, newPassword }, chrome);

describe('changing the password', () => {
  test('ends the other sessions, gives this one a new id and tells the owner', async () => {
    const { email, visitor } = await owner();
    const other = await signIn(email);
    const before = visitor.cookies;
    expect((await change(visitor, 'six-strings', 'seven-strings')).json).toEqual({
      success: true,
      message: 'Password changed',
      sendsMail: false,
    });
    expect(visitor.cookies).not.toEqual(before);
    expect([await isIn(visitor), await isIn(other)]).toEqual([true, false]);
    expect((await rondo.visitor().get('/api/user', before)).status).toBe(401);
    await expect(signIn(email)).rejects.toThrow('The email address or the password is wrong.');
    await signIn(email, {}, 'seven-strings');
    await expect
      .poll(() => savedMails(rondo.dataDir, email))
      .toEqual([expect.stringContaining('was changed, in Chrome on macOS. Everyone who was signed in elsewhere')]);
  });

  test('is refused with the sentence of what is wrong', async () => {
    const { visitor } = await owner();
    const refused: readonly (readonly [string, string, string])[] = [
      ['', '', 'Please fill in all password fields.'],
      ['six-strings', '', 'Please fill in all password fields.'],
      ['', 'seven-strings', 'Please fill in all password fields.'],
      ['six-strings', 'short', 'New password must be at least 6 characters long.'],
      ['six-strings', 'x'.repeat(201), 'New password must be at most 200 characters long.'],
      ['six-strings', 'six-strings', 'New password must be different from your current password.'],
      ['five-strings', 'seven-strings', 'Failed to change password. Please check your current password.'],
    ];
    for (const [current, next, sentence] of refused)
      expect(said(await change(visitor, current, next))).toEqual([400, sentence]);
    expect(await isIn(visitor)).toBe(true);
  });

  test('of five different ones at once, one succeeds', async () => {
    const { email, visitor } = await owner();
    const tabs = await Promise.all(Array.from({ length: 5 }, () => signIn(email)));
    const answers = await Promise.all(tabs.map((tab, i) => change(tab, 'six-strings', `password ${i}`)));
    const won = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await signIn(email, {}, `password ${won}`);
    expect(await isIn(visitor)).toBe(false);
  });

  test('again, because the answer was lost, succeeds and does the same again', async () => {
    const { email, visitor } = await owner();
    await change(visitor, 'six-strings', 'seven-strings');
    const other = await signIn(email, {}, 'seven-strings');
    expect((await change(visitor, 'six-strings', 'seven-strings')).status).toBe(200);
    expect([await isIn(visitor), await isIn(other)]).toEqual([true, false]);
    await signIn(email, {}, 'seven-strings');
    await expect.poll(() => savedMails(rondo.dataDir, email)).toHaveLength(2);
  });

  test('is not for guests, who have none', async () => {
    const guest = rondo.visitor();
    await guest.post('/api/guest-login');
    expect(said(await change(guest, 'six-strings', 'seven-strings'))).toEqual([
      409,
      'A guest has no password. Create an account to set one.',
    ]);
  });

  test('guesses are slowed down together with those at sign-in', async () => {
    const { email } = await owner();
    const thief = await signIn(email, from('203.0.113.20'));
    await rondo.query('delete from accounts.sign_in_places');
    for (let i = 0; i < 5; i += 1) {
      await rondo.visitor().post('/api/login', { email, password: 'guess' }, from(`203.0.113.${i}`));
      await thief.post('/api/change-password', { currentPassword: `guess ${i}`, newPassword: 'seven-strings' });
    }
    expect((await change(thief, 'six-strings', 'seven-strings')).status).toBe(429);
    expect((await thief.delete('/api/user', { password: 'six-strings' })).status).toBe(429);
  });
});

test('who signs in with the old password while it is being changed is not signed in', async () => {
  const { email } = await owner();
  const [{ id } = { id: '' }] = await rondo.query<{ id: string }>('select id from accounts.users where email = $1', [
    email,
  ]);
  const client = new pg.Client({ connectionString: rondo.connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(`update accounts.users set password_hash = 'another' where id = $1`, [id]);
  await client.query(`delete from accounts.sessions where sess->'actor'->>'userId' = $1`, [id]);
  const late = rondo.visitor();
  const signingIn = late.post('/api/login', { email, password: 'six-strings' });
  const begun = `select 1 from accounts.sessions where sess->'actor'->>'userId' = $1`;
  // The owner's, whose removal is not committed, and the late one's.
  await expect.poll(() => rondo.query(begun, [id])).toHaveLength(2);
  await client.query('commit');
  await client.end();
  expect(said(await signingIn)).toEqual([401, 'The email address or the password is wrong.']);
  expect(await rondo.query(begun, [id])).toEqual([]);
});

describe('sessions', () => {
  test('are listed with their device and network, this one first, without what opens them', async () => {
    const { email } = await owner();
    await signIn(email, { ...phone, ...from('203.0.113.30') });
    const here = await signIn(email, chrome);
    const { json, text } = await here.get('/api/sessions', chrome);
    expect(json).toMatchObject([
      { device: 'Chrome on macOS', kind: 'computer', isHere: true, isCurrent: true },
      { device: 'Safari on iPhone', kind: 'phone', isHere: false, isCurrent: false },
      { device: null, kind: 'computer', isHere: true, isCurrent: false },
    ]);
    for (const { signedInAt, lastSeenAt } of json)
      expect([signedInAt <= lastSeenAt, signedInAt > '2026']).toEqual([true, true]);
    expect(text).not.toContain('203.0.113');
    for (const { sid } of await rondo.query<{ sid: string }>('select sid from accounts.sessions'))
      expect(text).not.toContain(sid);
  });

  test('end everywhere else, or one by one', async () => {
    const { email, visitor } = await owner();
    const others = [await signIn(email, phone), await signIn(email, chrome), await signIn(email)];
    const list = async () => (await visitor.get('/api/sessions')).json;
    const onPhone = (await list()).find(({ kind }: { kind: string }) => kind === 'phone');
    expect((await visitor.delete(`/api/sessions/${onPhone.id}`)).json).toEqual({ success: true });
    expect(await Promise.all(others.map(isIn))).toEqual([false, true, true]);
    expect(said(await visitor.delete(`/api/sessions/${onPhone.id}`))).toEqual([404, 'This session has already ended.']);
    const [current] = await list();
    expect(said(await visitor.delete(`/api/sessions/${current.id}`))).toEqual([
      409,
      'This is the session you are using. Sign out to end it.',
    ]);
    expect((await visitor.post('/api/sessions/end-others')).json).toEqual({ success: true, ended: 2 });
    expect((await visitor.post('/api/sessions/end-others')).json).toEqual({ success: true, ended: 0 });
    expect([await isIn(visitor), ...(await Promise.all(others.map(isIn)))]).toEqual([true, false, false, false]);
  });

  test('of others are neither listed nor ended', async () => {
    const { visitor } = await owner();
    const stranger = await owner();
    const [theirs] = (await stranger.visitor.get('/api/sessions')).json;
    expect((await visitor.delete(`/api/sessions/${theirs.id}`)).status).toBe(404);
    await visitor.post('/api/sessions/end-others');
    expect(await isIn(stranger.visitor)).toBe(true);
  });

  test('that were ended stay ended, also when a request of theirs is under way that extends them', async () => {
    const { email, visitor } = await owner();
    const other = await signIn(email);
    // Not seen for an hour: the next request writes the session when it ends.
    await rondo.query(`update accounts.sessions set sess = (sess::jsonb #- '{seen}')::json`);
    const client = new pg.Client({ connectionString: rondo.connectionString });
    await client.connect();
    await client.query('begin');
    await client.query('lock table accounts.users in access exclusive mode');
    const slow = other.get('/api/user');
    await expect
      .poll(() =>
        rondo.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%accounts%users%'`),
      )
      .not.toEqual([]);
    await visitor.post('/api/sessions/end-others');
    await client.query('commit');
    await client.end();
    expect((await slow).status).toBe(200);
    expect(await isIn(other)).toBe(false);
  });

  test('are seen again when they are used ten minutes after', async () => {
    const { email, visitor } = await owner();
    const other = await signIn(email, chrome);
    await rondo.query(
      `update accounts.sessions set sess = jsonb_set(sess::jsonb, '{seen,at}', '1')::json where sess::text like '%Chrome on macOS%'`,
    );
    const seen = async () => {
      const { json } = await visitor.get('/api/sessions');
      return json.map(({ device, lastSeenAt }: Record<string, string>) => [device, lastSeenAt?.startsWith('1970')]);
    };
    expect(await seen()).toContainEqual(['Chrome on macOS', true]);
    await other.get('/api/user', phone);
    expect(await seen()).toContainEqual(['Safari on iPhone', false]);
  });
});

describe('deleting the account', () => {
  test('erases the studio and ends every session', async () => {
    const { email, visitor } = await owner();
    const other = await signIn(email);
    await visitor.post('/api/students', {
      firstName: 'Uma',
      lastName: 'Quillfeather',
      address: '12 Elm St',
      phone: '512',
    });
    const { id } = (await visitor.get('/api/user')).json;
    const wrong = await visitor.delete('/api/user', { password: 'five-strings' });
    expect(said(wrong)).toEqual([400, 'This is not the password of your account.']);
    expect(said(await visitor.delete('/api/user', {}))).toEqual([400, 'Please enter your password.']);
    expect((await visitor.get('/api/students')).json).toHaveLength(1);

    const { json, headers } = await visitor.delete('/api/user', { password: 'six-strings' });
    expect([json, headers.getSetCookie().join()]).toEqual([{ success: true }, expect.stringContaining('rondo.sid=;')]);
    expect([await isIn(visitor), await isIn(other)]).toEqual([false, false]);
    await expect(signIn(email)).rejects.toThrow('The email address or the password is wrong.');
    for (const table of ['users where id', 'streams where studio_id', 'reset_tokens where user_id'])
      expect(await rondo.query(`select 1 from accounts.${table} = $1`, [id])).toEqual([]);
    expect(await rondo.query(`select 1 from event_log.events where data::text like '%Quillfeather%'`)).toEqual([]);
    await rondo.visitor().register(email);
  });

  test('twice at once does it once', async () => {
    const { visitor } = await owner();
    const answers = await Promise.all([1, 2].map(() => visitor.delete('/api/user', { password: 'six-strings' })));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.every(({ status }) => [200, 401].includes(status))).toBe(true);
  });

  test('is not for guests, who sign out instead', async () => {
    const guest = rondo.visitor();
    await guest.post('/api/guest-login');
    expect(said(await guest.delete('/api/user', { password: 'six-strings' }))).toEqual([
      409,
      'A guest has no password. Sign out to erase everything.',
    ]);
  });
});
