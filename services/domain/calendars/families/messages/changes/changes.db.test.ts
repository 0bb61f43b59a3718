import { addDays, dayOfWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher } from '../../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../../../../testing/visitor.ts';

// Events are recorded by the machine's clock, so that the studio is where it is noon now: changes are mailed ten minutes after the last one.
// Ann and Ben Lee have weekly lessons; Lena gets all, Tom the schedule, Pia invoices.
const offset = 12 - new Date().getUTCHours();
const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
const minute = 60_000;
const allWeek = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '20:00' }));
const { date: today } = wallClock(Date.now(), timeZone);
const lessonDay = addDays(today, 3);
const nextWeek = addDays(lessonDay, 7);

let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let lena: string;
let pia: string;
let teacher: string;
let series: string[];
/** What the mail server answers for an address; it takes all others. */
const answers = new Map<string, number>();

type Row = Record<string, string>;
const plain = (text = ''): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const listed = async (query = '', visitor = dana): Promise<Row[]> =>
  ok(await visitor.get(`/api/messages?limit=200&kind=change${query}`)).entries;
const withState = async (state: string, visitor = dana) => (await listed(`&state=${state}`, visitor)).length;
const next = async (visitor = dana) => ok(await visitor.get('/api/messages/preview?kind=change'));
const untold = async (visitor = dana): Promise<number> => ok(await visitor.get('/api/changes/count')).families;
const bell = async (visitor: Visitor): Promise<string[]> =>
  ok(await visitor.get('/api/notifications')).map(({ title, message }: Row) => `${title}. ${message}`);
const undo = async (batchId: string | null) => ok(await dana.post('/api/undo', { batchId }));
/** Moves the clock to when the next mail about changes is due, and some time on. */
const moveToDue = async (more = 0): Promise<void> => {
  await expect.poll(async () => (await next()).messages.length, { timeout: 30_000 }).toBeGreaterThan(0);
  rondo.setNow(Date.parse((await next()).messages[0].dueAt) + more);
};
/** Waits until the mail server has put off this many mails. */
const putOff = async (count: number): Promise<void> => {
  await expect
    .poll(async () => (await listed('&state=queued')).filter(({ because }) => because !== null).length, {
      timeout: 30_000,
    })
    .toBe(count);
};
/** Moves the clock on by minutes, from when the last mail was queued. */
const moveOn = async (minutes: number): Promise<void> => {
  const [last] = await listed();
  rondo.setNow(Date.parse(last?.['dueAt'] ?? '') + minutes * minute);
};
/** Until the job has looked once more: what it queues first is sent after what it finds due. @param to who gets that: each gets 20 mails a day */
const looked = async (to = lena): Promise<void> => {
  const before = ok(await dana.get('/api/messages?limit=200&kind=link&state=sent')).entries.length;
  ok(await dana.post('/api/families/links/send', { recipientIds: [to] }));
  await expect
    .poll(async () => ok(await dana.get('/api/messages?limit=200&kind=link&state=sent')).entries.length, {
      timeout: 30_000,
    })
    .toBe(before + 1);
};
/** Moves the clock back to the machine's, so that what changes from now on is not due at once, not even for a look of the job that is under way. */
const moveBack = async (to = lena): Promise<void> => {
  rondo.setNow(Date.now());
  await looked(to);
};
const cancel = async (nth: number, lessonDate: IsoDate) => {
  await moveBack();
  return batchOf(await dana.post(`/api/lessons/${series[nth]}/cancel`, { lessonDate }));
};
const student = async (visitor: Visitor, firstName: string, lastName: string, email: string | null = null) => {
  const person = { firstName, lastName, address: '12 Oak Street', zipCode: '78745', paymentType: 'per_lesson' };
  const { id } = ok(await visitor.post('/api/students', { ...person, perLessonRate: 50 }));
  if (email !== null) ok(await visitor.put(`/api/students/${id}`, { email }));
  return id;
};
const weekly = async (visitor: Visitor, teacherId: string, studentId: string, startTime: string): Promise<string> =>
  ok(
    await visitor.post('/api/lessons', {
      teacherId,
      studentId,
      dayOfWeek: dayOfWeekOf(lessonDay),
      startTime,
      duration: 45,
      lessonDate: '',
    }),
  ).id;
