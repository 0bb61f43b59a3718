import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher, everyDay } from '../../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../../../testing/visitor.ts';
import { textOf } from '../../../../accounts/testing/mails.ts';

// Ann Lee's lesson of October costs 150.00. Lena gets all, Tom the schedule, Pia invoices.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let family: string;
let ann: string;
/** What the mail server answers for an address; it takes all others. */
const answers = new Map<string, number>();

const moveTo = (time: string): void => rondo.setNow(Date.parse(`${time}-06:00`));
const listed = async (query = ''): Promise<Record<string, string>[]> =>
  ok(await dana.get(`/api/messages?limit=200${query}`)).entries;
const withState = async (state: string) => (await listed(`&state=${state}`)).length;
const mailsTo = (email: string) => inbox.received.filter((mail) => mail.to === email).map(({ raw }) => textOf(raw));
const isQueuedFor = (day: string) =>
  rondo.query(`select past_due_day from accounts.mail_switches where past_due_day = '${day}'`);
const next = async () => ok(await dana.get('/api/messages/preview?kind=pastDue'));
const plain = (text = ''): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

beforeAll(async () => {
  inbox = await smtpInbox(async (to) => answers.get(to) ?? null);
  rondo = await testRondo('2026-11-01T12:00:00-06:00', {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    MESSAGES_SECONDS: '0.05',
  });
  dana = await rondo.visitor().register('dana@example.com');
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Ann', lastName: 'Lee', address: '12 Oak Street', zipCode: '78745' };
  ann = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 150 })).id;
  const contacts = [
    { name: 'Lena Lee', email: 'lena@example.com', gets: 'both' },
    { name: 'Tom Lee', email: 'tom@example.com', gets: 'schedule' },
    { name: 'Pia Lee', email: 'pia@example.com', gets: 'invoices' },
  ];
  family = ok(await dana.post('/api/households', { studentIds: [ann], contacts })).id;
  ok(
    await dana.post('/api/lessons', {
      teacherId,
      studentId: ann,
      lessonDate: '2026-10-27',
      startTime: '16:00',
      duration: 45,
    }),
  );
  ok(
    await dana.patch('/api/settings', {
      sendPastDue: true,
      studioName: 'Whitfield Strings',
      paymentTermsDays: 13,
      paymentInstructions: 'Zelle to dana@example.com.',
    }),
  );
  const [invoice] = ok(
    await dana.post('/api/invoices/generate', {
      teacherId: null,
      billingPeriodStart: '2026-10-01',
      billingPeriodEnd: '2026-10-31',
      selectedStudentIds: [ann],
    }),
  );
  expect((await next()).messages).toEqual([]);
  ok(await dana.post('/api/invoices/status', { ids: [invoice.id], status: 'sent' }));
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('before an invoice is due, who gets invoices is mailed what is open, once', async () => {
  const { on, messages, without } = await next();
  expect([on, without]).toEqual([true, []]);
  expect(messages.map(({ recipient, dueAt }: Record<string, string>) => [recipient, dueAt])).toEqual([
    ['Lena Lee', '2026-11-11T15:00:00.000000Z'],
    ['Pia Lee', '2026-11-11T15:00:00.000000Z'],
  ]);
  moveTo('2026-11-11T08:59:00');
  moveTo('2026-11-11T09:00:00');
  await expect.poll(() => withState('sent')).toBe(2);
  const [mail] = mailsTo('lena@example.com');
  const text = plain((await listed()).find(({ recipient }) => recipient === 'Lena Lee')?.['text']);
  expect(mail).toContain('Invoice INV-2026-0001 is due on November 14');
  expect(text).toBe(
    [
      'Hello Lena,',
      '',
      'Invoice INV-2026-0001, $150.00 open, is due on Saturday, November 14.',
      '',
      'Zelle to dana@example.com.',
      '',
      'Paid already? Then please ignore this mail.',
      '',
      'Whitfield Strings',
      '',
    ].join('\n'),
  );
  expect(plain(messages[0].text)).toBe(text);
  expect(mailsTo('tom@example.com')).toEqual([]);
  expect(inbox.received[0]?.headers.get('list-unsubscribe')).toBe(undefined);
});

test('after an outage the newest step alone is mailed, with what is open then', async () => {
  ok(await dana.post('/api/payments', { payerId: family, date: '2026-11-11', amount: 100, method: 'check' }));
  moveTo('2026-11-26T12:00:00');
  await expect.poll(() => withState('sent')).toBe(4);
  const [newest] = await listed('&kind=pastDue');
  expect(newest).toMatchObject({ subject: 'Invoice INV-2026-0001 was due on November 14' });
  expect(plain(newest?.['text'])).toContain('Invoice INV-2026-0001, $50.00 open, was due on Saturday, November 14.');
  moveTo('2026-11-27T12:00:00');
  await expect.poll(() => isQueuedFor('2026-11-27')).toHaveLength(1);
  expect(await listed()).toHaveLength(4);
});

test('what is paid before its mail goes is dropped, and no later step is mailed', async () => {
  answers.set('lena@example.com', 450);
  answers.set('pia@example.com', 450);
  moveTo('2026-12-14T09:00:00');
  await expect.poll(() => withState('queued')).toBe(2);
  ok(await dana.post('/api/payments', { payerId: family, date: '2026-12-14', amount: 50, method: 'check' }));
  moveTo('2026-12-14T09:05:01');
  await expect.poll(() => withState('dropped')).toBe(2);
  expect((await listed('&state=dropped')).map(({ because }) => because)).toEqual([
    'nothing left to say',
    'nothing left to say',
  ]);
  answers.clear();
  expect((await next()).messages).toEqual([]);
});
