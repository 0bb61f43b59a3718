import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { textOf } from '../../../accounts/testing/mails.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { ok, refused, type Visitor } from '../../../../testing/visitor.ts';

// Lena Lee is a contact in two studios; Eve Ito, a student without a family, has a page in the first one.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let marcus: Visitor;
let lena: string;
let tom: string;

const lost = (email: string) => rondo.visitor().post('/api/family/lost', { email });
const mailsTo = (email: string): string[] =>
  inbox.received.filter((mail) => mail.to.toLowerCase() === email).map(({ raw }) => textOf(raw));
/** Makes all mail that was queued so far a day older. */
const passADay = async (): Promise<void> => {
  const [live] = await rondo.query<{ schema_name: string }>(
    `select schema_name from projections.read_models where model = 'messages' and state = 'live'`,
  );
  await rondo.query(`update ${live?.schema_name}.messages set queued_at = queued_at - interval '1 day'`);
};
const same = { message: 'If we know this address, a mail with the link is on its way.' };

const studentOf = async (studio: Visitor, name: string, email = ''): Promise<string> =>
  ok(
    await studio.post('/api/students', { firstName: name, lastName: 'Lee', address: '1 Elm', zipCode: '78745', email }),
  ).id;
const leesIn = async (studio: Visitor): Promise<string[]> => {
  const [one, other] = [await studentOf(studio, 'Ann'), await studentOf(studio, 'Ben')];
  const contacts = ['Lena', 'Tom'].map((name) => ({ name: `${name} Lee`, email: `${name}@example.com`, gets: 'both' }));
  const family = ok(await studio.post('/api/households', { studentIds: [one, other], contacts }));
  return family.contacts.map(({ id }: { id: string }) => id);
};

beforeAll(async () => {
  inbox = await smtpInbox();
  rondo = await testRondo('2026-11-30T12:00:00-06:00', {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
    MESSAGES_SECONDS: '0.05',
  });
  dana = await rondo.visitor().register('dana@example.com');
  marcus = await rondo.visitor().register('marcus@example.com');
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  for (const studio of [dana, marcus])
    ok(await studio.patch('/api/settings', { familyPage: true, studioName: 'Whitfield Strings' }));
  [lena = '', tom = ''] = await leesIn(dana);
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('who has lost the link is mailed it, at most three times a day, in any case of the letters', async () => {
  ok(await dana.post('/api/families/links', { recipientIds: [lena] }));
  for (let times = 1; times <= 3; times += 1) {
    expect(ok(await lost(times === 2 ? 'LENA@example.com' : 'lena@example.com'))).toEqual(same);
    await expect.poll(() => mailsTo('lena@example.com').length).toBe(times);
    await expect.poll(async () => ok(await dana.get('/api/messages?state=sent')).entries.length).toBe(times);
  }
  const [first = ''] = mailsTo('lena@example.com');
  expect(first).toContain('Your page with Whitfield Strings');
  const [, k = ''] = /https:\/\/rondo\.example\/family#k=([\w-]{43})/.exec(first) ?? [];
  ok(await rondo.visitor().post('/api/family/session', { k }));
  ok(await dana.post('/api/families/links', { recipientIds: [tom] }));
  for (const email of ['lena@example.com', 'tom@example.com']) expect(ok(await lost(email))).toEqual(same);
  await expect.poll(() => mailsTo('tom@example.com').length).toBe(1);
  expect(mailsTo('lena@example.com').length).toBe(3);
  // The same calls a day later.
  await passADay();
  expect(ok(await lost('lena@example.com'))).toEqual(same);
  await expect.poll(() => mailsTo('lena@example.com').length).toBe(4);
});

test('only live links are mailed, of every studio where the address has one', async () => {
  await passADay();
  const eve = await studentOf(dana, 'Eve', 'eve@example.com');
  const [other] = await leesIn(marcus);
  ok(await dana.delete(`/api/families/links/${lena}`));
  ok(await marcus.post('/api/families/links', { recipientIds: [other] }));
  const before = mailsTo('lena@example.com').length;
  // Eve was never given a link, and no one has the third address: both get the same answer and no mail.
  for (const email of ['eve@example.com', 'nobody@example.com', 'lena@example.com'])
    expect(ok(await lost(email))).toEqual(same);
  await expect.poll(() => mailsTo('lena@example.com').length).toBe(before + 1);
  await expect.poll(async () => ok(await marcus.get('/api/messages?state=sent')).entries.length).toBe(1);
  ok(await dana.post('/api/families/links', { recipientIds: [eve] }));
  expect(ok(await lost('eve@example.com'))).toEqual(same);
  await expect.poll(() => mailsTo('eve@example.com').length).toBe(1);
  ok(await marcus.patch('/api/settings', { familyPage: false }));
  expect(ok(await lost('lena@example.com'))).toEqual(same);
  expect(ok(await lost('eve@example.com'))).toEqual(same);
  await expect.poll(() => mailsTo('eve@example.com').length).toBe(2);
  expect(mailsTo('lena@example.com').length).toBe(before + 1);
});

test('no address is a sentence, and a place may ask twenty times', async () => {
  expect(refused(await lost('no address'))).toEqual([400, expect.stringMatching(/email/)]);
  const answers: number[] = [];
  for (let i = 0; i < 20; i += 1) answers.push((await lost('nobody@example.com')).status);
  expect(answers.at(-1)).toBe(429);
});
