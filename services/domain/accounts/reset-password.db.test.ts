import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { connected } from '@rondo/projections/testing/scratch-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../platform/mail/testing/smtp-inbox.ts';
import { columnsWith } from '../../testing/found-text.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import type { Answer } from '../../testing/visitor.ts';
import { resetLink, savedMails, textOf, tokenIn } from './testing/mails.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const invalidLink = [400, 'Failed to reset password. The link may be expired or invalid.'];
const said = ({ status, text }: Answer) => [status, text];

const found = (text: string) => columnsWith(rondo.connectionString, text);

/** A new account, signed in. */
const owner = async () => {
  const email = `${randomUUID()}@example.com`;
  const visitor = await rondo.visitor().register(email);
  const mails = () => savedMails(rondo.dataDir, email);
  const forget = (address = email) => rondo.visitor().post('/api/forgot-password', { email: address });
  const login = (password: string) => rondo.visitor().post('/api/login', { email, password });
  return { email, visitor, mails, forget, login };
};

const reset = (token: string, newPassword = 'seven-strings') =>
  rondo.visitor().post('/api/reset-password', { token, newPassword });

test('a reset link sets a new password once, ends every session and tells the owner', async () => {
  const { email, visitor, mails, forget, login } = await owner();
  const other = rondo.visitor();
  await other.post('/api/login', { email, password: 'six-strings' });
  expect((await forget(email.toUpperCase())).json).toEqual({
    success: true,
    message: 'If there is an account for this email address, a link to set a new password is on its way.',
    sendsMail: false,
  });
  const link = await resetLink(mails);
  expect(link.startsWith(`${rondo.url}/reset-password?token=`)).toBe(true);
  expect(Buffer.from(tokenIn(link), 'base64url')).toHaveLength(32);

  expect((await reset(tokenIn(link))).json).toEqual({
    success: true,
    message: 'Password reset successful',
    sendsMail: false,
  });
  expect([(await visitor.get('/api/user')).status, (await other.get('/api/user')).status]).toEqual([401, 401]);
  expect([(await login('six-strings')).status, (await login('seven-strings')).status]).toEqual([401, 200]);
  expect(said(await reset(tokenIn(link), 'eight-strings'))).toEqual(invalidLink);
  expect((await login('seven-strings')).status).toBe(200);
  await expect
    .poll(async () => (await mails()).join('\n'))
    .toContain(`The password of the Rondo account of ${email} was changed`);
});

test('of ten attempts at once with one link, one succeeds', async () => {
  const { mails, forget, login } = await owner();
  await forget();
  const token = tokenIn(await resetLink(mails));
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `password ${i}`)));
  const won = answers.findIndex(({ status }) => status === 200);
  expect(answers.map(said).filter(([status]) => status !== 200)).toEqual(Array.from({ length: 9 }, () => invalidLink));
  expect((await login(`password ${won}`)).status).toBe(200);
});

test('only the newest link works, for an hour', async () => {
  const { email, mails, forget } = await owner();
  await forget();
  const older = await resetLink(mails);
  await forget();
  const newer = await resetLink(mails, [older]);
  expect(said(await reset(tokenIn(older)))).toEqual(invalidLink);
  await rondo.query(
    `update accounts.reset_tokens set expires_at = expires_at - interval '1 hour'
     where user_id = (select id from accounts.users where email = $1)`,
    [email],
  );
  expect(said(await reset(tokenIn(newer)))).toEqual(invalidLink);
});

test('a changed password makes a link useless that was sent before', async () => {
  const { visitor, mails, forget } = await owner();
  await forget();
  const link = await resetLink(mails);
  const changed = await visitor.post('/api/change-password', { currentPassword: 'six-strings', newPassword: 'seven!' });
  expect(changed.status).toBe(200);
  expect(said(await reset(tokenIn(link)))).toEqual(invalidLink);
});

test('what is refused keeps the link: the password can be chosen again', async () => {
  const { mails, forget } = await owner();
  await forget();
  const token = tokenIn(await resetLink(mails));
  expect(said(await reset(token, ''))).toEqual([400, 'Please fill in both password fields.']);
  expect(said(await reset(token, 'short'))).toEqual([400, 'Password must be at least 6 characters long.']);
  expect(said(await reset(token, 'x'.repeat(201)))).toEqual([400, 'Password must be at most 200 characters long.']);
  expect((await reset(token, 'x'.repeat(200))).status).toBe(200);
});

test('wrong tokens are refused alike', async () => {
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(201), "' or true --"])
    expect(said(await reset(token))).toEqual(invalidLink);
});

