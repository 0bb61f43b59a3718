import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmAddress } from '../../accounts/testing/confirmed.ts';
import { textOf } from '../../accounts/testing/mails.ts';
import { smtpInbox } from '../../../platform/mail/testing/smtp-inbox.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../testing/visitor.ts';
import { readPdf } from '../pdf/testing/read-pdf.ts';

// Monday, November 23, 2026, 9 in the morning in Austin.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;

beforeAll(async () => {
  inbox = await smtpInbox((to) => Promise.resolve(to.startsWith('nobody') ? 550 : null));
  rondo = await testRondo('2026-11-23T15:00:00Z', { SMTP_URL: inbox.url, MAIL_FROM: 'post@rondo.example' });
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

const payLink = 'https://pay.example/dana?amount={amount}&for={invoice}';

/** A studio with an invoice of one lesson. */
const invoiced = async (on: TestRondo, email: string) => {
  const dana = await on.visitor().register(email);
  await confirmAddress(dana, email, inbox);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', paymentTermsDays: 7, payLink }));
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const studentId = await addStudent(dana, 'Kim Park', everyDay, { teacherId });
  ok(await dana.put(`/api/students/${studentId}`, { perLessonRate: 50, email: 'park@example.com' }));
  const entry = { teacherId, studentId, startTime: '16:00', duration: 45, lessonDate: '2026-12-01' };
  ok(await dana.post('/api/lessons', entry));
  const wish = { teacherId: null, billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };
  const [{ id }] = ok(await dana.post('/api/invoices/generate', { ...wish, selectedStudentIds: [studentId] }));
  return { dana, id };
};
const read = async (dana: Visitor, id: string) => ok(await dana.get(`/api/invoices/${id}`));

test('an invoice is sent by email, which its answer shows and no undo takes back', async () => {
  const { dana, id } = await invoiced(rondo, 'dana@example.com');
  expect(await read(dana, id)).toMatchObject({
    mail: null,
    mailTo: null,
    suggestedEmail: 'park@example.com',
    sendsMail: true,
  });
  const send = (email: string) => dana.post(`/api/invoices/${id}/send`, { email });
  expect(refused(await send(' '))).toEqual([400, 'Please enter an email address.']);
  expect(refused(await send('park@'))).toEqual([400, 'Please enter a valid email address.']);
  expect(refused(await dana.post('/api/invoices/other/send', { email: 'kim@example.com' }))).toEqual([
    404,
    'There is no such invoice.',
  ]);
  const asked = await send('kim@example.com');
  expect(ok(asked)).toMatchObject({ mailTo: 'kim@example.com', mail: expect.stringMatching(/^(queued|sent)$/) });
  await expect.poll(async () => (await read(dana, id)).mail).toBe('sent');
  expect(await read(dana, id)).toMatchObject({
    status: 'sent',
    mailDetail: null,
    sentAt: expect.any(String),
    dueDate: '2026-11-30',
    suggestedEmail: 'kim@example.com',
  });
  const [received, ...others] = inbox.received.filter(({ to }) => to === 'kim@example.com');
  expect(others).toEqual([]);
  expect(received?.headers.get('from')).toBe('Whitfield Strings <post@rondo.example>');
  expect(textOf(received?.raw ?? '')).toMatch(/\nHello Park family,\r?\n[^]*\nWhitfield Strings\r?\n/);
  const line = 'Pay online: https://pay.example/dana?amount=50.00&for=INV-2026-0001';
  expect(textOf(received?.raw ?? '').split(/\r?\n/)).toContain(line);
  const [, attached = ''] = /filename=INV-2026-0001\.pdf.*?\r\n\r\n(.*?)\r\n--/s.exec(received?.raw ?? '') ?? [];
  const { pages } = await readPdf(Buffer.from(attached, 'base64'));
  expect(pages.flat().join('\n')).toContain('by Monday, November 30, 2026');
  expect(refused(await dana.post('/api/undo', { batchId: batchOf(asked) }))).toEqual([
    409,
    'An email that was sent cannot be taken back.',
  ]);
});

test('an address that the server refuses is said, and the next attempt goes to another', async () => {
  const { dana, id } = await invoiced(rondo, 'eve@example.com');
  ok(await dana.post(`/api/invoices/${id}/send`, { email: 'nobody@example.com' }));
  await expect.poll(async () => (await read(dana, id)).mail).toBe('failed');
  expect(await read(dana, id)).toMatchObject({
    status: 'draft',
    mailDetail: expect.stringContaining('No such mailbox here.'),
  });
  ok(await dana.post(`/api/invoices/${id}/send`, { email: 'eva@example.com' }));
  await expect.poll(async () => (await read(dana, id)).mail).toBe('sent');
});

test('without a mail server the answer says that the email is a file, but not where, and erasing the studio removes it', async () => {
  const alone = await testRondo('2026-11-23T15:00:00Z');
  try {
    const lee = await alone.visitor().register('lee@example.com');
    ok(await lee.patch('/api/settings', { studioName: 'Lee Strings' }));
    const teacherId = await addTeacher(lee, 'Dana Whitfield', everyDay);
    const studentId = await addStudent(lee, 'Kim Park', everyDay, { teacherId });
    const entry = { teacherId, studentId, startTime: '16:00', duration: 45, lessonDate: '2026-12-01' };
    ok(await lee.post('/api/lessons', entry));
    const wish = { teacherId: null, billingPeriodStart: '2026-12-01', billingPeriodEnd: '2026-12-31' };
    const [{ id }] = ok(await lee.post('/api/invoices/generate', { ...wish, selectedStudentIds: [studentId] }));
    ok(await lee.post(`/api/invoices/${id}/send`, { email: 'kim@example.com' }));
    await expect.poll(async () => (await read(lee, id)).mail).toBe('sent');
    const { mailDetail, sendsMail } = await read(lee, id);
    expect(sendsMail).toBe(false);
    expect(mailDetail).toBe('This server sends no email. It was saved as a file on the server instead.');
    const folder = path.join(alone.dataDir, 'mail');
    expect(await readdir(folder)).toHaveLength(1);
    ok(await lee.delete('/api/user', { password: 'six-strings' }));
    await expect.poll(() => readdir(folder)).toEqual([]);
  } finally {
    await alone.stop();
  }
});
