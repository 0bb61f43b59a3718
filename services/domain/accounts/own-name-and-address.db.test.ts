import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Answer, type Visitor } from '../../testing/visitor.ts';
import { emailChangeLink, resetLink, savedMails, tokenIn } from './testing/mails.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const password = 'six-strings';
const invalidLink = [400, 'The link has expired, was already used, or is incomplete.'];
const answerOf = ({ status, text }: Answer) => [status, text];
const newAddress = () => `${randomUUID()}@example.com`;
const owner = async () => {
  const email = newAddress();
  return { email, visitor: await rondo.visitor().register(email) };
};
const ask = (visitor: Visitor, email: unknown, proof: string = password) =>
  visitor.post('/api/user/email', { email, password: proof });
const linkTo = async (email: string, known: readonly string[] = []): Promise<string> =>
  tokenIn(await emailChangeLink(() => savedMails(rondo.dataDir, email), known));
const press = (token: string, visitor = rondo.visitor()) => visitor.post('/api/change-email', { token });
const signIn = async (email: string) => {
  const visitor = rondo.visitor();
  return { visitor, status: (await visitor.post('/api/login', { email, password })).status };
};

test('a name is changed in parts, cleared by empty text, and at most 100 characters long', async () => {
  const { visitor } = await owner();
  const name = async () => {
    const { firstName, lastName } = ok(await visitor.get('/api/user'));
    return [firstName, lastName];
  };
  expect(ok(await visitor.patch('/api/user', { firstName: ' Dana ', lastName: 'Whitfield' }))).toMatchObject({
    firstName: 'Dana',
    lastName: 'Whitfield',
  });
  ok(await visitor.patch('/api/user', { lastName: '' }));
  expect(await name()).toEqual(['Dana', null]);
  ok(await visitor.patch('/api/user', {}));
  expect(await name()).toEqual(['Dana', null]);
  for (const firstName of ['x'.repeat(101), 5])
    expect((await visitor.patch('/api/user', { firstName })).status).toBe(400);
  expect(await name()).toEqual(['Dana', null]);
  expect((await rondo.visitor().patch('/api/user', { firstName: 'Eve' })).status).toBe(401);
});

