import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { claimStudio, takeOver } from '../../domain/accounts/erasure/arrivals.ts';
import { importStudio } from '../../domain/studio/transfer/import-studio.ts';
import { postgresEventStore } from '../../platform/log/postgres/postgres-event-store.ts';
import { streamRegistry } from '../../platform/postgres/stream-registry.ts';
import type { AccountsDb } from '../../platform/postgres/tables.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { fileForm, ok, refused, type Visitor } from '../../testing/visitor.ts';
import { bring, fileOf, linesIn, ofAnotherServer, studioPath, withEvent } from '../testing/studio-files.ts';

const now = '2026-11-23T15:00:00Z';
let here: TestRondo;
let there: TestRondo;
beforeAll(async () => {
  [here, there] = [await testRondo(now), await testRondo(now)];
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});

const newcomer = (rondo: TestRondo = there): Promise<Visitor> =>
  rondo.visitor().register(`${randomUUID()}@example.com`);
const idOf = async (visitor: Visitor): Promise<string> => ok(await visitor.get('/api/user')).id;
const fileOfStudio = async (visitor: Visitor): Promise<string> => {
  const { status, text } = await visitor.get(studioPath);
  expect(status).toBe(200);
  return text;
};

/** A studio with one teacher and one student, of a server of its own. */
const smallFile = async (): Promise<string> => {
  const dana = await newcomer(here);
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  await addStudent(dana, 'Ruby Salazar', everyDay, { teacherId });
  return ofAnotherServer(await fileOfStudio(dana));
};

/** A studio with history of many kinds, whose reactors had to do. */
const longHistory = async (): Promise<Visitor> => {
  const dana = await newcomer(here);
  ok(await dana.post('/api/sample-studio'));
  ok(await dana.patch('/api/settings', { studioName: 'Whitfield Strings', currency: 'EUR' }));
  const teachers: { id: string }[] = ok(await dana.get('/api/teachers'));
  const students: { id: string }[] = ok(await dana.get('/api/students'));
  const [first = { id: '' }, second = { id: '' }] = teachers;
  const teacherId = await addTeacher(dana, 'Eve Stone', everyDay);
  const studentId = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  const lesson = { teacherId, studentId, startTime: '16:00', duration: 45 };
  const series = ok(await dana.post('/api/lessons', { ...lesson, lessonDate: '', dayOfWeek: 2 })).id;
  ok(await dana.post(`/api/lessons/${series}/cancel`, { lessonDate: '2026-12-01' }));
  ok(await dana.post('/api/backups', { name: 'Fall timetable' }));
  const asOf = new Date().toISOString();
  // Their lessons and assignments end afterwards, and return.
  const gone = await dana.delete(`/api/teachers/${second.id}`);
  ok(gone);
  ok(await dana.post('/api/undo', { batchId: gone.headers.get('rondo-batch') }));
  ok(await dana.post('/api/students/delete', { studentIds: students.slice(0, 2).map(({ id }) => id) }));
  ok(await dana.delete(`/api/teachers/${teacherId}`));
  expect([200, 202]).toContain((await dana.post('/api/restore', { asOf })).status);
  await vi.waitFor(async () => expect(ok(await dana.get('/api/students'))).toHaveLength(students.length + 1), {
    timeout: 30_000,
    interval: 200,
  });
  // What is refused while the restore runs is asked again until it has ended.
  await vi.waitFor(async () => ok(await dana.put(`/api/students/${studentId}`, { phone: '(512) 555-0177' })), {
    timeout: 30_000,
    interval: 200,
  });
  const body = { teacherIds: [first.id], studentIds: students.map(({ id }) => id) };
  ok(await dana.post('/api/schedule/generate', body));
  return dana;
};

