import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { textOf } from '../../../accounts/testing/mails.ts';
import { addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../../testing/visitor.ts';

// The Lees: Lena gets all, Tom the schedule. Ann and Ben have lessons on Tuesdays, from December 1.
let rondo: TestRondo;
let other: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let lena: string;
let tom: string;
let series: string[];
/** What the mail server answers for an address; it takes all others. */
const answers = new Map<string, number>();

const at = (text: string): number => Date.parse(text);
const moveTo = (time: string): void => {
  for (const one of [rondo, other]) one.setNow(at(time));
};
const listed = async (query = ''): Promise<Record<string, string>[]> =>
  ok(await dana.get(`/api/messages?limit=200${query}`)).entries;
const withState = async (state: string) => (await listed(`&state=${state}`)).length;
const mailsTo = (email: string) => inbox.received.filter((mail) => mail.to === email).map(({ raw }) => textOf(raw));

beforeAll(async () => {
  inbox = await smtpInbox(async (to) => answers.get(to) ?? null);
  const settings = {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
    MESSAGES_SECONDS: '0.05',
    // Processes that share the work share it: links are made with it.
    SESSION_SECRET: 'the same in both processes of this test',
  };
  rondo = await testRondo('2026-11-30T12:00:00-06:00', settings);
  other = await testRondo('2026-11-30T12:00:00-06:00', { ...settings, DATABASE_URL: rondo.connectionString });
  dana = await rondo.visitor().register('dana@example.com');
});
afterAll(async () => {
  await other.stop();
  await rondo.stop();
  await inbox.stop();
});

test('reminders are turned on by who may mail others, under a name', async () => {
  const turnOn = (more: object = {}) => dana.patch('/api/settings', { sendReminders: true, ...more });
  expect(refused(await turnOn())).toEqual([409, "Enter your name or your studio's name first: mail comes from it."]);
  const unconfirmed = [403, 'Confirm your email address first. We have sent you a link.'];
  expect(refused(await turnOn({ studioName: 'Whitfield Strings' }))).toEqual(unconfirmed);
  const guest = rondo.visitor();
  ok(await guest.post('/api/guest-login'));
  const asGuest = await guest.patch('/api/settings', { sendReminders: true, studioName: 'Gia' });
  expect(refused(asGuest)).toEqual([403, 'Create an account to send email.']);
});

test('each recipient gets one reminder of a day, whichever process sends it', async () => {
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  const teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const student = async (firstName: string): Promise<string> =>
    ok(
      await dana.post('/api/students', {
        firstName,
        lastName: 'Lee',
        address: '12 Oak Street',
        zipCode: '78745',
        paymentType: 'per_lesson',
        perLessonRate: 50,
      }),
    ).id;
  const [ann, ben] = [await student('Ann'), await student('Ben')];
  const contact = (name: string, gets: string) => ({
    name,
    email: `${name.split(' ')[0]}@example.com`.toLowerCase(),
    gets,
  });
  const family = ok(
    await dana.post('/api/households', {
      studentIds: [ann, ben],
      contacts: [contact('Lena Lee', 'both'), contact('Tom Lee', 'schedule'), contact('Pia Lee', 'invoices')],
    }),
  );
  [lena, tom] = family.contacts.map(({ id }: { id: string }) => id);
  const weekly = async (studentId: string, startTime: string, duration: number): Promise<string> =>
    ok(
      await dana.post('/api/lessons', {
        teacherId: teacher,
        studentId,
        dayOfWeek: 2,
        startTime,
        duration,
        lessonDate: '',
      }),
    ).id;
  series = [await weekly(ann, '16:00', 45), await weekly(ben, '16:45', 30)];
  ok(
    await dana.patch('/api/settings', {
      sendReminders: true,
      studioName: 'Whitfield Strings',
      studioPhone: '(512) 555-0100',
      studioEmail: 'studio@example.com',
    }),
  );
  const preview = ok(await dana.get('/api/messages/preview?kind=reminder'));
  expect(preview).toMatchObject({ on: true, without: [] });
  expect(preview.messages.map(({ recipient, dueAt }: Record<string, string>) => [recipient, dueAt])).toEqual([
    ['Lena Lee', '2026-11-30T23:00:00.000000Z'],
    ['Tom Lee', '2026-11-30T23:00:00.000000Z'],
  ]);
  moveTo('2026-11-30T17:00:00-06:00');
  await expect.poll(() => withState('sent'), { timeout: 20_000 }).toBe(2);
  const sent = await listed();
  expect(sent.map(({ recipient, kind }) => `${kind} ${recipient}`).toSorted()).toEqual([
    'reminder Lena Lee',
    'reminder Tom Lee',
  ]);
  const text = [
    'Hello Lena,',
    '',
    'Tomorrow, Tuesday, December 1:',
    'Ann, 4:00 – 4:45\u00a0PM, with Dana Whitfield',
    'Ben, 4:45 – 5:15\u00a0PM, with Dana Whitfield',
    '',
    'If you cannot make it, please call.',
    '',
    'Whitfield Strings, (512) 555-0100',
    'studio@example.com',
    '',
  ].join('\n');
  expect(sent.find(({ recipient }) => recipient === 'Lena Lee')).toMatchObject({
    subject: 'Tomorrow: Ann 4:00\u00a0PM, Ben 4:45\u00a0PM',
    text,
  });
  expect(preview.messages[0]).toMatchObject({ text, subject: 'Tomorrow: Ann 4:00\u00a0PM, Ben 4:45\u00a0PM' });
  const mail = inbox.received.find(({ to }) => to === 'lena@example.com');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.headers.get('from')).toBe('Whitfield Strings <post@rondo.example>');
  expect(mail?.headers.get('reply-to')).toBe('studio@example.com');
  expect(mail?.headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@rondo\.example>$/);
});

