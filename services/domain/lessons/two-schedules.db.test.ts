import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, type Answer, type Visitor } from '../../testing/visitor.ts';

// Monday, November 23, 2026, 9 in the morning in Austin.
const now = '2026-11-23T15:00:00Z';
let rondo: TestRondo;
/** A second API process on the same database. */
let other: TestRondo;
/** An API process whose clock is two weeks fast. */
let later: TestRondo;
let dana: Visitor;
let ann: string;
let teachers: string[];
let visitors = 0;

beforeAll(async () => {
  rondo = await testRondo(now, { SESSION_SECRET: 'one secret for both' });
  const beside = { SESSION_SECRET: 'one secret for both', DATABASE_URL: rondo.connectionString, ROLES: 'api' };
  other = await testRondo(now, beside);
  later = await testRondo('2026-12-07T15:00:00Z', beside);
});
afterAll(async () => {
  await later.stop();
  await other.stop();
  await rondo.stop();
});
beforeEach(async () => {
  visitors += 1;
  dana = await rondo.visitor().register(`dana${visitors}@example.com`);
  teachers = [];
  for (const name of ['Dana Whitfield', 'Marcus Bell', 'Ines Roth'])
    teachers.push(await addTeacher(dana, name, everyDay));
  ann = await addStudent(dana, 'Ann Lee', everyDay);
});

type Row = { id: string; teacherId: string; lessonDate: string; seriesId: string | null; status: string };
const list = async (): Promise<Row[]> => (await dana.get('/api/lessons')).json;
const signedInTo = async (process: TestRondo): Promise<Visitor> => {
  const visitor = process.visitor();
  ok(await visitor.post('/api/login', { email: `dana${visitors}@example.com`, password: 'six-strings' }));
  return visitor;
};
const lesson = (teacherId: string | undefined, more: object = {}) => ({
  teacherId,
  studentId: ann,
  startTime: '16:00',
  duration: 45,
  lessonDate: '2026-12-01',
  ifFree: true,
  ...more,
});
const teacher = (i: number): string | undefined => teachers[i % teachers.length];
/** The number of requests that succeeded; on a slow machine some may time out. */
const accepted = (answers: readonly Answer[]): number => {
  for (const { status, text } of answers) expect([200, 409, 503], text).toContain(status);
  return answers.filter(({ status }) => status === 200).length;
};
const twenty = <T>(make: (i: number) => T): T[] => Array.from({ length: 20 }, (_, i) => make(i));

