import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo();
});
afterAll(() => rondo.stop());

const days = 24 * 60 * 60 * 1000;

/** A session of that age that was not seen for an hour; its expiry is far away, as one of an earlier version's may be. */
const aged = async (email: string, age: number | null) => {
  const visitor = await rondo.visitor().register(email);
  const { id } = ok(await visitor.get('/api/user'));
  const own = `where sess->'actor'->>'userId' = $1`;
  const signedIn = age === null ? `#- '{signedInAt}'` : `|| jsonb_build_object('signedInAt', ${Date.now() - age})`;
  const seen = `|| jsonb_build_object('seen', (sess::jsonb->'seen') || '{"at": ${Date.now() - 3_600_000}}')`;
  await rondo.query(
    `update accounts.sessions set sess = (sess::jsonb ${seen} ${signedIn})::json, expire = now() + interval '30 days' ${own}`,
    [id],
  );
  /** In days from now, and how many sessions there are. */
  const expiry = async () => {
    const rows = await rondo.query<{ expire: Date }>(`select expire from accounts.sessions ${own}`, [id]);
    return rows.map(({ expire }) => Math.round((expire.getTime() - Date.now()) / days));
  };
  return { visitor, expiry };
};
const statusOf = async (visitor: Visitor): Promise<number> => (await visitor.get('/api/user')).status;

test('a session that is used lasts 30 more days, but at most until 90 days after its sign-in', async () => {
  const young = await aged('young@example.com', 10 * days);
  expect([await statusOf(young.visitor), await young.expiry()]).toEqual([200, [30]]);
  const old = await aged('old@example.com', 85 * days);
  expect([await statusOf(old.visitor), await old.expiry()]).toEqual([200, [5]]);
  const before = await aged('before@example.com', null);
  expect([await statusOf(before.visitor), await before.expiry()]).toEqual([200, [30]]);
  const sessions = ok(await before.visitor.get('/api/sessions'));
  expect(sessions).toMatchObject([{ signedInAt: expect.any(String) }]);
});

test('after 90 days it has ended, and its user can sign in again', async () => {
  const { visitor, expiry } = await aged('ended@example.com', 90 * days);
  expect(await statusOf(visitor)).toBe(401);
  expect(await expiry()).toEqual([]);
  ok(await visitor.post('/api/login', { email: 'ended@example.com', password: 'six-strings' }));
  expect(await statusOf(visitor)).toBe(200);
});

test('how long a session lasts is a setting', async () => {
  const strict = await testRondo(undefined, { SESSION_DAYS: '2' });
  try {
    const { headers } = await strict
      .visitor()
      .post('/api/register', { email: 'a@example.com', password: 'six-strings' });
    const expires = /Expires=([^;]+)/.exec(headers.getSetCookie().join())?.[1] ?? '';
    expect(Math.round((Date.parse(expires) - Date.now()) / days)).toBe(2);
  } finally {
    await strict.stop();
  }
});

test('signing out clears what the browser has cached, and neither cookies nor storage', async () => {
  const visitor = await rondo.visitor().register('leaving@example.com');
  expect((await visitor.get('/api/user')).headers.get('clear-site-data')).toBeNull();
  const left = await visitor.post('/api/logout', undefined);
  expect([left.status, left.headers.get('clear-site-data')]).toEqual([200, '"cache"']);
});
