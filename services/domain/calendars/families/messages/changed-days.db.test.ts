import { addDays, dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher } from '../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../../testing/visitor.ts';

// Events are recorded by the machine's clock, so that the studio is where it is noon now. Reminders go at two in the afternoon. Ann Lee, whose
// lesson is at 4:00 PM tomorrow, and Ben, at 4:45 PM, have one recipient.
const offset = 12 - new Date().getUTCHours();
const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
const minute = 60_000;
const { date: today } = wallClock(Date.now(), timeZone);
const [tomorrow, afterTomorrow] = [addDays(today, 1), addDays(today, 2)];
const noon = Math.floor(Date.now() / (60 * minute)) * 60 * minute;

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
/** The mail server, once it has been away. */
let back: typeof inbox | undefined;
let dana: Visitor;
let ann: string;
let ben: string;
/** Their lessons on the day after tomorrow. */
let later: string[];

type Row = Record<string, string>;
const plain = (text = ''): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const sent = async (kind: string): Promise<string[]> =>
  ok(await dana.get(`/api/messages?limit=200&kind=${kind}&state=sent`)).entries.map(({ text }: Row) => plain(text));
const next = async () => ok(await dana.get('/api/messages/preview?kind=change'));
const nextDue = async (): Promise<number> => {
  await expect.poll(async () => (await next()).messages.length, { timeout: 30_000 }).toBe(1);
  return Date.parse((await next()).messages[0].dueAt);
};

beforeAll(async () => {
  inbox = await smtpInbox(async () => null);
  rondo = await testRondo(new Date().toISOString(), { SMTP_URL: inbox.url, MESSAGES_SECONDS: '0.05' });
  dana = await rondo.visitor().register('dana@example.com');
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  ok(await dana.patch('/api/settings', { timeZone, studioName: 'Whitfield Strings', reminderTime: '14:00' }));
  const hours = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '20:00' }));
  const teacherId = await addTeacher(dana, 'Dana Whitfield', hours);
  const person = { lastName: 'Lee', address: '12 Oak Street', zipCode: '78745', paymentType: 'per_lesson' };
  const student = async (firstName: string): Promise<string> =>
    ok(await dana.post('/api/students', { ...person, firstName, perLessonRate: 50 })).id;
  const studentIds = [await student('Ann'), await student('Ben')];
  const contacts = [{ name: 'Lena Lee', email: 'lena@example.com', gets: 'both' }];
  ok(await dana.post('/api/households', { studentIds, contacts }));
  const weekly = async (studentId = '', startTime: string, date = tomorrow): Promise<string> =>
    ok(
      await dana.post('/api/lessons', {
        teacherId,
        studentId,
        dayOfWeek: dayOfWeekOf(date),
        startTime,
        duration: 45,
        lessonDate: '',
      }),
    ).id;
  ann = await weekly(studentIds[0], '16:00');
  ben = await weekly(studentIds[1], '16:45');
  later = [await weekly(studentIds[0], '10:00', afterTomorrow), await weekly(studentIds[1], '10:45', afterTomorrow)];
});
afterAll(async () => {
  await rondo.stop();
  await (back ?? inbox).stop();
});

test('a lesson that is cancelled before is in no reminder, and its change is mailed apart', async () => {
  await expect.poll(async () => ok(await dana.get('/api/changes/count')).families, { timeout: 30_000 }).toBe(1);
  ok(await dana.patch('/api/settings', { sendReminders: true, sendChanges: true, untold: 'told' }));
  ok(await dana.post(`/api/lessons/${ann}/cancel`, { lessonDate: tomorrow }));
  const due = await nextDue();
  rondo.setNow(Math.max(due, noon + 120 * minute));
  await expect.poll(async () => (await sent('reminder')).length, { timeout: 30_000 }).toBe(1);
  await expect.poll(async () => (await sent('change')).length, { timeout: 30_000 }).toBe(1);
  expect((await sent('reminder'))[0]).toContain(
    `Tomorrow, ${longDate(tomorrow)}:\nBen, 4:45 – 5:30 PM, with Dana Whitfield\n`,
  );
  expect((await sent('change'))[0]).toContain(`Ann’s lesson on ${longDate(tomorrow)} at 4:00 PM is cancelled.`);
  await expect.poll(async () => ok(await dana.get('/api/changes/count')).families, { timeout: 30_000 }).toBe(0);
});

test('what is moved after the reminder is a change ten minutes later, and there is no second reminder', async () => {
  rondo.setNow(Date.now());
  // What is clicked for goes after what the same look finds due: so none is under way that began at the later time.
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const [{ recipients }] = ok(await dana.get('/api/families'));
  ok(await dana.post('/api/families/links/send', { recipientIds: [recipients[0].id] }));
  await expect.poll(async () => (await sent('link')).length, { timeout: 30_000 }).toBe(1);
  const move = (from: string, startTime: string, more: object) =>
    dana.patch(`/api/lessons/${from}/reschedule`, { startTime, lessonDate: tomorrow, ...more });
  const { id } = ok(await move(ben, '17:15', { originalDate: tomorrow }));
  await nextDue();
  ok(await move(id, '16:45', {}));
  await expect.poll(async () => (await next()).messages, { timeout: 30_000 }).toEqual([]);
  ok(await move(id, '17:15', {}));
  const due = await nextDue();
  expect(due).toBeGreaterThan(Date.now() + 9 * minute);
  rondo.setNow(Math.max(due, noon + 150 * minute));
  await expect.poll(async () => (await sent('change')).length, { timeout: 30_000 }).toBe(2);
  expect((await sent('change')).filter((text) => text.includes('5:15 PM'))).toHaveLength(1);
  expect(await sent('reminder')).toHaveLength(1);
  expect(inbox.received).toHaveLength(4);
});

test('a reminder of lessons that are cancelled while the mail server is away says nothing when it is back, and the change goes then', async () => {
  ok(await dana.patch('/api/settings', { reminderTime: '12:00' }));
  await inbox.stop();
  const nextNoon = noon + 24 * 60 * minute;
  rondo.setNow(nextNoon + minute);
  const queued = async (): Promise<(string | null)[]> =>
    ok(await dana.get('/api/messages?limit=200&state=queued')).entries.map(({ kind, because }: Row) =>
      because === null ? null : `${kind}: ${because}`,
    );
  await expect.poll(queued, { timeout: 30_000 }).toEqual(['reminder: The mail server does not answer.']);
  for (const id of later) ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: afterTomorrow }));
  rondo.setNow(nextNoon + 2 * minute);
  await expect.poll(queued, { timeout: 30_000 }).toEqual(['change: The mail server does not answer.']);
  back = await smtpInbox(async () => null, inbox.port);
  rondo.setNow(nextNoon + 5 * minute);
  await expect.poll(async () => (await sent('change')).length, { timeout: 30_000 }).toBe(3);
  const [text] = await sent('change');
  expect(text).toContain(
    `Ann’s and Ben’s lessons on ${longDate(afterTomorrow)} at 10:00 AM and 10:45 AM are cancelled.`,
  );
  const dropped = ok(await dana.get('/api/messages?limit=200&kind=reminder&state=dropped')).entries;
  expect(dropped.map(({ because }: Row) => because)).toEqual(['nothing left to say']);
  expect(back.received).toHaveLength(1);
});