test('an unknown address gets the same answer and no mail, and neither does a guest', async () => {
  const { email, mails, forget } = await owner();
  const guest = rondo.visitor();
  const { json } = await guest.post('/api/guest-login');
  const [known, ...others] = await Promise.all([forget(), forget(`not-${email}`), forget(json.email)]);
  const shown = ({ status, text, headers }: Answer) => [status, text, [...headers.keys()].toSorted()];
  for (const other of others) expect(shown(other)).toEqual(shown(known ?? other));
  await resetLink(mails);
  expect([await savedMails(rondo.dataDir, `not-${email}`), await savedMails(rondo.dataDir, json.email)]).toEqual([
    [],
    [],
  ]);
});

test('the answer does not wait for anything that happens for known addresses alone', async () => {
  const { mails, forget } = await owner();
  await connected(rondo.connectionString, async (client) => {
    await client.query('begin');
    await client.query('lock table accounts.reset_tokens in access exclusive mode');
    await client.query('lock table accounts.users in access exclusive mode');
    expect((await forget()).status).toBe(200);
    await client.query('commit');
  });
  await resetLink(mails);
});

test('an account is sent at most ten links in 15 minutes, and the last one works', async () => {
  const { email, mails, forget } = await owner();
  const links: string[] = [];
  for (let i = 0; i < 10; i += 1) {
    await forget();
    links.push(await resetLink(mails, links));
  }
  for (let i = 0; i < 3; i += 1) expect((await forget()).status).toBe(200);
  expect((await reset(tokenIn(links.at(-1) ?? ''))).status).toBe(200);
  expect((await mails()).filter((mail) => mail.includes('reset-password?token='))).toHaveLength(10);
  await rondo.query(
    `update accounts.reset_tokens set asked_since = now() - interval '16 minutes'
     where user_id = (select id from accounts.users where email = $1)`,
    [email],
  );
  await forget();
  await resetLink(mails, links);
});

test('the link names the address that the server listens on, whatever the request does', async () => {
  const { email, mails } = await owner();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${rondo.url}/api/forgot-password`, {
      method: 'POST',
      headers: {
        Host: 'evil.example',
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
        'Content-Type': 'application/json',
      },
    });
    sent.once('response', (answer) => resolve(answer.resume().statusCode));
    sent.once('error', reject);
    sent.end(JSON.stringify({ email }));
  });
  expect(status).toBe(200);
  expect(await resetLink(mails)).toContain(`${rondo.url}/reset-password?`);
  expect((await mails()).join('')).not.toContain('evil');
});

test('an address with a line break is refused, so that it cannot add a header', async () => {
  const { email, mails } = await owner();
  for (const address of [
    `${email}\r\nBcc: eve@example.com`,
    `${email}\nBcc: eve@example.com`,
    `eve@example.com\r\n${email}`,
    `${email}\u2028Bcc: eve@example.com`,
    `${email}, eve@example.com`,
    `"${email}\r\nBcc: eve"@example.com`,
  ])
    expect(said(await rondo.visitor().post('/api/forgot-password', { email: address }))).toEqual([
      400,
      'Please enter a valid email address.',
    ]);
  expect(said(await rondo.visitor().post('/api/forgot-password', { email: ' ' }))).toEqual([
    400,
    'Please enter your email address.',
  ]);
  expect(await mails()).toEqual([]);
});

test('no table has the token or the mail, and an erasure removes the saved mail', async () => {
  const { email, visitor, mails, forget } = await owner();
  await forget();
  const token = tokenIn(await resetLink(mails));
  expect(await found(token)).toEqual([]);
  expect(await found('reset-password')).toEqual([]);
  expect((await visitor.delete('/api/user', { password: 'six-strings' })).status).toBe(200);
  await expect.poll(mails).toEqual([]);
  expect(await found(email)).toEqual([]);
  expect(said(await reset(token))).toEqual(invalidLink);
});

test('with a mail server and a public address, mails go there with that address', async () => {
  const inbox = await smtpInbox();
  const sending = await testRondo(undefined, { SMTP_URL: inbox.url, PUBLIC_URL: 'https://rondo.example/' });
  try {
    await sending.visitor().register('dana@example.com');
    const { json } = await sending.visitor().post('/api/forgot-password', { email: 'dana@example.com' });
    expect(json.sendsMail).toBe(true);
    const link = await resetLink(async () => inbox.received.map(({ raw }) => textOf(raw)));
    expect(link.startsWith('https://rondo.example/reset-password?token=')).toBe(true);
    expect(inbox.received.map(({ to, headers }) => [to, headers.get('from'), headers.get('subject')])).toEqual([
      ['dana@example.com', 'Rondo <rondo@rondo.example>', 'Set a new password for Rondo'],
    ]);
  } finally {
    await sending.stop();
    await inbox.stop();
  }
});
