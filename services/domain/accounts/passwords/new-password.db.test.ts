import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok, refused } from '../../../testing/visitor.ts';
import { hashPassword } from './passwords.ts';
import { resetLink, savedMails, tokenIn } from '../testing/mails.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const easy = [400, 'This password is easy to guess. Please choose another one.'];
const problem = { Accept: 'application/problem+json' };

test('nobody registers with a common password or the own address, a guest neither', async () => {
  const guest = rondo.visitor();
  ok(await guest.post('/api/guest-login'));
  for (const visitor of [rondo.visitor(), guest])
    for (const password of ['123456', 'PassWord', 'Dana@Example.com'])
      expect(refused(await visitor.post('/api/register', { email: 'dana@example.com', password }))).toEqual(easy);
  const { json } = await guest.post('/api/register', { email: 'dana@example.com', password: '123456' }, problem);
  expect(json.errors).toEqual([{ pointer: '/password', detail: easy[1] }]);
  expect(ok(await guest.get('/api/user')).isGuest).toBe(true);
  ok(await guest.post('/api/register', { email: 'dana@example.com', password: 'six-strings' }));
});

test('a password is not changed to one, and a reset link that is used with one still works', async () => {
  const email = 'marcus@example.com';
  const marcus = await rondo.visitor().register(email);
  const change = (newPassword: string) =>
    marcus.post('/api/change-password', { currentPassword: 'six-strings', newPassword });
  expect(refused(await change('QWERTY123'))).toEqual(easy);
  expect(refused(await change('MARCUS@example.com'))).toEqual(easy);
  ok(await rondo.visitor().post('/api/forgot-password', { email }));
  const token = tokenIn(await resetLink(() => savedMails(rondo.dataDir, email)));
  const reset = (newPassword: string, headers = {}) =>
    rondo.visitor().post('/api/reset-password', { token, newPassword }, headers);
  expect(refused(await reset('marcus@EXAMPLE.com'))).toEqual(easy);
  expect((await reset('letmein', problem)).json.errors).toEqual([{ pointer: '/newPassword', detail: easy[1] }]);
  ok(await marcus.get('/api/user'));
  ok(await reset('seven-strings'));
});

test('an account that has such a password from before signs in with it', async () => {
  const lee = await rondo.visitor().register('lee@example.com');
  const { id } = ok(await lee.get('/api/user'));

  await rondo.query('update accounts.users set password_hash = $2 where id = $1', [id, await hashPassword('123456')]);
  const login = await rondo.visitor().post('/api/login', { email: 'lee@example.com', password: '123456' });
  expect(login.status).toBe(200);
});