test('what is cancelled before is in no reminder, an unknown mailbox is written to no more, and a busy one later', async () => {
  ok(await dana.post(`/api/lessons/${series[0]}/cancel`, { lessonDate: '2026-12-08' }));
  answers.set('tom@example.com', 550);
  answers.set('lena@example.com', 450);
  moveTo('2026-12-07T17:00:00-06:00');
  await expect.poll(() => withState('failed'), { timeout: 20_000 }).toBe(1);
  await expect.poll(async () => (await listed('&state=queued'))[0]?.['because']).toContain('only later');
  answers.delete('lena@example.com');
  moveTo('2026-12-07T17:05:01-06:00');
  await expect.poll(() => withState('sent'), { timeout: 20_000 }).toBe(3);
  expect((await listed('&state=sent'))[0]).toMatchObject({
    subject: 'Tomorrow: Ben 4:45\u00a0PM',
    recipient: 'Lena Lee',
  });
  const recipients = ok(await dana.get('/api/families'))[0].recipients;
  expect(recipients.map(({ mail }: { mail: { refused: string | null } }) => mail.refused)).toEqual([
    null,
    expect.stringContaining('No such mailbox here.'),
    null,
  ]);
  const { messages, without } = ok(await dana.get('/api/messages/preview?kind=reminder'));
  expect([messages.length, without.map(({ name }: { name: string }) => name)]).toEqual([1, ['Tom Lee']]);
});

test('a reminder with nothing left to say is dropped, and one that comes too late', async () => {
  answers.set('lena@example.com', 450);
  moveTo('2026-12-14T17:00:00-06:00');
  await expect.poll(() => withState('queued'), { timeout: 20_000 }).toBe(1);
  for (const id of series) ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-15' }));
  moveTo('2026-12-14T17:05:01-06:00');
  await expect.poll(() => withState('dropped'), { timeout: 20_000 }).toBe(1);
  expect((await listed('&state=dropped'))[0]).toMatchObject({ because: 'nothing left to say', text: null });
  moveTo('2026-12-21T17:00:00-06:00');
  await expect.poll(() => withState('queued'), { timeout: 20_000 }).toBe(1);
  moveTo('2026-12-22T14:00:01-06:00');
  await expect.poll(() => withState('dropped'), { timeout: 20_000 }).toBe(2);
  expect((await listed('&state=dropped'))[0]).toMatchObject({ because: 'it came too late' });
  answers.clear();
  // All in all no mail went twice.
  expect([mailsTo('lena@example.com').length, mailsTo('tom@example.com').length]).toEqual([2, 1]);
  const page = ok(await dana.get('/api/messages?limit=2'));
  const rest = ok(await dana.get(`/api/messages?limit=200&before=${page.next}`));
  expect([page.entries.length, rest.entries.length, rest.next]).toEqual([2, 4, null]);
});

test('links are mailed by a click, to a refused address too, and no log has the secret', async () => {
  const send = (recipientIds: string[]) => dana.post('/api/families/links/send', { recipientIds });
  expect(refused(await send([lena]))).toEqual([409, 'Family pages are off. Turn them on in Settings first.']);
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const sent = await send([tom, 'nobody']);
  expect(ok(sent)).toEqual({ done: [tom], failed: [{ id: 'nobody', message: 'There is no such contact.' }] });
  await expect.poll(() => mailsTo('tom@example.com').length, { timeout: 20_000 }).toBe(2);
  const mail = mailsTo('tom@example.com').at(-1) ?? '';
  const [, k = ''] = /https:\/\/rondo\.example\/family#k=([\w-]{43})/.exec(mail) ?? [];
  ok(await rondo.visitor().post('/api/family/session', { k }));
  await expect.poll(() => withState('sent'), { timeout: 20_000 }).toBe(4);
  const [logged] = await listed('&kind=link');
  expect(logged).toMatchObject({ subject: 'Your page with Whitfield Strings', recipient: 'Tom Lee' });
  expect(logged?.['text']).toContain('See the lessons, notes and invoices of Ann and Ben:\n[link]');
  expect(ok(await dana.get('/api/families'))[0].recipients[1].mail.refused).toBe(null);
  expect(refused(await dana.post('/api/undo', { batchId: batchOf(sent) }))).toEqual([
    409,
    'An email that was sent cannot be taken back.',
  ]);
});
