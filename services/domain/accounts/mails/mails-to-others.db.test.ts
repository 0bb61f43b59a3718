import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../platform/mail/testing/smtp-inbox.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok, refused, type Answer, type Visitor } from '../../../testing/visitor.ts';
import { confirmAddress, mailsTo } from '../testing/confirmed.ts';
import { confirmationLink, resetLink, tokenIn } from '../testing/mails.ts';

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
beforeAll(async () => {
  inbox = await smtpInbox();
  rondo = await testRondo('2026-11-23T15:00:00Z', {
    SMTP_URL: inbox.url,
    MAILS_PER_15_MINUTES: '4',
    MAILS_PER_DAY: '6',
    MAILS_PER_DAY_OF_NEW_STUDIOS: '3',
  });
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

const unconfirmed = [403, 'Confirm your email address first. We have sent you a link.'];
const tooMany = [429, 'You have sent many emails. Please try again later.'];
const invalidLink = [400, 'The link has expired, was already used, or is incomplete.'];

/** Makes invoices of one lesson each. */
const invoices = async (visitor: Visitor, count: number): Promise<string[]> => {
  ok(await visitor.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  const teacherId = await addTeacher(visitor, 'Dana Whitfield', everyDay);
  const wish = { teacherId: null, billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const studentId = await addStudent(visitor, `Kim Park${i}`, everyDay, { teacherId });
    ok(await visitor.put(`/api/students/${studentId}`, { perLessonRate: 50 }));
    const entry = { teacherId, studentId, startTime: `${10 + i}:00`, duration: 45, lessonDate: '2026-12-01' };
    ok(await visitor.post('/api/lessons', { ...entry, force: true }));
    const [{ id }] = ok(await visitor.post('/api/invoices/generate', { ...wish, selectedStudentIds: [studentId] }));
    ids.push(id);
  }
  return ids;
};
const send = (visitor: Visitor, id: string, headers: Record<string, string> = {}): Promise<Answer> =>
  visitor.post(`/api/invoices/${id}/send`, { email: `${id}@example.com` }, headers);

const owner = async () => {
  const email = `${randomUUID()}@example.com`;
  const visitor = await rondo.visitor().register(email);
  const { id } = ok(await visitor.get('/api/user'));
  const mails = mailsTo(inbox, email);
  const links = async () => (await mails()).filter((mail) => mail.includes('/confirm-email?token='));
  const state = async () => ok(await visitor.get('/api/user/email-confirmation'));
  const ask = () => visitor.post('/api/user/email-confirmation');
  return { email, visitor, id, mails, links, state, ask };
};
const confirm = (token: string) => rondo.visitor().post('/api/confirm-email', { token });

/** Lets time pass for the links of an account. */
const linksAge = (id: string, by: string) =>
  rondo.query(
    `update accounts.confirmation_links set expires_at = expires_at - $2::interval,
     sent_at = array(select at - $2::interval from unnest(sent_at) as at) where user_id = $1`,
    [id, by],
  );
/** Lets time pass for the mails of a studio. */
const mailsAge = (id: string, by: string) =>
  rondo.query('update accounts.sent_mails set sent_at = sent_at - $2::interval where studio_id = $1', [id, by]);
const studioAges = (id: string) =>
  rondo.query(`update accounts.users set created_at = created_at - interval '8 days' where id = $1`, [id]);

test('guests send no email, and neither ask for nor need a link', async () => {
  const guest = rondo.visitor();
  ok(await guest.post('/api/guest-login'));
  const [id = ''] = await invoices(guest, 1);
  const refusal = [403, 'Create an account to send email.'];
  expect(refused(await send(guest, id))).toEqual(refusal);
  expect(refused(await guest.get('/api/user/email-confirmation'))).toEqual(refusal);
  expect(refused(await guest.post('/api/user/email-confirmation'))).toEqual(refusal);
  expect(inbox.received.filter(({ to }) => to.startsWith(id))).toEqual([]);
});

test('an account sends once its own address is confirmed by the link that the first refusal sends', async () => {
  const { email, visitor, links, state, mails } = await owner();
  const [id = ''] = await invoices(visitor, 1);
  expect(await state()).toEqual({ email, isConfirmed: false, isNeeded: true, linkSent: false });
  expect(refused(await send(visitor, id))).toEqual(unconfirmed);
  const link = await confirmationLink(mails);
  expect(link.startsWith(`${rondo.url}/confirm-email?token=`)).toBe(true);
  expect(Buffer.from(tokenIn(link), 'base64url')).toHaveLength(32);
  // Opening the page confirms nothing: mail scanners open every link.
  expect((await rondo.visitor().get(new URL(link).pathname + new URL(link).search)).status).toBe(200);
  expect(refused(await send(visitor, id))).toEqual(unconfirmed);
  ok(await confirm(tokenIn(link)));
  expect(await state()).toEqual({ email, isConfirmed: true, isNeeded: true, linkSent: true });
  ok(await send(visitor, id));
  await expect.poll(() => inbox.received.filter(({ to }) => to === `${id}@example.com`)).toHaveLength(1);
  expect(await links()).toHaveLength(1);
  expect(refused(await visitor.post('/api/user/email-confirmation'))).toEqual([
    409,
    'Your email address is confirmed already.',
  ]);
});

test('a link works once, for an hour, and only the newest', async () => {
  const { id, mails, ask, state } = await owner();
  ok(await ask());
  const older = await confirmationLink(mails);
  await linksAge(id, '20 minutes');
  ok(await ask());
  const newer = await confirmationLink(mails, [older]);
  expect(refused(await confirm(tokenIn(older)))).toEqual(invalidLink);
  await linksAge(id, '1 hour');
  expect(refused(await confirm(tokenIn(newer)))).toEqual(invalidLink);
  ok(await ask());
  const newest = await confirmationLink(mails, [older, newer]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(tokenIn(newest))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await state()).isConfirmed).toBe(true);
  for (const token of ['', 'x', 'A'.repeat(43), 'x'.repeat(201), "' or true --"])
    expect(refused(await confirm(token))).toEqual(invalidLink);
});

test('an account is sent a link at most once in 15 minutes and three times a day, however it asks', async () => {
  const { visitor, id, links, ask } = await owner();
  const [invoice = ''] = await invoices(visitor, 1);
  await Promise.all([ask(), ask(), send(visitor, invoice), send(visitor, invoice)]);
  await expect.poll(links).toHaveLength(1);
  const early = await ask();
  expect([early.status, Number(early.headers.get('retry-after'))]).toEqual([429, expect.closeTo(900, -2)]);
  expect(early.text).toBe(
    'We have sent you a link already. Look into your spam folder too. You can ask for another one in 15 minutes.',
  );
  for (const count of [2, 3]) {
    await linksAge(id, '15 minutes');
    expect(refused(await send(visitor, invoice))).toEqual(unconfirmed);
    await expect.poll(links).toHaveLength(count);
  }
  await linksAge(id, '15 minutes');
  expect(refused(await send(visitor, invoice))).toEqual(unconfirmed);
  expect(refused(await ask())).toEqual([429, expect.stringContaining('You can ask for another one in 24 hours.')]);
  await linksAge(id, '23 hours 15 minutes');
  ok(await ask());
  await expect.poll(links).toHaveLength(4);
});

test('a password link confirms the address too', async () => {
  const { email, state, mails } = await owner();
  ok(await rondo.visitor().post('/api/forgot-password', { email }));
  const token = tokenIn(await resetLink(mails));
  expect((await state()).isConfirmed).toBe(false);
  ok(await rondo.visitor().post('/api/reset-password', { token, newPassword: 'seven-strings' }));
  expect(
    await rondo.query('select email_confirmed_at is not null as yes from accounts.users where email = $1', [email]),
  ).toEqual([{ yes: true }]);
});

test('a studio sends so many emails within 15 minutes, and fewer a day while it is new', async () => {
  const { email, visitor, id } = await owner();
  await confirmAddress(visitor, email, inbox);
  const ids = await invoices(visitor, 8);
  const [first = ''] = ids;
  // What is refused does not count, and neither does the repetition of what was sent.
  for (let i = 0; i < 5; i += 1)
    expect((await visitor.post('/api/invoices/other/send', { email: 'kim@example.com' })).status).toBe(404);
  for (let i = 0; i < 5; i += 1) ok(await send(visitor, first, { 'Idempotency-Key': 'first' }));
  const rest = await Promise.all(ids.slice(1).map((one) => send(visitor, one)));
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(2);
  const over = rest.find(({ status }) => status !== 200);
  expect(over && refused(over)).toEqual(tooMany);
  expect(Number(over?.headers.get('retry-after'))).toBeGreaterThan(86_000);

  await studioAges(id);
  const left = ids.filter((_, i) => i > 0 && rest[i - 1]?.status !== 200);
  const next = async () => send(visitor, left.shift() ?? '');
  ok(await next());
  const quarter = await next();
  expect([...refused(quarter), Number(quarter.headers.get('retry-after')) <= 900]).toEqual([...tooMany, true]);
  await mailsAge(id, '15 minutes');
  ok(await next());
  ok(await next());
  expect(refused(await next())).toEqual(tooMany);
  await mailsAge(id, '24 hours');
  left.push(ids.at(-1) ?? '');
  expect((await next()).status).not.toBe(429);
});

test('of another studio’s mails none counts, and an erased studio’s counts and links are erased', async () => {
  const { email, visitor, id } = await owner();
  await confirmAddress(visitor, email, inbox);
  const [invoice = ''] = await invoices(visitor, 1);
  ok(await send(visitor, invoice));
  const kept = async () => [
    ...(await rondo.query('select 1 from accounts.sent_mails where studio_id = $1', [id])),
    ...(await rondo.query('select 1 from accounts.confirmation_links where user_id = $1', [id])),
  ];
  expect(await kept()).toHaveLength(2);
  ok(await visitor.delete('/api/user', { password: 'six-strings' }));
  await expect.poll(kept).toEqual([]);
});

test('without a mail server an account needs no confirmed address', async () => {
  const alone = await testRondo('2026-11-23T15:00:00Z');
  try {
    const visitor = await alone.visitor().register('lee@example.com');
    expect(ok(await visitor.get('/api/user/email-confirmation'))).toEqual({
      email: 'lee@example.com',
      isConfirmed: false,
      isNeeded: false,
      linkSent: false,
    });
    const [id = ''] = await invoices(visitor, 1);
    expect((await send(visitor, id)).status).toBe(200);
  } finally {
    await alone.stop();
  }
});
