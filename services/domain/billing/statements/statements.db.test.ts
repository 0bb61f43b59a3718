import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../platform/mail/testing/smtp-inbox.ts';
import { mondayMorning } from '../../../testing/settable-time.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../testing/visitor.ts';
import { confirmAddress } from '../../accounts/testing/confirmed.ts';
import { textOf } from '../../accounts/testing/mails.ts';
import { readPdf } from '../pdf/testing/read-pdf.ts';

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;

beforeAll(async () => {
  inbox = await smtpInbox((to) => Promise.resolve(to.startsWith('nobody') ? 550 : null));
  rondo = await testRondo(mondayMorning, { SMTP_URL: inbox.url, MAIL_FROM: 'post@rondo.example' });
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

const november = { from: '2026-11-01', to: '2026-11-30' };
const period = 'from=2026-11-01&to=2026-11-30';

/** A studio whose Kim Lee owes 350.00 from before, and has paid 300.00 of it. */
const studioOfLee = async (on: TestRondo) => {
  const email = `${randomUUID()}@example.com`;
  const dana = await on.visitor().register(email);
  const student = { firstName: 'Kim', lastName: 'Lee', address: '1905 S 5th St, Austin, TX 78704' };
  const lee: string = ok(await dana.post('/api/students', { ...student, email: 'lee@example.com' })).id;
  const before = { date: '2026-10-14', side: 'owes', amount: 350 };
  ok(await dana.post(`/api/accounts/${lee}/opening-balances`, before));
  const paid = { payerId: lee, date: '2026-11-20', amount: 300, method: 'check', reference: '1042' };
  ok(await dana.post('/api/payments', paid));
  return { dana, lee, email };
};

const account = async (dana: Visitor, lee: string) => ok(await dana.get(`/api/accounts/${lee}`));
const pdfOf = async (dana: Visitor, address: string): Promise<string> => {
  const answer = await fetch(`${rondo.url}${address}`, { headers: dana.cookies });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return (await readPdf(Buffer.from(await answer.arrayBuffer()))).pages.flat().join('\n').replaceAll(' | ', ' ');
};

test('a statement as a PDF file says to whom, what was and is owed, and how to pay', async () => {
  const { dana, lee } = await studioOfLee(rondo);
  const instructions = 'Zelle to dana@example.com.';
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', paymentInstructions: instructions }));
  const text = await pdfOf(dana, `/api/accounts/${lee}/statement.pdf?${period}`);
  for (const part of [
    'Whitfield Strings',
    'Kim Lee',
    'Austin, TX 78704',
    'November 1 – 30, 2026',
    'Owes $50.00',
    'Owes 350.00',
    'Payment, check 1042',
    '−300.00',
    '31 – 60 days past due: 50.00',
    instructions,
  ])
    expect(text).toContain(part);
  const statement = `/api/accounts/${lee}/statement.pdf`;
  expect(refused(await dana.get(`${statement}?from=2026-11-30&to=2026-11-01`))).toEqual([
    400,
    'The period must not end before it starts.',
  ]);
  expect(refused(await dana.get(`${statement}?from=2025-11-01&to=2026-11-30`))).toEqual([
    400,
    'The period must be at most 366 days long.',
  ]);
  const other = await studioOfLee(rondo);
  expect(refused(await other.dana.get(`${statement}?${period}`))).toEqual([404, 'There is no such student or family.']);
});

test('a statement is mailed as the account is at the click, which the account shows and no undo takes back', async () => {
  const { dana, lee, email } = await studioOfLee(rondo);
  await confirmAddress(dana, email, inbox);
  const send = (to: string) => dana.post(`/api/accounts/${lee}/statement/send`, { ...november, email: to });
  expect(await account(dana, lee)).toMatchObject({ mails: [], suggestedEmail: 'lee@example.com', sendsMail: true });
  expect(refused(await send('lee@example.com'))).toEqual([
    409,
    "Enter your name or your studio's name first: it stands on the statement.",
  ]);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  expect(refused(await send('lee@'))).toEqual([400, 'Please enter a valid email address.']);
  const to = `${randomUUID()}@example.com`;
  const asked = await send(to);
  const row = { email: to, ...november, currency: 'USD', mailDetail: null };
  expect(ok(asked)).toMatchObject({ ...row, mail: expect.stringMatching(/^(queued|sent)$/) });
  await expect.poll(async () => (await account(dana, lee)).mails[0]?.mail).toBe('sent');
  expect(await account(dana, lee)).toMatchObject({ mails: [{ ...row, mail: 'sent' }], suggestedEmail: to });
  const received = inbox.received.filter((mail) => mail.to === to);
  expect(received).toHaveLength(1);
  const raw = received[0]?.raw ?? '';
  expect(received[0]?.headers.get('from')).toBe('Whitfield Strings <post@rondo.example>');
  expect(textOf(raw)).toMatch(/\nHello Lee family,\r?\n[^]*Balance on November 30, 2026: Owes \$50\.00\./);
  const [, attached = ''] = /filename=statement-2026-11-01-2026-11-30\.pdf.*?\r\n\r\n(.*?)\r\n--/s.exec(raw) ?? [];
  expect((await readPdf(Buffer.from(attached, 'base64'))).pages.flat().join('\n')).toContain('Owes $50.00');
  expect(refused(await dana.post('/api/undo', { batchId: batchOf(asked) }))).toEqual([
    409,
    'An email that was sent cannot be taken back.',
  ]);
  const { entries } = ok(await dana.get('/api/history'));
  expect(entries[0].sentence).toBe('Mailed a statement to Kim Lee');

  ok(await send(`nobody-${randomUUID()}@example.com`));
  await expect.poll(async () => (await account(dana, lee)).mails[0]?.mail).toBe('failed');
  expect((await account(dana, lee)).mails[0].mailDetail).toContain('No such mailbox here.');
});

test('a statement of a family names it, its first contact that gets invoices, and its address', async () => {
  const { dana, lee, email } = await studioOfLee(rondo);
  await confirmAddress(dana, email, inbox);
  const contacts = [
    { name: 'Joe Lee', email: 'joe@example.com', phone: null, gets: 'schedule' },
    { name: 'Ruth Lee', email: 'ruth@example.com', phone: null, gets: 'invoices' },
  ];
  const family = ok(await dana.post('/api/households', { studentIds: [lee], contacts }));
  const print = async () => pdfOf(dana, `/api/accounts/${lee}/statement.pdf?${period}`);
  expect(await print()).toMatch(/Lee family[^]*\nRuth Lee\n[^]*\n1905 S 5th St/);
  expect(await account(dana, family.id)).toMatchObject({ suggestedEmail: 'ruth@example.com', balance: 50 });
  const address = { address: '12 Oak Ln', city: 'Austin', zipCode: '78745' };
  ok(await dana.patch(`/api/households/${family.id}`, { contacts: contacts.slice(0, 1), ...address }));
  expect(await print()).toMatch(/^(?![^]*Ruth)[^]*Lee family[^]*\n12 Oak Ln\n[^]*\nAustin/);
  expect(await account(dana, lee), 'the student’s').toMatchObject({ suggestedEmail: 'lee@example.com' });
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
  const to = `${randomUUID()}@example.com`;
  ok(await dana.post(`/api/accounts/${family.id}/statement/send`, { ...november, email: to }));
  await expect.poll(async () => (await account(dana, lee)).mails[0]?.mail).toBe('sent');
  expect(textOf(inbox.received.find((mail) => mail.to === to)?.raw ?? '')).toContain('Hello Lee family,');
  expect((await account(dana, lee)).suggestedEmail, 'the last one').toBe(to);
  ok(await dana.patch(`/api/households/${family.id}`, { contacts }));
  expect((await account(dana, lee)).suggestedEmail).toBe('ruth@example.com');
});

test('without a mail server a statement is saved as a file, which erasing the studio removes', async () => {
  const alone = await testRondo(mondayMorning);
  try {
    const { dana, lee } = await studioOfLee(alone);
    ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings' }));
    ok(await dana.post(`/api/accounts/${lee}/statement/send`, { ...november, email: 'lee@example.com' }));
    await expect.poll(async () => (await account(dana, lee)).mails[0]?.mail).toBe('sent');
    expect((await account(dana, lee)).mails[0].mailDetail).toBe(
      'This server sends no email. It was saved as a file on the server instead.',
    );
    const folder = path.join(alone.dataDir, 'mail');
    expect(await readdir(folder)).toHaveLength(1);
    ok(await dana.delete('/api/user', { password: 'six-strings' }));
    await expect.poll(() => readdir(folder)).toEqual([]);
  } finally {
    await alone.stop();
  }
});
