import { afterAll, beforeAll, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { refused } from '../../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const newcomer = { firstName: 'Mia', lastName: 'Lee', address: '78701' };
const otherUser =
  'Someone else has signed in in another tab since this page was loaded. Nothing was changed; please load the page again.';

test('a page that shows another user than the session’s neither reads nor changes anything, and says why', async () => {
  const dana = await rondo.visitor().register('dana@example.com');
  const erin = await rondo.visitor().register('erin@example.com');
  const shows = { 'Rondo-User': (await erin.get('/api/user')).json.id };
  const accepts = { ...shows, Accept: 'application/problem+json' };
  expect((await dana.post('/api/students', newcomer, accepts)).json).toMatchObject({
    status: 409,
    detail: otherUser,
    isOtherUser: true,
  });
  expect(refused(await dana.get('/api/students', shows))).toEqual([409, otherUser]);
  expect(refused(await dana.get('/api/user', shows))).toEqual([409, otherUser]);
  expect(refused(await dana.post('/api/logout', {}, shows))).toEqual([409, otherUser]);
  expect((await dana.get('/api/students')).text).toBe('[]');
});

test('a guest is not ended by a page that shows someone else', async () => {
  const guest = rondo.visitor();
  const { id } = (await guest.post('/api/guest-login')).json;
  const shows = { 'Rondo-User': 'someone-else' };
  const account = { email: 'fay@example.com', password: 'six-strings' };
  expect(refused(await guest.post('/api/guest-login', {}, shows))).toEqual([409, otherUser]);
  expect(refused(await guest.post('/api/register', account, shows))).toEqual([409, otherUser]);
  expect((await guest.get('/api/user')).json).toMatchObject({ id, isGuest: true });
});

test('a guest is not ended by a page for signing in that was loaded before', async () => {
  const guest = rondo.visitor();
  const { id } = (await guest.post('/api/guest-login')).json;
  const lee = { email: 'lee@example.com', password: 'six-strings' };
  await rondo.visitor().post('/api/register', lee);
  const shows = { 'Rondo-User': 'nobody', Accept: 'application/problem+json' };
  const refusal = { status: 409, detail: expect.stringContaining('A guest’s studio is open'), isOtherUser: true };
  expect((await guest.post('/api/login', lee, shows)).json).toMatchObject(refusal);
  expect((await guest.post('/api/guest-login', {}, shows)).json).toMatchObject(refusal);
  expect((await guest.post('/api/register', { ...lee, email: 'ray@example.com' }, shows)).json).toMatchObject(refusal);
  expect((await guest.get('/api/user')).json).toMatchObject({ id, isGuest: true });
  // Who has an account loses nothing by it.
  expect((await guest.post('/api/login', lee)).status).toBe(200);
  expect((await guest.post('/api/login', lee, shows)).status).toBe(200);
});

test('a page that shows the session’s user, one whose session has ended and a caller that names nobody are answered', async () => {
  const kim = rondo.visitor();
  const { id } = (await kim.post('/api/guest-login')).json;
  const shows = { 'Rondo-User': id };
  expect((await kim.post('/api/students', newcomer, shows)).status).toBe(200);
  // A guest who registers stays the same user.
  const account = { email: 'kim@example.com', password: 'six-strings' };
  expect((await kim.post('/api/register', account, shows)).json.id).toBe(id);
  expect((await kim.get('/api/students', shows)).json).toHaveLength(1);
  expect((await kim.post('/api/students', newcomer)).status).toBe(200);
  expect((await kim.post('/api/logout', {}, shows)).status).toBe(200);
  expect(refused(await kim.get('/api/students', shows))).toEqual([401, 'Please sign in.']);
  expect((await kim.post('/api/login', account, { 'Rondo-User': 'someone-else' })).json.id).toBe(id);
});
