import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smtpInbox } from '../../../../platform/mail/testing/smtp-inbox.ts';
import { addTeacher } from '../../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../../testing/test-rondo.ts';
import { ok, type Visitor } from '../../../../testing/visitor.ts';

// Ann Lee has lessons on Tuesdays at 4 PM, Eli Moe at 8:30 AM. For the process that was set up here nothing is ever due; another one is started after
// each outage.
let rondo: TestRondo;
let inbox: Awaited<ReturnType<typeof smtpInbox>>;
let dana: Visitor;

/** What happens before the mail server answers. */
let beforeAnswer: (to: string) => Promise<void> = async () => undefined;

const atTime = (text: string): string => `${text.replace(' ', 'T')}:00-06:00`;
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');
const subjects = async (): Promise<string[]> =>
  ok(await dana.get('/api/messages?limit=200&kind=reminder&state=sent')).entries.map(
    ({ recipient, subject }: Record<string, string>) => `${recipient}: ${plain(subject ?? '')}`,
  );
const untilQueued = async (day: string): Promise<void> => {
  await expect
    .poll(() => rondo.query(`select reminded_day from accounts.mail_switches where reminded_day = '${day}'`), {
      timeout: 30_000,
    })
    .toHaveLength(1);
};
const settings = () => ({ SMTP_URL: inbox.url, SESSION_SECRET: 'the same in both processes of this test' });

/** Starts the server after an outage that ends at a time of the studio's clock, and uses it. */
const afterOutage = async (end: string, use: (back: TestRondo) => Promise<void>): Promise<void> => {
  const back = await testRondo(atTime(end), {
    ...settings(),
    MESSAGES_SECONDS: '0.05',
    DATABASE_URL: rondo.connectionString,
  });
  try {
    await use(back);
  } finally {
    await back.stop();
  }
};

beforeAll(async () => {
  inbox = await smtpInbox(async (to) => {
    await beforeAnswer(to);
    return null;
  });
  rondo = await testRondo(atTime('2026-11-30 12:00'), { ...settings(), MESSAGES_SECONDS: '120' });
  dana = await rondo.visitor().register('dana@example.com');
  await rondo.query('update accounts.users set email_confirmed_at = now()');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', [{ day: 2, from: '08:00', to: '20:00' }]);
  for (const [firstName, lastName, startTime] of [
    ['Ann', 'Lee', '16:00'],
    ['Eli', 'Moe', '08:30'],
  ] as const) {
    const person = {
      firstName,
      lastName,
      address: '12 Oak Street',
      zipCode: '78745',
      email: `${firstName}@example.com`,
    };
    const { id } = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 50 }));
    ok(await dana.post('/api/lessons', { teacherId, studentId: id, dayOfWeek: 2, startTime, duration: 45 }));
  }
  ok(await dana.patch('/api/settings', { sendReminders: true, studioName: 'Whitfield Strings' }));
});
afterAll(async () => {
  await rondo.stop();
  await inbox.stop();
});

test('after an outage that ends before it is too late, the reminder says that it is today', async () => {
  await afterOutage('2026-12-01 13:30', async () => {
    await expect.poll(subjects, { timeout: 30_000 }).toEqual(['Ann Lee: Today: Ann 4:00 PM']);
    await untilQueued('2026-12-01');
  });
});

test('after one that ends later than two hours before the first lesson, there is none', async () => {
  await afterOutage('2026-12-08 14:30', () => untilQueued('2026-12-08'));
  expect(await subjects()).toHaveLength(1);
});

test('after one that ends at night, it goes at seven, unless it is too late by then', async () => {
  await afterOutage('2026-12-14 22:30', async (back) => {
    // What is clicked for goes at once, after what the same look finds due.
    ok(await dana.patch('/api/settings', { familyPage: true }));
    const there = back.visitor();
    ok(await there.post('/api/login', { email: 'dana@example.com', password: 'six-strings' }));
    const [{ recipients }] = ok(await there.get('/api/families'));
    ok(await there.post('/api/families/links/send', { recipientIds: [recipients[0].id] }));
    await expect
      .poll(async () => ok(await dana.get('/api/messages?kind=link&state=sent')).entries.length, { timeout: 30_000 })
      .toBe(1);
    expect(await subjects()).toHaveLength(1);
    back.setNow(Date.parse(atTime('2026-12-15 07:00')));
    await untilQueued('2026-12-15');
    // Eli’s lesson is at 8:30: half past six, when his reminder would come too late, lies in the night.
    await expect
      .poll(subjects, { timeout: 30_000 })
      .toEqual(['Ann Lee: Today: Ann 4:00 PM', 'Ann Lee: Today: Ann 4:00 PM']);
  });
});

test('a server that is killed between the answer of the mail server and the record mails once more, as the same mail', async () => {
  const lock = new Client({ connectionString: rondo.connectionString });
  await lock.connect();
  const main = path.join(import.meta.dirname, '../../../../main.ts');
  const { PATH, HOME } = process.env;
  const before = inbox.received.length;
  // No event can be recorded from when the mail server is told of the mail.
  beforeAnswer = async () => {
    beforeAnswer = async () => undefined;
    await lock.query('begin');
    await lock.query('lock table event_log.events in share mode');
  };
  const killed = spawn(process.execPath, [main], {
    env: {
      PATH,
      HOME,
      ...settings(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      HOST: '127.0.0.1',
      NOW: atTime('2026-12-21 17:00'),
      MESSAGES_SECONDS: '0.05',
      DATABASE_URL: rondo.connectionString,
      DATA_DIR: path.join(rondo.dataDir, 'killed'),
    },
    stdio: 'ignore',
  });
  const end = once(killed, 'exit');
  const waiting = "wait_event_type = 'Lock' and datname = current_database()";
  try {
    await expect.poll(() => inbox.received.length - before, { timeout: 120_000 }).toBe(1);
    await expect
      .poll(() => rondo.query(`select pid from pg_stat_activity where ${waiting}`), { timeout: 120_000 })
      .not.toEqual([]);
  } finally {
    killed.kill('SIGKILL');
    await end;
    await rondo.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`);
    await lock.end();
  }
  const ofThatDay = async (): Promise<Record<string, string>[]> =>
    ok(await dana.get('/api/messages?limit=200&kind=reminder')).entries.filter(
      ({ dueAt }: Record<string, string>) => dueAt === '2026-12-21T23:00:00.000000Z',
    );
  expect((await ofThatDay()).map(({ state }) => state)).toEqual(['queued', 'queued']);
  await afterOutage('2026-12-21 17:01', async () => {
    await expect
      .poll(async () => (await ofThatDay()).map(({ state }) => state), { timeout: 30_000 })
      .toEqual(['sent', 'sent']);
  });
  const mails = inbox.received.slice(before);
  expect(mails).toHaveLength(3);
  const [first] = mails;
  const again = mails.filter(({ to }) => to === first?.to);
  expect(again).toHaveLength(2);
  expect(new Set(again.map(({ headers }) => headers.get('message-id'))).size).toBe(1);
});
