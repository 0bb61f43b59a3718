import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { mailsTo } from '../../../accounts/testing/confirmed.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { ok, refused } from '../../../../testing/visitor.ts';

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;

beforeAll(async () => {
  inbox = await smtpInbox();
  rondo = await testRondo('2026-11-30T15:00:00Z', {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
  });
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

const setup = '/api/messages/setup';
const wrong = [400, 'This is not the code of the last test mail.'];
const spent = [400, 'This code is no longer good. Send yourself another test mail.'];

/** An account that has been sent a test mail. */
const tested = async (email: string) => {
  const dana = await rondo.visitor().register(email);
  const sent = ok(await dana.post('/api/messages/test'));
  const mails = mailsTo(inbox, email);
  await expect.poll(mails).toHaveLength(1);
  const [mail = ''] = await mails();
  const code = /Your code is (\d{6})\./.exec(mail)?.[1] ?? '';
  const other = code === '000000' ? '000001' : '000000';
  return {
    dana,
    sent,
    code,
    other,
    mail,
    enter: (typed: string) => dana.post(`/api/messages/test/confirm`, { code: typed }),
  };
};

test('the setup says what is missing, and the code of a test mail confirms the address', async () => {
  const { dana, sent, code, other, mail, enter } = await tested('dana@example.com');
  expect(sent).toEqual({
    sends: true,
    from: 'Rondo <post@rondo.example>',
    replyTo: null,
    publicUrl: 'https://rondo.example',
    test: { sentAt: expect.any(String), confirmedAt: null },
    problems: [
      "Enter your name or your studio's name first: mail comes from it.",
      'Your email address is not confirmed. Send yourself a test mail and enter its code.',
      'Answers go nowhere: enter your studio’s email address in Settings.',
    ],
  });
  expect(mail).toContain(`Subject: Rondo test: ${code}`);
  expect(mail).toContain('This mail came from Rondo <post@rondo.example>.');
  expect(refused(await dana.post('/api/messages/test'))[0]).toBe(429);
  expect(refused(await enter('48291'))).toEqual([400, 'Please enter the six digits of the code.']);
  expect(refused(await enter(other))).toEqual(wrong);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', studioEmail: 'dana@example.com' }));
  const confirmed = ok(await enter(code));
  expect(confirmed).toMatchObject({
    from: 'Whitfield Strings <post@rondo.example>',
    replyTo: 'dana@example.com',
    test: { confirmedAt: expect.any(String) },
    problems: [],
  });
  expect(ok(await dana.get(setup))).toEqual(confirmed);
  expect(ok(await dana.get('/api/user/email-confirmation')).isConfirmed).toBe(true);
  expect(refused(await enter(code))).toEqual(spent);
});

test('a code can be entered five times, and guests have none', async () => {
  const { code, other, enter } = await tested('eve@example.com');
  for (let i = 0; i < 5; i += 1) expect(refused(await enter(other))).toEqual(wrong);
  expect(refused(await enter(code))).toEqual(spent);
  const guest = rondo.visitor();
  ok(await guest.post('/api/guest-login'));
  expect(refused(await guest.post('/api/messages/test'))).toEqual([403, 'Create an account to send email.']);
  expect(ok(await guest.get(setup)).problems[0]).toBe('Create an account to send email.');
});
