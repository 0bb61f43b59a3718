import { afterAll, beforeAll, expect, test } from 'vitest';
import { logLines } from '../../testing/log-lines.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok } from '../../testing/visitor.ts';
import { resetLink, savedMails, tokenIn } from './testing/mails.ts';

const { log, text, traces } = logLines();
let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z', {}, undefined, log);
});
afterAll(() => rondo.stop());

const from = (place: string) => ({ 'X-Forwarded-For': place });

/** The traces since the last look. */
const fresh = (() => {
  let seen = 0;
  return (): unknown[] => traces().slice(seen, (seen = traces().length));
})();
const line = (event: string, more: object) => expect.objectContaining({ event, ...more });

test('accounts leave one line for each thing that security is judged by, and no secret', async () => {
  const email = 'dana@example.com';
  const home = { place: '203.0.113.0/24' };
  const dana = rondo.visitor();
  const { id: userId } = ok(await dana.post('/api/register', { email, password: 'six-strings' }, from('203.0.113.77')));
  expect(fresh()).toEqual([
    line('registration', { userId, call: 'POST /api/register', ...home }),
    line('sign-in', { userId, isGuest: false, ...home }),
  ]);

  const away = from('2001:db8:1234:56ff:1:2:3:4');
  await rondo.visitor().post('/api/login', { email, password: 'guessed-secret' }, away);
  await rondo.visitor().post('/api/login', { email: 'nobody@example.org', password: 'guessed-secret' }, away);
  await rondo.visitor().post('/api/login', { email, password: 'six-strings' }, away);
  const network = { place: '2001:db8:1234:5600::/56' };
  expect(fresh()).toEqual([
    line('sign-in-refused', { userId, ...network }),
    expect.not.objectContaining({ userId: expect.anything() }),
    line('sign-in', { userId, ...network }),
  ]);

  const again = from('203.0.113.78');
  const passwords = { currentPassword: 'six-strings', newPassword: 'seven-strings' };
  ok(await dana.post('/api/change-password', { ...passwords, confirmPassword: 'seven-strings' }, again));
  ok(await rondo.visitor().post('/api/forgot-password', { email }, again));
  const token = tokenIn(await resetLink(() => savedMails(rondo.dataDir, email)));
  ok(await rondo.visitor().post('/api/reset-password', { token, newPassword: 'eight-strings' }, again));
  await expect.poll(() => traces().filter((one) => JSON.stringify(one).includes('"mail"')).length).toBe(3);
  const changes = fresh();
  expect(changes).toEqual(
    expect.arrayContaining([
      line('password-change', { userId, ...home }),
      line('mail', { studioId: userId, count: 1 }),
      line('password-reset', { userId, ...home }),
    ]),
  );
  expect(changes).toHaveLength(5);

  const logged = text();
  for (const secret of [email, 'nobody@example.org', 'six-strings', 'guessed', token, '203.0.113.7', ':56ff:'])
    expect(logged).not.toContain(secret);
});

test('ids of other studios, limits and erasures are traced with the user and the call', async () => {
  const stranger = await rondo.visitor().register('stranger@example.com');
  const student = ok(await stranger.post('/api/students', { firstName: 'Sam', lastName: 'Strange', address: '78701' }));
  const guest = rondo.visitor();
  const { id: userId } = ok(await guest.post('/api/guest-login'));
  fresh();
  expect((await guest.delete(`/api/students/${student.id}`)).status).toBe(404);
  expect(fresh()).toEqual([line('unknown-id', { userId, call: 'DELETE /api/students/:id' })]);

  const place = from('198.51.100.9');
  for (let i = 0; i < 61; i += 1) await guest.post('/api/forgot-password', { email: 'nobody@example.org' }, place);
  expect(fresh()).toEqual([
    line('limit', { userId, limit: 'calls of a place', call: 'POST /api/forgot-password', place: '198.51.100.0/24' }),
  ]);

  ok(await guest.post('/api/logout', {}, place));
  expect(fresh()).toEqual([line('erasure', { userId, isGuest: true, place: '198.51.100.0/24' })]);
  ok(await stranger.delete('/api/user', { password: 'six-strings' }));
  expect(fresh()).toEqual([line('erasure', {})]);
});
