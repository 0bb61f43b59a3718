import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher, everyDay } from '../../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../../testing/test-rondo.ts';
import { ok, refused, type Visitor } from '../../../../../testing/visitor.ts';

// Ann Lee has a lesson on Tuesdays; her parents Lena and Tom are mailed the day before.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let lena: string;
let tom: string;

const moveTo = (time: string): void => rondo.setNow(Date.parse(time));
const mailsTo = (email: string) => inbox.received.filter((mail) => mail.to === email);
const sent = async (): Promise<number> => ok(await dana.get('/api/messages?limit=200&state=sent')).entries.length;
const stopOf = async (name: string): Promise<unknown> =>
  ok(await dana.get('/api/families'))[0].recipients.find((one: { name: string }) => one.name === name).mail.stopped;
const without = async (): Promise<[string, string][]> =>
  ok(await dana.get('/api/messages/preview?kind=reminder')).without.map((one: { name: string; because: string }) => [
    one.name,
    one.because,
  ]);
const bells = async (): Promise<[string, string, string][]> =>
  ok(await dana.get('/api/notifications')).map((one: Record<string, string>) => [
    one['type'],
    one['title'],
    one['message'],
  ]);
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const oneClick = 'List-Unsubscribe=One-Click';

/** Lena's page, opened by her link. */
const page = async () => {
  const [link] = ok(await dana.post('/api/families/links', { recipientIds: [lena] }));
  const visitor = rondo.visitor();
  const { proof, mail } = ok(await visitor.post('/api/family/session', { k: link.url.split('#k=')[1] }));
  return {
    visitor,
    mail,
    change: (body: object) => visitor.patch('/api/family/mail', body, { 'Rondo-Proof': proof }),
  };
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
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Ann', lastName: 'Lee', address: '12 Oak Street', zipCode: '78745' };
  const { id } = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 }));
  const contacts = [
    { name: 'Lena Lee', email: 'Lena@example.com', gets: 'both' },
    { name: 'Tom Lee', email: 'tom@example.com', gets: 'schedule' },
  ];
  const household = ok(await dana.post('/api/households', { studentIds: [id], contacts }));
  [lena, tom] = household.contacts.map((one: { id: string }) => one.id);
  ok(await dana.post('/api/lessons', { teacherId, studentId: id, dayOfWeek: 2, startTime: '16:00', duration: 45 }));
  ok(
    await dana.patch('/api/settings', {
      sendReminders: true,
      familyPage: true,
      studioName: 'Whitfield <Strings> & Keys',
    }),
  );
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

/** The path in a mail's header. */
const pathIn = (email: string): string => {
  const [mail] = mailsTo(email);
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, path = ''] =
    /^<https:\/\/rondo\.example(\/mail\/[\w-]{43})>$/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? [];
  return path;
};

