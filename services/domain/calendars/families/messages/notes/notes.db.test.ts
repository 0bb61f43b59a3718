import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher, everyDay } from '../../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../../../testing/visitor.ts';

// Ann Lee had a lesson today, on Tuesday; Lena gets all, Tom the schedule, Pia invoices.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let ann: string;
let lena: string;
/** What the mail server answers; null: it takes the mail. */
let answer: number | null = null;

const today = '2026-12-01';
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const write = (body: object, date = today) => dana.put(`/api/students/${ann}/family-notes/${date}`, body);
type Row = Record<string, string>;
const messages = async (state: string): Promise<Row[]> =>
  ok(await dana.get(`/api/messages?limit=200&kind=note&state=${state}`)).entries;
const note = async () => ok(await dana.get(`/api/students/${ann}/family-notes`)).entries[0];
const pathIn = (email: string): string => {
  const mail = inbox.received.findLast(({ to }) => to === email);
  return /\/mail\/[\w-]{43}/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[0] ?? '';
};

beforeAll(async () => {
  inbox = await smtpInbox(async () => answer);
  rondo = await testRondo(`${today}T18:00:00-06:00`, {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
    MESSAGES_SECONDS: '0.05',
  });
  dana = await rondo.visitor().register('dana@example.com');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Ann', lastName: 'Lee', address: '12 Oak Street', zipCode: '78745' };
  ann = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 })).id;
  ok(
    await dana.post('/api/lessons', { teacherId, studentId: ann, lessonDate: today, startTime: '16:00', duration: 45 }),
  );
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('a note is mailed only with a share, by who may mail others, to a family that it reaches; else nothing is written', async () => {
  const mailed = { text: 'Practice the left hand.', share: true, mail: true };
  expect(refused(await write({ text: 'A draft', mail: true }))).toEqual([
    400,
    'Please share the note before you mail it.',
  ]);
  expect(refused(await write(mailed))).toEqual([
    409,
    "Enter your name or your studio's name first: mail comes from it.",
  ]);
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', familyPage: true }));
  expect(refused(await write(mailed))).toEqual([409, 'Ann Lee has no email address.']);
  const contacts = [
    { name: 'Lena Lee', email: 'lena@example.com', gets: 'both' },
    { name: 'Tom Lee', email: 'tom@example.com', gets: 'schedule' },
    { name: 'Pia Lee', email: 'pia@example.com', gets: 'invoices' },
  ];
  const household = ok(await dana.post('/api/households', { studentIds: [ann], contacts }));
  [lena = ''] = household.contacts.map(({ id }: { id: string }) => id);
  expect(refused(await write(mailed))).toEqual([403, 'Confirm your email address first. We have sent you a link.']);
  expect(await note()).toBe(undefined);
  // The link goes out by itself: no later test may count it.
  await expect.poll(() => inbox.received.map(({ to }) => to), { timeout: 30_000 }).toEqual(['dana@example.com']);
  await rondo.query('update accounts.users set email_confirmed_at = now()');
});