describe("a student's free time", () => {
  test('is taken once by twenty concurrent requests for several teachers', async () => {
    const answers = await Promise.all(twenty((i) => dana.post('/api/lessons', lesson(teacher(i)))));
    expect(accepted(answers)).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test('is taken once by requests to two processes', async () => {
    const elsewhere = await signedInTo(other);
    const answers = await Promise.all(
      twenty((i) => (i % 2 === 0 ? dana : elsewhere).post('/api/lessons', lesson(teacher(i)))),
    );
    expect(accepted(answers)).toBe(1);
    expect(await list()).toHaveLength(1);
  });

  test('is taken once by concurrent moves, edits and restores', async () => {
    const at = (i: number, more: object) => dana.post('/api/lessons', lesson(teacher(i), more));
    const moved = ok(await at(0, { startTime: '14:00' }));
    const edited = ok(await at(1, { startTime: '15:00' }));
    const updated = ok(await at(2, { startTime: '17:00' }));
    const cancelled = ok(await at(0, {}));
    ok(await dana.post(`/api/lessons/${cancelled.id}/cancel`, { lessonDate: '2026-12-01' }));
    const answers = await Promise.all([
      dana.patch(`/api/lessons/${moved.id}/reschedule`, { dayOfWeek: 2, startTime: '16:00', ifFree: true }),
      dana.patch(`/api/lessons/${edited.id}/edit`, { editScope: 'single', startTime: '16:00', ifFree: true }),
      dana.put(`/api/lessons/${updated.id}`, { startTime: '16:00', ifFree: true }),
      dana.patch(`/api/lessons/${cancelled.id}`, { status: 'scheduled' }),
      at(1, {}),
    ]);
    expect(accepted(answers)).toBe(1);
  });
});

describe('a time that is the only one a student has', () => {
  const plan = (studentId: string) =>
    dana.post('/api/schedule/generate', { teacherIds: [teacher(0)], studentIds: [studentId] });
  const addOnly = (studentId: string) =>
    dana.post('/api/students/optimize', { studentId, optimizationType: 'add-only' });
  const byHand = (studentId: string, dayOfWeek: number) =>
    dana.post('/api/lessons', lesson(teacher(1), { studentId, lessonDate: '', dayOfWeek }));

  test.each([
    ['a plan', plan],
    ['adding a student', addOnly],
  ])('is taken by %s or by hand with another teacher, never by both', async (_, run) => {
    for (const day of [1, 2, 3]) {
      const window = { day, from: '16:00', to: '16:45' };
      const studentId = await addStudent(dana, `Ben ${day}`, [window], { teacherId: teacher(0) ?? '' });
      const [ran, entered] = await Promise.all([run(studentId), byHand(studentId, day)]);
      expect([200, 409]).toContain(entered.status);
      expect([200, 409], ran.text).toContain(ran.status);
      const rows: { studentId: string }[] = (await dana.get('/api/lessons')).json;
      const own = rows.filter((row) => row.studentId === studentId);
      expect(own).toHaveLength(1);
    }
  });
});

describe('one lesson transferred to two teachers concurrently', () => {
  const ofFirst = async (more: object): Promise<string> =>
    ok(await dana.post('/api/lessons', lesson(teacher(0), more))).id;
  const give = (id: string, to: number, more: object = {}) =>
    dana.put(`/api/lessons/${id}`, { teacherId: teacher(to), ...more });
  /** Every teacher's time for the lesson is free, except that of the teacher who has it. */
  const blocked = async (): Promise<(string | undefined)[]> => {
    const asked = await Promise.all(
      teachers.map(async (teacherId) => {
        const answer = await dana.post('/api/lessons/check-conflicts', {
          ...lesson(teacherId, { studentId: null, entryType: 'appointment', eventTitle: 'Dentist' }),
          ifFree: undefined,
        });
        return ok(answer).hasConflict === true ? [teacherId] : [];
      }),
    );
    return asked.flat();
  };

  test.each([
    ['a dated lesson', {}],
    ['a weekly one', { lessonDate: '', dayOfWeek: 2 }],
    ['an appointment', { studentId: null, entryType: 'appointment', eventTitle: 'Choir' }],
  ])('%s ends with one of them, and blocks nobody else', async (_, more) => {
    for (let round = 0; round < 3; round += 1) {
      const id = await ofFirst(more);
      const answers = await Promise.all([give(id, 1), give(id, 2), give(id, 1), give(id, 2)]);
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      const rows = await list();
      expect(rows).toHaveLength(1);
      expect(await blocked()).toEqual(rows.map(({ teacherId }) => teacherId));
      ok(await dana.delete(`/api/lessons/${rows[0]?.id}`));
      expect(await blocked()).toEqual([]);
    }
  });

  test('a series keeps its dates together when some are cancelled concurrently', async () => {
    const id = await ofFirst({ lessonDate: '', dayOfWeek: 2 });
    const cancel = (date: string) => dana.post(`/api/lessons/${id}/cancel`, { lessonDate: date });
    await Promise.all([give(id, 1), cancel('2026-12-01'), give(id, 2), cancel('2026-12-08'), give(id, 1)]);
    const rows = await list();
    expect(new Set(rows.map(({ teacherId }) => teacherId)).size).toBe(1);
    expect(rows.filter(({ seriesId }) => seriesId === null)).toHaveLength(1);
  });
});

test('repeating a series’ transfer with its key is answered the same way, though its past has ended', async () => {
  const { id } = ok(await dana.post('/api/lessons', lesson(teacher(0), { lessonDate: '', dayOfWeek: 2 })));
  const visitor = await signedInTo(later);
  const body = { teacherId: teacher(1), ifFree: true };
  const give = (key: string) => visitor.put(`/api/lessons/${id}`, body, { 'Idempotency-Key': key });
  const first = await give('once');
  expect(ok(first)).toMatchObject({ teacherId: teacher(1), continues: id, validFrom: '2026-12-07' });
  const again = await give('once');
  expect([ok(again), again.headers.get('rondo-batch')]).toEqual([first.json, first.headers.get('rondo-batch')]);
  expect((await give('twice')).status).toBe(409);
  expect(await list()).toHaveLength(2);
});
