import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetLink, textOf, tokenIn } from '../../domain/accounts/testing/mails.ts';
import { smtpInbox } from '../mail/testing/smtp-inbox.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Answer } from '../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo();
});
afterAll(() => rondo.stop());

const from = (place: string) => ({ 'X-Forwarded-For': place });
const login = (email: string, password: string, place: string, path = '/api/login') =>
  rondo.visitor().post(path, { email, password }, from(place));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const waitOf = ({ headers }: Answer): number => Number(headers.get('retry-after'));

test('ten failures for an account slow down the places that fail, except those it signed in from', async () => {
  const owner = await rondo
    .visitor()
    .post('/api/register', { email: 'dana@example.com', password: 'six-strings' }, from('203.0.113.1'));
  expect(owner.status).toBe(200);
  for (let i = 0; i < 10; i += 1)
    expect((await login('Dana@Example.com', `guess ${i}`, '198.51.100.99')).status).toBe(401);
  const refused = await login('dana@example.com', 'six-strings', '198.51.100.99');
  expect([refused.status, refused.text]).toEqual([
    429,
    `Too many failed attempts. Please wait ${waitOf(refused)} seconds and try again.`,
  ]);
  expect(waitOf(refused)).toBeGreaterThan(0);
  expect(waitOf(refused)).toBeLessThanOrEqual(60);
  expect((await login('dana@example.com', 'six-strings', '203.0.113.1')).status).toBe(200);
  expect((await login('dana@example.com', 'six-strings', '198.51.100.100')).status).toBe(200);
});

test('with a mail server, all places that an account does not know have limited failures, and a password link lets the owner in', async () => {
  const inbox = await smtpInbox();
  const mailing = await testRondo(undefined, { SMTP_URL: inbox.url, SIGN_IN_FAILURES_PER_HOUR: '12' });
  try {
    const email = 'dana@example.com';
    const call = (path: string, body: unknown, place: string) =>
      mailing.visitor().post(path, body, { 'X-Forwarded-For': place });
    const enter = (address: string, password: string, place: string) =>
      call('/api/login', { email: address, password }, place);
    await call('/api/register', { email, password: 'six-strings' }, '203.0.113.1');
    for (const address of [email, 'nobody@example.com']) {
      for (let i = 0; i < 12; i += 1) expect((await enter(address, 'guess', `198.51.100.${i}`)).status).toBe(401);
      const refused = await enter(address, 'six-strings', '198.51.100.99');
      expect([refused.status, refused.text]).toEqual([
        429,
        'Too many wrong passwords for this account. Use a password link, or try again in an hour.',
      ]);
      expect(waitOf(refused)).toBeGreaterThan(3000);
      expect(waitOf(refused)).toBeLessThanOrEqual(3600);
    }
    expect((await enter(email, 'six-strings', '203.0.113.1')).status).toBe(200);
    await call('/api/forgot-password', { email }, '203.0.113.2');
    const token = tokenIn(await resetLink(async () => inbox.received.map(({ raw }) => textOf(raw))));
    expect((await enter(email, 'six-strings', '203.0.113.2')).status).toBe(429);
    expect((await call('/api/reset-password', { token, newPassword: 'seven-strings' }, '203.0.113.2')).status).toBe(
      200,
    );
    expect((await enter(email, 'seven-strings', '203.0.113.2')).status).toBe(200);
    expect((await enter(email, 'seven-strings', '203.0.113.3')).status).toBe(429);
  } finally {
    await mailing.stop();
    await inbox.stop();
  }
});

test('an email address without an account is throttled the same way', async () => {
  for (let i = 0; i < 10; i += 1) expect((await login('nobody@example.com', 'guess', '203.0.113.5')).status).toBe(401);
  expect((await login('nobody@example.com', 'guess', '203.0.113.5')).status).toBe(429);
  expect((await login('nobody@example.com', 'guess', '203.0.113.6')).status).toBe(401);
});

test(
  'a client address gets a hundred failures in total, however the path is spelled',
  { timeout: 120_000 },
  async () => {
    const paths = ['/api/login', '/api/LOGIN', '/api/Login/'];
    const guesses: Answer[] = [];
    for (let i = 0; i < 100; i += 1)
      guesses.push(await login(`guess${i}@example.com`, 'guess', '203.0.113.7', paths[i % 3]));
    expect(new Set(statuses(guesses))).toEqual(new Set([401]));
    for (const path of paths) {
      const { status, text } = await login('more@example.com', 'guess', '203.0.113.7', path);
      expect([status, text]).toEqual([429, 'Too many attempts. Please wait a few minutes and try again.']);
    }
    expect((await login('more@example.com', 'guess', '203.0.113.8')).status).toBe(401);
  },
);

test('a client address can open 300 guest studios and register 300 accounts', { timeout: 120_000 }, async () => {
  const opened: Answer[] = [];
  for (let i = 0; i < 300; i += 1)
    opened.push(await rondo.visitor().post('/api/guest-login', { timeZone: 'nowhere' }, from('203.0.113.9')));
  expect(new Set(statuses(opened))).toEqual(new Set([400]));
  expect((await rondo.visitor().post('/api/Guest-Login', {}, from('203.0.113.9'))).status).toBe(429);
  expect((await rondo.visitor().post('/api/guest-login', {}, from('203.0.113.10'))).status).toBe(200);
  const registered = await rondo.visitor().post('/api/register', {}, from('203.0.113.9'));
  expect(registered.status).toBe(400);
});

/** Other spellings of a path, of which some lead to the same call and the others elsewhere. */
const spellings = (path: string): string[] => [
  path,
  path.toUpperCase().replace('/API', '/api'),
  `${path}/`,
  `${path}?again`,
  path.replace('-', '%2D'),
  path.toUpperCase(),
  `/${path}`,
  path.replace('/api/', '/api//'),
  path.replace('/api/', '/api/./'),
  `${path}//`,
  `${path}%2f`,
  `${path};x`,
];

test.each(['/api/forgot-password', '/api/reset-password'])(
  'a client address can call %s 60 times, however the path is spelled',
  async (path) => {
    const ask = (spelled: string) => rondo.visitor().post(spelled, {}, from('203.0.113.11'));
    const reached: string[] = [];
    for (let i = 0; reached.length < 60; i += 1) {
      const spelled = spellings(path)[i % spellings(path).length] ?? path;
      // Only the call itself refuses the empty body.
      if ((await ask(spelled)).status === 400) reached.push(spelled);
    }
    for (const spelled of spellings(path)) expect((await ask(spelled)).status).not.toBe(400);
    expect((await ask(path)).status).toBe(429);
  },
);

test.each([
  ['POST', '/api/change-password'],
  ['DELETE', '/api/user'],
])('a client address can call %s %s 60 times, signed in or not', async (method, path) => {
  const ask = () => rondo.visitor().call(method, path, {}, from('203.0.113.12'));
  for (let i = 0; i < 60; i += 1) expect((await ask()).status).toBe(401);
  expect((await ask()).status).toBe(429);
});

test('a caller that is not a trusted proxy cannot choose its address', async () => {
  const bare = await testRondo(undefined, { TRUST_PROXY: 'none' });
  try {
    const ask = (place: string) => bare.visitor().post('/api/forgot-password', {}, from(place));
    for (let i = 0; i < 60; i += 1) expect((await ask(`198.51.100.${i}`)).status).not.toBe(429);
    expect((await ask('198.51.100.200')).status).toBe(429);
  } finally {
    await bare.stop();
  }
});