test('an address of a stop does nothing when it is opened, and shows a button', async () => {
  moveTo('2026-11-30T17:00:00-06:00');
  await expect.poll(sent).toBe(2);
  const path = pathIn('tom@example.com');
  const anyone = rondo.visitor();
  for (let i = 0; i < 2; i += 1) {
    const opened = await anyone.get(path);
    expect(opened.status).toBe(200);
    expect(opened.text).toContain('<button>Stop reminders</button>');
    expect(opened.text).toContain('Whitfield &lt;Strings&gt; &amp; Keys mails you the day before a lesson.');
    expect(opened.headers.get('content-security-policy')).toContain("script-src 'none'");
    expect(opened.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    await anyone.call('HEAD', path);
  }
  expect(await stopOf('Tom Lee')).toEqual([]);
});

test('only the form that mail programs post ends the mail, once', async () => {
  const path = pathIn('tom@example.com');
  const other = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
  expect((await rondo.visitor().post(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(400);
  expect((await rondo.visitor().post(path, 'List-Unsubscribe=Later', form)).status).toBe(400);
  expect((await rondo.visitor().post(path, `${oneClick}&x=${'a'.repeat(5000)}`, form)).status).toBe(413);
  expect((await rondo.visitor().post(`/mail/${'a'.repeat(43)}`, oneClick, form)).status).toBe(404);
  expect(await stopOf('Tom Lee')).toEqual([]);
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  for (const [body, headers] of [
    [oneClick, { ...form, ...other }],
    [multipart, {}],
  ] as const) {
    const stopped = await rondo.visitor().post(path, body, headers);
    expect(stopped.status).toBe(200);
    expect(stopped.text).toContain('You will get no more reminders at this address.');
  }
  await expect.poll(() => stopOf('Tom Lee')).toEqual(['reminders']);
  const opened = await rondo.visitor().get(path);
  expect(opened.text).not.toContain('<button>');
  const stops = await rondo.query("select type from event_log.events where type like 'Mail%'");
  expect(stops).toHaveLength(1);
  expect(await without()).toEqual([['Tom Lee', 'Wants no reminders.']]);
  expect(await bells()).toEqual([]);
});

test('what is stopped is not sent, whoever has the address, and the teacher cannot change that', async () => {
  moveTo('2026-12-07T17:00:00-06:00');
  await expect.poll(sent).toBe(3);
  expect([mailsTo('Lena@example.com').length, mailsTo('tom@example.com').length]).toEqual([2, 1]);
  const [{ id, revision }] = ok(await dana.get('/api/households'));
  const contacts = [
    { id: lena, name: 'Lena Lee', email: 'TOM@example.com', gets: 'both' },
    { id: tom, name: 'Tom Lee', email: 'new@example.com', gets: 'schedule' },
  ];
  ok(await dana.patch(`/api/households/${id}`, { contacts, revision }));
  expect(await without()).toEqual([['Lena Lee', 'Wants no reminders.']]);
  const { mail, change } = await page();
  expect(mail).toEqual({ email: 'TOM@example.com', reminders: false, notes: true, all: true });
  expect(refused(await change({}))).toEqual([400, 'Please choose what to change.']);
  expect(ok(await change({ reminders: true }))).toEqual({
    email: 'TOM@example.com',
    reminders: true,
    notes: true,
    all: true,
  });
  expect(await without()).toEqual([]);
});

test('who wants no mail gets none by a click either, and the bell says so', async () => {
  const { visitor, change } = await page();
  expect(refused(await visitor.patch('/api/family/mail', { all: false }))).toEqual([
    403,
    'Please reload this page and try again.',
  ]);
  const stopped = await change({ all: false });
  expect(ok(stopped)).toEqual({ email: 'TOM@example.com', reminders: true, notes: true, all: false });
  expect(stopped.headers.get('rondo-batch')).toBe(null);
  expect(ok(await change({ all: false }))).toEqual(ok(stopped));
  await expect.poll(bells).toEqual([['mail_stopped', 'Lena Lee wants no mail', 'Please call.']]);
  expect(await without()).toEqual([['Lena Lee', 'Wants no mail.']]);
  expect(ok(await dana.post('/api/families/links/send', { recipientIds: [lena] }))).toEqual({
    done: [],
    failed: [{ id: lena, message: 'Lena Lee wants no mail. Please call.' }],
  });
  const [{ id }] = ok(await dana.get('/api/notifications'));
  expect(ok(await dana.post(`/api/notifications/${id}/read`))).toMatchObject({ isRead: true, teacherId: null });
  expect(ok(await change({ all: true })).all).toBe(true);
  expect(await without()).toEqual([]);
});

test('a place that tries many addresses waits, and a good one is answered', async () => {
  const path = pathIn('tom@example.com');
  const guess = (i: number) => rondo.visitor().get(`/mail/${'b'.repeat(40)}${100 + i}`);
  for (let i = 0; i < 25; i += 1) await guess(i);
  expect((await guess(99)).status).toBe(429);
  expect((await rondo.visitor().get(path)).status).toBe(200);
});