const register = async (email: string): Promise<Visitor> => {
  const visitor = await rondo.visitor().register(email);
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  ok(await visitor.patch('/api/settings', { timeZone, studioName: 'Whitfield Strings', familyPage: true }));
  return visitor;
};

beforeAll(async () => {
  inbox = await smtpInbox(async (to) => answers.get(to) ?? null);
  rondo = await testRondo(new Date().toISOString(), {
    SMTP_URL: inbox.url,
    MAIL_FROM: 'post@rondo.example',
    PUBLIC_URL: 'https://rondo.example',
    MESSAGES_SECONDS: '0.05',
  });
  dana = await register('dana@example.com');
  teacher = await addTeacher(dana, 'Dana Whitfield', allWeek);
  const [ann, ben] = [await student(dana, 'Ann', 'Lee'), await student(dana, 'Ben', 'Lee')];
  const contacts = [
    { name: 'Lena Lee', email: 'lena@example.com', gets: 'both' },
    { name: 'Tom Lee', email: 'tom@example.com', gets: 'schedule' },
    { name: 'Pia Lee', email: 'pia@example.com', gets: 'invoices' },
  ];
  const family = ok(await dana.post('/api/households', { studentIds: [ann, ben], contacts }));
  [lena, , pia] = family.contacts.map(({ id }: Row) => id);
  series = [await weekly(dana, teacher, ann, '16:00'), await weekly(dana, teacher, ben, '16:45')];
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('mail about changes is turned on when what families do not know yet is sent or marked as told', async () => {
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(1);
  const turnOn = (more: object = {}) => dana.patch('/api/settings', { sendChanges: true, ...more });
  expect(refused(await turnOn())).toEqual([409, '1 family does not know of changes. Send them, or mark it as told?']);
  expect(refused(await turnOn({ untold: 'perhaps' }))[0]).toBe(400);
  const before = await next();
  expect([before.on, before.messages.map(({ recipient }: Row) => recipient)]).toEqual([false, ['Lena Lee', 'Tom Lee']]);
  const turnedOn = await turnOn({ untold: 'told' });
  expect(ok(turnedOn).sendChanges).toBe(true);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  expect((await next()).messages).toEqual([]);
  const off = batchOf(await dana.patch('/api/settings', { sendChanges: false }));
  const cancelled = await cancel(0, lessonDay);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(1);
  expect(refused(await dana.post('/api/undo', { batchId: off }))).toEqual([
    409,
    '1 family does not know of changes. Send them, or mark it as told?',
  ]);
  await undo(cancelled);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  await undo(off);
  expect(ok(await dana.get('/api/settings')).sendChanges).toBe(true);
});

test('a change is mailed ten minutes later to everyone who gets the schedule, and the family then knows of it', async () => {
  await cancel(0, lessonDay);
  await moveToDue(-1000);
  await looked();
  expect(await listed()).toEqual([]);
  expect(await untold()).toBe(1);
  const preview = await next();
  await moveToDue();
  await expect.poll(() => withState('sent'), { timeout: 30_000 }).toBe(2);
  const sent = await listed();
  expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(['Lena Lee', 'Tom Lee']));
  const mail = sent.find(({ recipient }) => recipient === 'Lena Lee');
  expect([mail?.['subject'], plain(mail?.['text'])]).toEqual([
    'A change to Ann’s lesson',
    [
      'Hello Lena,',
      '',
      `Ann’s lesson on ${longDate(lessonDay)} at 4:00 PM is cancelled.`,
      '',
      `Next: ${longDate(nextWeek)}, at 4:00 PM.`,
      '',
      'Your page: [link]',
      'Whitfield Strings',
      '',
    ].join('\n'),
  ]);
  expect(preview.messages.map(({ text }: Row) => text)).toContain(mail?.['text']);
  expect(inbox.received.filter(({ to }) => to === 'pia@example.com')).toEqual([]);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  // A mail that went by itself is listed with the mail, not in the history.
  const { entries } = ok(await dana.get('/api/history?limit=50'));
  expect(entries.filter(({ by }: { by: { kind: string } }) => by.kind !== 'user')).toEqual([]);
});

test('what is as before when it is due is not mailed, and mail that finds nothing to say is dropped', async () => {
  await undo(await cancel(1, lessonDay));
  await expect.poll(async () => (await next()).messages, { timeout: 30_000 }).toEqual([]);
  const batchId = await cancel(1, lessonDay);
  for (const name of ['lena', 'tom']) answers.set(`${name}@example.com`, 450);
  await moveToDue();
  await putOff(2);
  await undo(batchId);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  await moveOn(6);
  await expect.poll(() => withState('dropped'), { timeout: 30_000 }).toBe(2);
  expect((await listed('&state=dropped')).map(({ because }) => because)).toEqual([
    'nothing left to say',
    'nothing left to say',
  ]);
  answers.clear();
});

test('a recipient whose mail is delayed reads the same as the others, but not what a person has told the family meanwhile', async () => {
  await cancel(1, lessonDay);
  answers.set('tom@example.com', 450);
  await moveToDue();
  await expect.poll(() => withState('sent'), { timeout: 30_000 }).toBe(3);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  await putOff(1);
  answers.clear();
  await moveOn(6);
  await expect.poll(() => withState('sent'), { timeout: 30_000 }).toBe(4);
  const [tom, ofLena] = (await listed('&state=sent')).filter(({ text }) => text?.includes('Ben’s lesson'));
  expect(new Set([tom?.['recipient'], ofLena?.['recipient']])).toEqual(new Set(['Lena Lee', 'Tom Lee']));
  const changed = `Ben’s lesson on ${longDate(lessonDay)} at 4:45 PM is cancelled.`;
  expect([tom, ofLena].map((one) => plain(one?.['text']).split('\n')[2])).toEqual([changed, changed]);
  // The teacher tells the family before the mail server takes the mail.
  await cancel(1, nextWeek);
  for (const name of ['lena', 'tom']) answers.set(`${name}@example.com`, 450);
  await moveToDue();
  await putOff(2);
  const [row] = ok(await dana.get('/api/changes'));
  ok(await dana.post('/api/changes/told', { studentIds: [row.studentId], until: row.until }));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  answers.clear();
  await moveOn(6);
  await expect.poll(() => withState('dropped'), { timeout: 30_000 }).toBe(4);
});

test('a family whom no mail reaches is not told, and reads of the change when someone clicks', async () => {
  await cancel(0, nextWeek);
  answers.set('tom@example.com', 550);
  answers.set('lena@example.com', 554);
  await moveToDue();
  await expect.poll(() => withState('failed'), { timeout: 30_000 }).toBe(2);
  expect(await untold()).toBe(1);
  answers.clear();
  await looked();
  expect([await withState('queued'), await withState('sent')]).toEqual([0, 4]);
  const { messages, without, until } = await next();
  expect([messages.length, without.map(({ name }: Row) => name)]).toEqual([1, ['Tom Lee']]);
  const [{ familyId }] = messages;
  const send = (familyIds: string[], upTo = until) => dana.post('/api/messages/changes', { familyIds, until: upTo });
  const failed = [
    { id: familyId, message: 'Something has changed since you looked. Please look again.' },
    { id: 'nobody', message: 'There is no such family.' },
  ];
  const early = new Date(Date.now() - 60 * minute).toISOString();
  expect(ok(await send([familyId, 'nobody'], early))).toEqual({ done: [], failed });
  const clicked = await send([familyId]);
  expect(ok(clicked)).toEqual({ done: [familyId], failed: [] });
  await expect.poll(() => withState('sent'), { timeout: 30_000 }).toBe(6);
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  // A click is an entry of the history.
  const inHistory = async () =>
    ok(await dana.get('/api/history?kind=families&limit=100')).entries.find(
      ({ batchId }: Row) => batchId === batchOf(clicked),
    );
  await expect.poll(inHistory, { timeout: 30_000 }).toMatchObject({
    sentence: 'Sent 2 mails about changes',
  });
});

test('the end of a closure is mailed ten minutes after it was removed', async () => {
  await moveBack(pia);
  const day = addDays(lessonDay, 14);
  const { id } = ok(await dana.post('/api/closures', { from: day, to: day, kind: 'holiday', reason: 'Conference' }));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(1);
  const rows = ok(await dana.get('/api/changes'));
  const studentIds = rows.map(({ studentId }: Row) => studentId);
  ok(await dana.post('/api/changes/told', { studentIds, until: rows[0].until }));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  const sent = await withState('sent');
  const before = Date.now();
  ok(await dana.delete(`/api/closures/${id}`));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(1);
  await looked(pia);
  expect(await withState('sent')).toBe(sent);
  const { messages } = await next();
  expect(Date.parse(messages[0].dueAt) - before).toBeGreaterThanOrEqual(10 * minute);
  expect(plain(messages[0].text)).toContain('take place after all (Conference).');
  await moveToDue();
  await expect.poll(() => withState('sent'), { timeout: 30_000 }).toBe(sent + 2);
});

test('closed dates that are told one by one, as others take place in that time, are mailed ten minutes later too', async () => {
  await moveBack(pia);
  const day = addDays(lessonDay, 14);
  const other = await addTeacher(dana, 'Mark Bell', allWeek);
  const [{ studentId }] = ok(await dana.get(`/api/lessons?from=${day}&to=${day}`));
  const withMark = { teacherId: other, studentId, startTime: '10:00', duration: 30, lessonDate: day };
  ok(await dana.post('/api/lessons', withMark));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(1);
  const [row] = ok(await dana.get('/api/changes'));
  ok(await dana.post('/api/changes/told', { studentIds: [studentId], until: row.until }));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(0);
  const before = Date.now();
  ok(await dana.post('/api/closures', { from: day, to: day, kind: 'holiday', teacherIds: [teacher] }));
  await expect.poll(() => untold(), { timeout: 30_000 }).toBe(1);
  const sent = await withState('sent');
  await looked(pia);
  expect(await withState('sent')).toBe(sent);
  const { messages } = await next();
  expect(plain(messages[0].text)).toContain(`lesson on ${longDate(day)} at 4:00 PM is cancelled.`);
  expect(Date.parse(messages[0].dueAt) - before).toBeGreaterThanOrEqual(10 * minute);
});

test('what many families would be mailed because of one deed waits until someone looks', async () => {
  await moveBack();
  const eva = await register('eva@example.com');
  const teacherId = await addTeacher(eva, 'Eva Stone', allWeek);
  const hours = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00'];
  for (const [i, startTime] of hours.entries())
    await weekly(eva, teacherId, await student(eva, 'Ann', `Lee${i}`, `lee${i}@example.com`), startTime);
  await expect.poll(() => untold(eva), { timeout: 30_000 }).toBe(11);
  ok(await eva.patch('/api/settings', { sendChanges: true, untold: 'told' }));
  await expect.poll(() => untold(eva), { timeout: 30_000 }).toBe(0);
  const leave = async () => batchOf(await eva.delete(`/api/teachers/${teacherId}`));
  const batchId = await leave();
  const held = '11 families would get mail. Look first.';
  await expect.poll(() => bell(eva), { timeout: 30_000 }).toEqual([held]);
  const preview = await next(eva);
  expect(preview.messages.map((one: { held: boolean }) => one.held)).toEqual(hours.map(() => true));
  rondo.setNow(Date.now() + 70 * minute);
  await looked();
  expect(await listed('', eva)).toEqual([]);
  ok(await eva.post('/api/undo', { batchId }));
  await expect.poll(() => bell(eva), { timeout: 30_000 }).toEqual([]);
  await moveBack();
  await leave();
  await expect.poll(() => bell(eva), { timeout: 30_000 }).toEqual([held]);
  await expect.poll(async () => (await next(eva)).messages.length, { timeout: 30_000 }).toBe(11);
  const { messages, until } = await next(eva);
  const familyIds = messages.map((one: Row) => one['familyId']);
  const sent = await eva.post('/api/messages/changes', { familyIds, until });
  expect(ok(sent)).toEqual({ done: familyIds, failed: [] });
  await expect.poll(() => withState('sent', eva), { timeout: 30_000 }).toBe(11);
  await expect.poll(() => untold(eva), { timeout: 30_000 }).toBe(0);
  await expect.poll(() => bell(eva), { timeout: 30_000 }).toEqual([]);
  expect(refused(await eva.post('/api/undo', { batchId: batchOf(sent) }))).toEqual([
    409,
    'An email that was sent cannot be taken back.',
  ]);
});
