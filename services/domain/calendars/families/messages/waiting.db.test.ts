import type { Message } from '@rondo/contracts/api/calendars/messages.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../../testing/visitor.ts';

// Five students, each a family of one, have lessons on Tuesdays. The mail server refuses what comes from this studio.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;
let tried = 0;
/** What the mail server answers; null: it takes the mail. */
let answer: number | null = 554;
/** What it answers for some addresses. */
const answers = new Map<string, readonly [code: number, text: string]>();

const moveTo = (time: string): void => rondo.setNow(Date.parse(`${time}-06:00`));
const withState = async (state: string): Promise<number> =>
  ok(await dana.get(`/api/messages?limit=200&state=${state}`)).entries.length;
const bells = async (): Promise<string[]> =>
  ok(await dana.get('/api/notifications')).map(({ type }: { type: string }) => type);

beforeAll(async () => {
  inbox = await smtpInbox(async (to) => {
    tried += 1;
    return answers.get(to.toLowerCase()) ?? answer;
  });
  rondo = await testRondo('2026-11-30T12:00:00-06:00', {
    SMTP_URL: inbox.url,
    MESSAGES_SECONDS: '0.05',
    MAILS_PER_15_MINUTES: '100',
    MAILS_PER_DAY: '100',
    MAILS_PER_DAY_OF_NEW_STUDIOS: '100',
  });
  dana = await rondo.visitor().register('dana@example.com');
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  for (const [i, firstName] of ['Ann', 'Ben', 'Cleo', 'Dov', 'Eli'].entries()) {
    const person = {
      firstName,
      lastName: 'Lee',
      address: '12 Oak Street',
      zipCode: '78745',
      email: `${firstName}@example.com`,
    };
    const { id } = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 }));
    const lesson = { teacherId, studentId: id, dayOfWeek: 2, startTime: `${16 + i}:00`, duration: 45 };
    ok(await dana.post('/api/lessons', lesson));
  }
  ok(await dana.patch('/api/settings', { sendReminders: true, studioName: 'Whitfield Strings' }));
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('after three refusals in a row that name no mailbox, automatic mail waits for an hour, and the bell says so', async () => {
  moveTo('2026-11-30T17:00:00');
  await expect.poll(bells).toEqual(['mail_waits']);
  await expect.poll(async () => [await withState('failed'), await withState('queued')]).toEqual([3, 2]);
  expect(tried).toBe(3);
  const [{ title, message }] = ok(await dana.get('/api/notifications'));
  expect(title).toBe('Mail to families waits for an hour');
  expect(message).toContain('The mail server refused three mails in a row: 554');
  const families = ok(await dana.get('/api/families'));
  for (const { recipients } of families) expect(recipients[0].mail.refused).toBe(null);
  answer = null;
  moveTo('2026-11-30T18:00:01');
  await expect.poll(() => withState('sent')).toBe(2);
  expect(tried).toBe(5);
});

test('a recipient is sent twenty mails within a day, and the others wait', async () => {
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const [{ id }] = ok(await dana.get('/api/families'));
  for (let i = 0; i < 21; i += 1)
    expect(ok(await dana.post('/api/families/links/send', { recipientIds: [id] })).done).toEqual([id]);
  const ofOne = async (state: string): Promise<{ because: string | null }[]> =>
    ok(await dana.get(`/api/messages?limit=200&state=${state}&studentId=${id}`)).entries;
  const full = 'This address was sent 20 mails within a day. The others wait.';
  await expect
    .poll(async () => (await ofOne('queued')).filter(({ because }) => because === full).length)
    .toBeGreaterThan(0);
  await expect.poll(async () => (await ofOne('sent')).length).toBe(20);
});

test('an answer that names the mailbox refuses the address, any other one the mail alone', async () => {
  answers.set('cleo@example.com', [550, '5.1.1 No such user here.']);
  answers.set('dov@example.com', [550, '5.7.1 Message rejected by policy.']);
  const reminders = async (): Promise<Message[]> =>
    ok(await dana.get('/api/messages?limit=200&kind=reminder')).entries.filter(
      ({ queuedAt }: Message) => queuedAt > before,
    );
  const before: string = ok(await dana.get('/api/messages?limit=1')).entries[0].queuedAt;
  moveTo('2026-12-07T17:00:00');
  const failed = async () =>
    (await reminders())
      .filter(({ state }) => state === 'failed')
      .map(({ recipient, refused, because }) => ({ recipient, refused, because }))
      .toSorted((one, other) => one.recipient.localeCompare(other.recipient));
  await expect.poll(failed, { timeout: 30_000 }).toEqual([
    { recipient: 'Cleo Lee', refused: true, because: expect.stringContaining('550 5.1.1 No such user here.') },
    { recipient: 'Dov Lee', refused: false, because: expect.stringContaining('550 5.7.1 Message rejected') },
  ]);
  await expect
    .poll(async () => (await reminders()).filter(({ state }) => state === 'sent').map(({ recipient }) => recipient), {
      timeout: 30_000,
    })
    .toEqual(expect.arrayContaining(['Ben Lee', 'Eli Lee']));
  const refusedOf = async () =>
    ok(await dana.get('/api/families')).map(
      ({ name, recipients }: { name: string; recipients: { mail: { refused: string | null } }[] }) => [
        name,
        recipients[0]?.mail.refused?.slice(0, 9) ?? null,
      ],
    );
  expect(await refusedOf()).toEqual([
    ['Ann Lee', null],
    ['Ben Lee', null],
    ['Cleo Lee', '550 5.1.1'],
    ['Dov Lee', null],
    ['Eli Lee', null],
  ]);
  const { without } = ok(await dana.get('/api/messages/preview?kind=reminder'));
  expect(without.map(({ name }: { name: string }) => name)).toEqual(['Cleo Lee']);
  // Another address is a new one, and what was refused says nothing of it.
  const { id } = ok(await dana.get('/api/students')).find(
    ({ firstName }: { firstName: string }) => firstName === 'Cleo',
  );
  ok(await dana.put(`/api/students/${id}`, { email: 'cleo.lee@example.com' }));
  await expect.poll(async () => (await reminders()).filter(({ refused }) => refused), { timeout: 30_000 }).toEqual([]);
});

test('what became of today’s mail is counted by the studio’s day', async () => {
  const dayOf = (instant: string): string => wallClock(Date.parse(instant), 'America/Chicago').date;
  const { entries, today } = ok(await dana.get('/api/messages?limit=200'));
  const day = dayOf(new Date().toISOString());
  const ended = entries.filter(({ endedAt }: Message) => endedAt !== null && dayOf(endedAt) === day);
  expect(today).toEqual({ sent: ended.filter(({ state }: Message) => state === 'sent').length, refused: 1 });
});