const lists = [
  '/api/students',
  '/api/teachers',
  '/api/assignments',
  '/api/lessons',
  '/api/invoices',
  '/api/invoices.csv',
  '/api/settings',
  '/api/backups',
  '/api/restores',
  '/api/changes',
  '/api/notifications',
  '/api/optimization-reports',
  '/api/optimization-reports/latest',
  '/api/data-integrity',
  '/api/history',
];
/** Without what a server makes by itself: addresses of calendars, positions, what "now" is, and revisions, which count the fences of a restore. */
const answersTo = async (visitor: Visitor) =>
  Promise.all(
    lists.map(async (list) => {
      const { status, text } = await visitor.get(list);
      return [list, status, text.replaceAll(/"(?:calendarUrl|position|until|revision)":"[^"]*"/g, '')];
    }),
  );

/** What a family's calendar says. */
const calendarOf = async (visitor: Visitor, { url }: TestRondo, studentId: string): Promise<string> => {
  const { subscribableUrl } = ok(await visitor.post(`/api/students/${studentId}/generate-calendar-url`));
  const text = await (await fetch(`${url}${new URL(subscribableUrl).pathname}`)).text();
  expect(text).toContain('BEGIN:VEVENT');
  return text.replaceAll(/127\.0\.0\.1:\d+|\/feeds\/[\w-]+/g, '');
};

describe('a studio with a long history', () => {
  let dana: Visitor;
  let carla: Visitor;
  let phone: Visitor;
  let file: string;
  let emptyStudioId: string;
  beforeAll(async () => {
    dana = await longHistory();
    file = await fileOfStudio(dana);
    carla = await newcomer();
    ok(await carla.post('/api/user-preferences', { theme: 'dark' }));
    emptyStudioId = await idOf(carla);
    phone = there.visitor();
    const { email } = ok(await carla.get('/api/user'));
    ok(await phone.post('/api/login', { email, password: 'six-strings' }));
    const { events, students, teachers, user } = ok(await bring(carla, file));
    expect({ events, students, teachers }).toEqual({
      events: linesIn(file).length,
      students: ok(await dana.get('/api/students')).length,
      teachers: ok(await dana.get('/api/teachers')).length,
    });
    expect(user).toEqual({ ...ok(await carla.get('/api/user')), id: await idOf(dana), email });
  });

  test('shows on another server, to another account, what it showed before', async () => {
    expect(await answersTo(carla)).toEqual(await answersTo(dana));
    expect(JSON.stringify(await answersTo(carla))).toContain('Whitfield Strings');
    const withLessons: { studentId: string | null }[] = ok(await dana.get('/api/lessons'));
    const studentId = withLessons.find((lesson) => lesson.studentId !== null)?.studentId ?? '';
    expect(await calendarOf(carla, there, studentId)).toBe(await calendarOf(dana, here, studentId));
    expect(ok(await carla.get('/api/data-integrity/read-models'))).toMatchObject({ differing: 0 });
  });

  test('has the same file: no reactor has added to it', async () => {
    expect(await fileOfStudio(carla)).toBe(file);
  });

  test('is shown in all sessions of the account, whose password, address and colors are as before', async () => {
    expect(await idOf(phone)).toBe(await idOf(dana));
    expect(ok(await phone.get('/api/students'))).toEqual(ok(await carla.get('/api/students')));
    expect(ok(await carla.get('/api/user-preferences'))).toMatchObject({ theme: 'dark', defaultTeacherId: null });
    const again = there.visitor();
    const { email } = ok(await carla.get('/api/user'));
    ok(await again.post('/api/login', { email, password: 'six-strings' }));
    expect(await idOf(again)).toBe(await idOf(dana));
  });

  test('leaves nothing of the empty studio behind', async () => {
    await expect
      .poll(() =>
        there.query(`select 1 from event_log.events where stream = 'studio-${emptyStudioId}' and data is not null`),
      )
      .toEqual([]);
    expect(await there.query('select * from accounts.arrivals where user_id = $1', [await idOf(carla)])).toEqual([]);
    expect(await there.query('select * from accounts.users where id = $1', [emptyStudioId])).toEqual([]);
  });

  test('is answered alike when the call is repeated, also after work went on', async () => {
    const answer = ok(await bring(carla, file));
    expect(answer.events).toBe(linesIn(file).length);
    await addTeacher(carla, 'New Teacher', everyDay);
    expect(ok(await bring(carla, file))).toEqual(answer);
  });
});

test('a studio opens no family pages and mails no families until that is turned on here', async () => {
  const dana = await newcomer(here);
  ok(await dana.patch('/api/settings', { familyPage: true, familyCancel: true }));
  const file = withEvent(await fileOfStudio(dana), (id) => `studio-${id}`, 'StudioSettingsChanged', {
    changes: { sendReminders: true, sendPastDue: true },
  });
  const carla = await newcomer();
  const answer = ok(await bring(carla, file));
  const off = { familyPage: false, sendReminders: false, sendPastDue: false, familyCancel: true };
  expect(ok(await carla.get('/api/settings'))).toMatchObject(off);
  ok(await carla.patch('/api/settings', { familyPage: true }));
  expect(ok(await bring(carla, file))).toEqual(answer);
  expect(ok(await carla.get('/api/settings')).familyPage).toBe(true);
});

test('reports how far it is', async () => {
  const file = await smallFile();
  const { status, text } = await bring(await newcomer(), file, { Accept: 'text/event-stream' });
  expect(status).toBe(200);
  const total = linesIn(file).length;
  expect(text).toContain(`event: progress\ndata: {"done":0,"total":${total}}`);
  expect(text).toContain(`event: progress\ndata: {"done":${total},"total":${total}}`);
  expect(text).toMatch(/event: result\ndata: \{"events":\d+,"students":1,"teachers":1,"user":/);
});

test('a mail that was still to be sent is not sent from here, and its invoice or account says so', async () => {
  const dana = await newcomer(here);
  ok(await dana.post('/api/sample-studio'));
  const invoices: { id: string; status: string }[] = ok(await dana.get('/api/invoices'));
  const invoiceId = invoices.find(({ status }) => status === 'draft')?.id ?? '';
  expect(invoiceId).not.toBe('');
  const data = { invoiceId, mailId: randomUUID(), email: 'lee@example.com', dueOn: '2027-01-14' };
  const billing = (id: string): string => `billing-${id}`;
  const students: { id: string }[] = ok(await dana.get('/api/students'));
  const payerId = students[0]?.id ?? '';
  const golden = new URL('../../../contracts/events/golden/billing/StatementSendRequested.1.json', import.meta.url);
  const { print } = JSON.parse(await readFile(golden, 'utf8')).data;
  const statement = { payerId, mailId: randomUUID(), email: 'lee@example.com', from: '2026-11-01', to: '2026-11-30' };
  const one = withEvent(await fileOfStudio(dana), billing, 'InvoiceSendRequested', data);
  const file = withEvent(one, billing, 'StatementSendRequested', { ...statement, currency: 'USD', print });
  const carla = await newcomer();
  ok(await bring(carla, ofAnotherServer(file)));
  await expect
    .poll(async () => ok(await carla.get(`/api/invoices/${invoiceId}`)).mailDetail, { timeout: 20_000 })
    .toContain('If it has not arrived, send it again.');
  await expect
    .poll(async () => ok(await carla.get(`/api/accounts/${payerId}`)).mails[0]?.mailDetail, { timeout: 20_000 })
    .toContain('If it has not arrived, send it again.');
  const mails = await readdir(path.join(there.dataDir, 'mail'), { recursive: true }).catch(() => []);
  expect(mails.filter((name) => name.includes('lee'))).toEqual([]);
});

test('a file that names another account as the author does not tell its name', async () => {
  const victim = await newcomer();
  ok(await victim.patch('/api/user', { firstName: 'Victoria' }));
  const file = fileOf(
    linesIn(await smallFile()).map((line, i) =>
      i < 2 ? line : { ...line, metadata: { ...line.metadata, actor: '' } },
    ),
  ).replaceAll('"actor":""', `"actor":"${await idOf(victim)}"`);
  const carla = await newcomer();
  ok(await bring(carla, file));
  const history = await carla.get('/api/history');
  expect(history.text).toContain('"name":"Rondo"');
  expect(history.text).not.toContain('Victoria');
});

describe('is refused, and nothing is written:', () => {
  const refusal = async (visitor: Visitor, file: string): Promise<[number, string]> => {
    const before = await there.query('select position from event_log.head');
    const answer = refused(await bring(visitor, file));
    expect(await there.query('select position from event_log.head')).toEqual(before);
    return answer;
  };

  test('to a guest, whose studio’s id would be gone with the session', async () => {
    const guest = there.visitor();
    ok(await guest.post('/api/guest-login'));
    expect(await refusal(guest, await smallFile())).toEqual([403, 'Create an account to bring a studio in.']);
  });

  test('to somebody who has not signed in', async () => {
    expect((await refusal(there.visitor(), 'x'))[0]).toBe(401);
  });

  test('to an account with a studio of its own, the sample studio too', async () => {
    const carla = await newcomer();
    ok(await carla.post('/api/sample-studio'));
    const [status, sentence] = await refusal(carla, await smallFile());
    expect(status).toBe(409);
    expect(sentence).toMatch(/^Your studio has \d+ students, \d+ teachers, \d+ lessons and \d+ invoices, and a studio/);
    ok(await carla.delete('/api/sample-studio'));
    ok(await bring(carla, await smallFile()));
  });

  test('a studio that is on this server already', async () => {
    const here409 = 'This studio is on this server already, with another account.';
    for (const owner of [await newcomer(), there.visitor()]) {
      if (!owner.cookies['Cookie']) ok(await owner.post('/api/guest-login'));
      const [status, sentence] = await refusal(await newcomer(), await fileOfStudio(owner));
      expect([status, sentence.slice(0, here409.length)]).toEqual([409, here409]);
    }
    const nobody = (await smallFile()).replaceAll(
      /"studioId":"[^"]+"/g,
      '"studioId":"00000000-0000-4000-8000-000000000000"',
    );
    const unsigned = nobody.replaceAll(/("stream":"[a-z]+-)[0-9a-f-]{36}/g, '$100000000-0000-4000-8000-000000000000');
    expect((await refusal(await newcomer(), unsigned))[1]).toContain(here409);
  });

  test('a studio that was deleted here', async () => {
    const owner = await newcomer();
    const file = await fileOfStudio(owner);
    ok(await owner.delete('/api/user', { password: 'six-strings' }));
    expect(await refusal(await newcomer(), file)).toEqual([
      409,
      'This studio was deleted on this server, and what is deleted here never comes back. Bring it in on another server.',
    ]);
  });

  test('a file that is none, in a sentence that names the line', async () => {
    const good = await smallFile();
    const carla = await newcomer();
    const lines = good.trimEnd().split('\n');
    const changed = (i: number, change: (line: string) => string): string =>
      lines.with(i, change(lines[i] ?? '')).join('\n');
    const next = ' Nothing was brought in. Choose a file that “Download my data” has saved.';
    const bad: readonly (readonly [string, RegExp | string])[] = [
      ['', `The file contains no events.${next}`],
      ['BEGIN:VCARD\r\nEND:VCARD\r\n', `Line 1 is not JSON.${next}`],
      [good.slice(0, -20), `Line ${lines.length} is not JSON.${next}`],
      ['{"a":1}\n', /^Line 1 is no event: /],
      [good + (await smallFile()), new RegExp(`^Line ${lines.length + 1} belongs to studio `)],
      [changed(0, (line) => line.replace('StudioOpened', 'StudioPainted')), /^Line 1 holds a StudioPainted that this/],
      [changed(3, (line) => line.replace(/"schemaVersion":\d/, '"schemaVersion":9')), /^Line 4 holds a /],
      [lines.toSpliced(0, 1).join('\n'), `The file does not say how its studio began.${next}`],
      [lines.toSpliced(1, 1).join('\n'), /^Line 2 has revision 1 of teacher-/],
      [good.replaceAll('Ruby', 'Ru\\u0000by'), /^Line \d+ holds a StudentRegistered with a value that Rondo does not/],
      [good.replaceAll('Ruby', 'Ru\\ud800by'), /^Line \d+ holds a StudentRegistered with a value that Rondo does not/],
      [fileOf(linesIn(good).map((line) => ({ ...line, recordedAt: '0000-01-01T00:00:00Z' }))), /^Line 1 holds a /],
    ];
    for (const [file, sentence] of bad) {
      const [status, text] = await refusal(carla, file);
      expect([status, text, sentence]).toEqual([400, text, sentence]);
      expect(text).toMatch(typeof sentence === 'string' ? new RegExp(`^${RegExp.escape(sentence)}$`) : sentence);
    }
    ok(await bring(carla, good));
  });

  test('a file of 51 MB, and no file', async () => {
    const carla = await newcomer();
    const answer = await carla.call('POST', studioPath, fileForm('x'.repeat(51 * 1024 * 1024), 'studio.jsonl'));
    expect(refused(answer)).toEqual([
      413,
      'This file is larger than 50 MB. Ask the operator of this server to import it.',
    ]);
    expect(refused(await carla.post(studioPath))[0]).toBeGreaterThanOrEqual(400);
  });
});

describe('what was killed in the middle', () => {
  const withDatabase = async (
    use: (parts: Parameters<typeof importStudio>[0] & { db: Kysely<AccountsDb> }) => Promise<void>,
  ): Promise<void> => {
    const pool = connectionPool({ connectionString: there.connectionString, max: 4, name: 'test' });
    const db = new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool }) });
    const store = await postgresEventStore({ connectionString: there.connectionString });
    try {
      await use({ db, store, registry: streamRegistry(db) });
    } finally {
      await store.close();
      await pool.end();
    }
  };

  test('is nobody else’s, and completed by the same call of the same account', async () => {
    const file = await smallFile();
    const lines = file.trimEnd().split('\n');
    const studioId = linesIn(file)[0]?.metadata.studioId ?? '';
    const [carla, mallory] = [await newcomer(), await newcomer()];
    await withDatabase(async (parts) => {
      await claimStudio(parts, await idOf(carla), studioId);
      await importStudio(parts, lines.slice(0, 3));
    });
    expect((await bring(mallory, file)).status).toBe(409);
    expect(
      (
        await bring(
          carla,
          withEvent(lines.slice(0, 2).join('\n'), (id) => `student-${id}.x`, 'x', {}),
        )
      ).status,
    ).toBe(400);
    const { events } = ok(await bring(carla, file));
    expect(events).toBe(lines.length);
    expect(await idOf(carla)).toBe(studioId);
    expect(await fileOfStudio(carla)).toBe(file);
    expect((await bring(mallory, file)).status).toBe(409);
  });

  test('goes with the account if that is deleted', async () => {
    const file = await smallFile();
    const studioId = linesIn(file)[0]?.metadata.studioId ?? '';
    const carla = await newcomer();
    await withDatabase(async (parts) => {
      await claimStudio(parts, await idOf(carla), studioId);
      await importStudio(parts, file.trimEnd().split('\n').slice(0, 4));
    });
    ok(await carla.delete('/api/user', { password: 'six-strings' }));
    await expect
      .poll(() => there.query(`select 1 from event_log.events where stream like '%${studioId}%' and data is not null`))
      .toEqual([]);
  });

  test('when only the empty studio was left to erase, is erased by the next start', async () => {
    const file = await smallFile();
    const studioId = linesIn(file)[0]?.metadata.studioId ?? '';
    const carla = await newcomer();
    const emptyStudioId = await idOf(carla);
    await withDatabase(async (parts) => {
      await claimStudio(parts, emptyStudioId, studioId);
      await importStudio(parts, file.trimEnd().split('\n'));
      await takeOver(parts, { userId: emptyStudioId, studioId }, async () => undefined);
    });
    expect(ok(await carla.get('/api/students'))).toHaveLength(1);
    const written = () =>
      there.query(`select 1 from event_log.events where stream = 'studio-${emptyStudioId}' and data is not null`);
    expect(await written()).toHaveLength(1);
    const again = await testRondo(now, { DATABASE_URL: there.connectionString });
    await expect.poll(written).toEqual([]);
    await again.stop();
  });
});

test('every reference to an account follows a change of its id', async () => {
  const references = await there.query(
    "select confupdtype from pg_constraint where contype = 'f' and confrelid = 'accounts.users'::regclass",
  );
  expect(references.length).toBeGreaterThan(5);
  expect(new Set(references.map(({ confupdtype }) => confupdtype))).toEqual(new Set(['c']));
});