test('a note that is shared with mail goes to all who get the schedule, once', async () => {
  const before = inbox.received.length;
  const body = { text: 'Practice the left hand.\nSlowly.', share: true, mail: true };
  const shared = await write(body);
  expect(ok(shared)).toMatchObject({ shared: true, text: body.text });
  await expect
    .poll(async () => (await messages('sent')).map(({ recipient }) => `${recipient}`).toSorted(), { timeout: 30_000 })
    .toEqual(['Lena Lee', 'Tom Lee']);
  const sent = (await messages('sent')).find(({ recipient }) => recipient === 'Lena Lee');
  expect(sent).toMatchObject({ subject: 'A note for Ann from Dana Whitfield, December 1', students: ['Ann Lee'] });
  expect(plain(sent?.['text'] ?? '')).toBe(
    ['Hello Lena,', '', 'Practice the left hand.', 'Slowly.', '', 'Whitfield Strings', ''].join('\n'),
  );
  expect(inbox.received.slice(before).map(({ to }) => to)).toHaveLength(2);
  const [mail] = inbox.received.slice(before);
  expect(mail?.headers.get('auto-submitted')).toBe(undefined);
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  // The same share mails nothing a second time, as after a lost answer.
  ok(await write({ ...body, revision: (await note()).revision }));
  const { entries } = ok(await dana.get('/api/history?limit=10'));
  const sentences = entries.map(({ sentence }: { sentence: string }) => sentence);
  expect(sentences.filter((one: string) => one.includes('Mailed'))).toHaveLength(1);
  expect(await messages('queued')).toEqual([]);
  expect(inbox.received.length - before).toBe(2);
  // The note is undone by itself, the mail is not.
  ok(await dana.post('/api/undo', { batchId: batchOf(shared) }));
  await expect.poll(note, { timeout: 30_000 }).toBe(undefined);
  expect(await messages('sent')).toHaveLength(2);
});

test('what the family can no longer read when its mail would go is not mailed', async () => {
  answer = 450;
  ok(await write({ text: 'Again', share: true, mail: true }));
  await expect
    .poll(async () => (await messages('queued')).map(({ because }) => because ?? ''), { timeout: 30_000 })
    .toEqual([expect.stringContaining('only later'), expect.stringContaining('only later')]);
  const { revision } = await note();
  ok(await write({ text: 'Again', share: false, revision }));
  answer = null;
  rondo.setNow(Date.parse(`${today}T18:05:01-06:00`));
  await expect
    .poll(async () => (await messages('dropped')).map(({ because }) => because), { timeout: 30_000 })
    .toEqual(['nothing left to say', 'nothing left to say']);
});

test('the address in a note’s mail stops notes, and the family takes it back on its page', async () => {
  const path = pathIn('lena@example.com');
  const opened = await rondo.visitor().get(path);
  expect(opened.text).toContain('<button>Stop notes</button>');
  expect(opened.text).toContain('Whitfield Strings mails you what is written for you after lessons.');
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const stopped = await rondo.visitor().post(path, 'List-Unsubscribe=One-Click', form);
  expect([stopped.status, stopped.text.includes('You will get no more notes at this address.')]).toEqual([200, true]);
  const stopsOf = async () =>
    ok(await dana.get('/api/families'))[0].recipients.find(({ id }: { id: string }) => id === lena).mail.stopped;
  await expect.poll(stopsOf, { timeout: 30_000 }).toEqual(['notes']);
  const [{ id, contacts, revision }] = ok(await dana.get('/api/households'));
  const others = contacts.filter((one: { id: string }) => one.id === lena);
  ok(await dana.patch(`/api/households/${id}`, { contacts: others, revision }));
  await expect
    .poll(async () => refused(await write({ text: 'Once more', share: true, mail: true })), { timeout: 30_000 })
    .toEqual([409, 'Lena Lee wants no notes by mail.']);
  const [link] = ok(await dana.post('/api/families/links', { recipientIds: [lena] }));
  const family = rondo.visitor();
  const { proof, mail } = ok(await family.post('/api/family/session', { k: link.url.split('#k=')[1] }));
  expect(mail).toEqual({ email: 'lena@example.com', reminders: null, notes: false, all: true });
  const changed = await family.patch('/api/family/mail', { notes: true }, { 'Rondo-Proof': proof });
  expect(ok(changed)).toEqual({ ...mail, notes: true });
  const before = inbox.received.length;
  ok(await write({ text: 'Once more', share: true, mail: true }));
  await expect.poll(() => inbox.received.length - before, { timeout: 30_000 }).toBe(1);
  ok(await family.patch('/api/family/mail', { all: false }, { 'Rondo-Proof': proof }));
  expect(refused(await write({ text: 'Last', share: true, mail: true }))).toEqual([
    409,
    'Lena Lee wants no mail. Please call.',
  ]);
});