describe('another address', () => {
  test('is the account’s once the button of its link is pressed; the old one is told at the request and at the change', async () => {
    const { email, visitor } = await owner();
    const other = (await signIn(email)).visitor;
    const next = newAddress();
    ok(await rondo.visitor().post('/api/forgot-password', { email }));
    const reset = tokenIn(await resetLink(() => savedMails(rondo.dataDir, email)));
    expect(ok(await ask(visitor, ` ${next.toUpperCase()} `))).toEqual({ success: true, sendsMail: false });
    const token = await linkTo(next);
    expect(ok(await visitor.get('/api/user')).email).toBe(email);
    const told = () => savedMails(rondo.dataDir, email);
    await expect.poll(told).toContainEqual(expect.stringContaining('requested another email address'));

    expect(ok(await press(token, visitor))).toEqual({ success: true, email: next });
    await expect.poll(told).toContainEqual(expect.stringContaining('has another email address now'));
    expect(ok(await visitor.get('/api/user')).email).toBe(next);
    expect(ok(await visitor.get('/api/user/email-confirmation'))).toMatchObject({ email: next, isConfirmed: true });
    expect((await other.get('/api/user')).status).toBe(401);
    expect([(await signIn(email)).status, (await signIn(next)).status]).toEqual([401, 200]);
    const late = { token: reset, newPassword: 'seven-strings' };
    expect((await rondo.visitor().post('/api/reset-password', late)).status).toBe(400);
    expect(answerOf(await press(token))).toEqual(invalidLink);
    // Neither mail to the old address says the new one.
    expect((await told()).join('')).not.toContain(next);
  });

  test('pressed where nobody is signed in, the link ends every session', async () => {
    const { visitor } = await owner();
    const next = newAddress();
    ok(await ask(visitor, next));
    ok(await press(await linkTo(next)));
    expect((await visitor.get('/api/user')).status).toBe(401);
  });

  test('of an account gets the same answer and no link, and is refused if it was taken meanwhile', async () => {
    const [one, another] = [await owner(), await owner()];
    const free = newAddress();
    const answers = [await ask(one.visitor, another.email), await ask(one.visitor, free)];
    expect(answers.map(answerOf)).toEqual([answers.map(answerOf)[1], answers.map(answerOf)[1]]);
    const token = await linkTo(free);
    expect(await savedMails(rondo.dataDir, another.email)).toEqual([]);
    await rondo.visitor().register(free);
    const taken = [409, 'An account with this email address already exists.'];
    expect(answerOf(await press(token))).toEqual(taken);
    expect(answerOf(await press(token))).toEqual(taken);
    expect(ok(await one.visitor.get('/api/user')).email).toBe(one.email);
  });

  test('of two accounts that press at once one gets it', async () => {
    const [one, another] = [await owner(), await owner()];
    const free = newAddress();
    ok(await ask(one.visitor, free));
    const first = await linkTo(free);
    ok(await ask(another.visitor, free));
    const links = () => savedMails(rondo.dataDir, free);
    await expect.poll(async () => (await links()).length).toBe(2);
    const second = (await links())
      .map((mail) => tokenIn(/http\S+/.exec(mail)?.[0] ?? ''))
      .find((token) => token !== first);
    const answers = await Promise.all([press(first), press(second ?? '')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('takes the newest link alone, for an hour, and none once the password has changed', async () => {
    const { email, visitor } = await owner();
    const [next, newer] = [newAddress(), newAddress()];
    ok(await ask(visitor, next));
    const old = await linkTo(next);
    ok(await ask(visitor, newer));
    const link = await linkTo(newer);
    expect(answerOf(await press(old))).toEqual(invalidLink);
    await rondo.query(`update accounts.email_changes set expires_at = now() where email = $1`, [newer]);
    expect(answerOf(await press(link))).toEqual(invalidLink);
    ok(await ask(visitor, next));
    const third = await linkTo(
      next,
      (await savedMails(rondo.dataDir, next)).flatMap((mail) => /http\S+/.exec(mail)?.[0] ?? []),
    );
    ok(await visitor.post('/api/change-password', { currentPassword: password, newPassword: 'seven-strings' }));
    expect(answerOf(await press(third))).toEqual(invalidLink);
    expect(ok(await visitor.get('/api/user')).email).toBe(email);
    for (const token of ['', 'x', 'x'.repeat(201)]) expect(answerOf(await press(token))).toEqual(invalidLink);
  });

  test('needs the password, whose guesses count as those at sign-in, and one address that is another', async () => {
    const { email, visitor } = await owner();
    expect(answerOf(await ask(visitor, newAddress(), 'wrong'))).toEqual([
      400,
      'This is not the password of your account.',
    ]);
    expect(answerOf(await ask(visitor, email.toUpperCase()))).toEqual([
      400,
      'This is the address of your account already.',
    ]);
    for (const bad of [
      'a@example.com\nBcc: b@example.com',
      'a@example.com, b@example.com',
      `${'x'.repeat(300)}@example.com`,
      '',
      5,
    ])
      expect((await ask(visitor, bad)).status).toBe(400);
    await rondo.query('delete from accounts.sign_in_places');
    for (let i = 0; i < 12; i += 1) await ask(visitor, newAddress(), `guess ${i}`);
    expect((await ask(visitor, newAddress())).status).toBe(429);
  });

  test('is sent at most ten links in 15 minutes', async () => {
    const { visitor } = await owner();
    for (let i = 0; i < 10; i += 1) ok(await ask(visitor, newAddress()));
    expect(answerOf(await ask(visitor, newAddress()))).toEqual([
      429,
      'You have requested many links. Please try again in 15 minutes.',
    ]);
  });

  test('is not for guests, and goes with the account', async () => {
    const guest = rondo.visitor();
    ok(await guest.post('/api/guest-login'));
    expect((await ask(guest, newAddress())).status).toBe(403);
    const { visitor } = await owner();
    const next = newAddress();
    ok(await ask(visitor, next));
    await linkTo(next);
    ok(await visitor.delete('/api/user', { password }));
    expect(await rondo.query('select 1 from accounts.email_changes where email = $1', [next])).toEqual([]);
    await expect.poll(() => savedMails(rondo.dataDir, next)).toEqual([]);
  });
});
