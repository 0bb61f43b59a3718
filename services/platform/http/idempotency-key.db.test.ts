import { beforeEach, describe, expect, test } from 'vitest';
import { columnsWith } from '../../testing/found-text.ts';
import { holdReadModels } from '../../testing/held-read-models.ts';
import { dana, email, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { refused, type Answer } from '../../testing/visitor.ts';

inOwnStudio();

const reused = 'This Idempotency-Key was already used for another request.';
const key = { 'Idempotency-Key': 'k' };

let teachers: [string, string];
let ann: string;

beforeEach(async () => {
  teachers = [await addTeacher(dana, 'Dana Whitfield', everyDay), await addTeacher(dana, 'Marcus Bell', everyDay)];
  ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teachers[0] });
});

const lesson = (teacherId: string, startTime = '16:00') => ({ teacherId, studentId: ann, dayOfWeek: 2, startTime });
const lessons = async (): Promise<unknown[]> => (await dana.get('/api/lessons')).json;
const replayed = ({ status, headers, text }: Answer) => ({
  status,
  text,
  batch: headers.get('rondo-batch'),
  position: headers.get('rondo-position'),
});

describe('one key with another request is rejected without effect', () => {
  test('for another teacher, whose schedule is another stream', async () => {
    expect((await dana.post('/api/lessons', lesson(teachers[0]), key)).status).toBe(200);
    expect(refused(await dana.post('/api/lessons', lesson(teachers[1]), key))).toEqual([422, reused]);
    expect(await lessons()).toHaveLength(1);
    const free = await dana.post('/api/lessons', { ...lesson(teachers[1]), ifFree: false });
    expect(free.status).toBe(200);
  });

  test('for another row of the same route, and for the same row under another teacher', async () => {
    const [one, two] = [
      await dana.post('/api/lessons', lesson(teachers[0])),
      await dana.post('/api/lessons', lesson(teachers[0], '17:00')),
    ];
    expect((await dana.put(`/api/lessons/${one.json.id}`, { startTime: '15:00' }, key)).status).toBe(200);
    expect(refused(await dana.put(`/api/lessons/${two.json.id}`, { startTime: '15:00' }, key))).toEqual([422, reused]);
    const given = await dana.put(`/api/lessons/${one.json.id}`, { startTime: '15:00', teacherId: teachers[1] }, key);
    expect(refused(given)).toEqual([422, reused]);
  });

  test('for another query', async () => {
    const { json } = await dana.post('/api/lessons', lesson(teachers[0]));
    const remove = (date: string) => dana.delete(`/api/lessons/${json.id}?lessonDate=${date}`, undefined, key);
    expect((await remove('2026-12-01')).status).toBe(200);
    expect(refused(await remove('2026-12-08'))).toEqual([422, reused]);
  });

  test('for another plan, student, teacher, clearing, undo and preference', async () => {
    const ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId: teachers[1] });
    const [first, second] = [
      await dana.post('/api/lessons', lesson(teachers[0])),
      await dana.post('/api/lessons', lesson(teachers[1])),
    ];
    const batch = (answer: Answer) => ({ batchId: answer.headers.get('rondo-batch') });
    const clear = (teacherId: string) => ({
      myMusicStaff: false,
      optimized: false,
      manual: true,
      preScheduled: false,
      selectedTeachers: [teacherId],
    });
    const pairs: [string, string, object, object][] = [
      ['POST', '/api/undo', batch(first), batch(second)],
      ['DELETE', '/api/lessons/clear', clear(teachers[0]), clear(teachers[1])],
      [
        'POST',
        '/api/assignments',
        { studentId: ben, teacherId: teachers[0] },
        { studentId: ann, teacherId: teachers[1] },
      ],
      ['POST', '/api/user-preferences', { defaultTeacherId: teachers[0] }, { defaultTeacherId: teachers[1] }],
      [
        'POST',
        '/api/students/optimize',
        { studentId: ann, optimizationType: 'add-only' },
        { studentId: ben, optimizationType: 'add-only' },
      ],
      [
        'POST',
        '/api/schedule/generate',
        { teacherIds: [teachers[0]], studentIds: [ann] },
        { teacherIds: [teachers[1]], studentIds: [ben] },
      ],
    ];
    for (const [method, path, one, other] of pairs) {
      const answer = await dana.call(method, path, one, key);
      expect([path, answer.status, answer.text]).toEqual([path, 200, expect.any(String)]);
      expect([path, ...refused(await dana.call(method, path, other, key))]).toEqual([path, 422, reused]);
    }
    expect((await dana.get('/api/user-preferences')).json).toMatchObject({ defaultTeacherId: teachers[0] });
  });
});

test('a key counts for one studio and one route', async () => {
  const student = { firstName: 'Eve', lastName: 'Once', address: '78702' };
  const other = await rondo.visitor().register(`other.${email}`);
  const mine = await dana.post('/api/students', student, key);
  const theirs = await other.post('/api/students', { ...student, firstName: 'Eva' }, key);
  const lessonToo = await dana.post('/api/lessons', lesson(teachers[0]), key);
  expect([mine.status, theirs.status, lessonToo.status]).toEqual([200, 200, 200]);
  expect(theirs.json.id).not.toBe(mine.json.id);
});

describe('a repeated request gets the first answer', () => {
  test('when what it created has been deleted since', async () => {
    const made = await dana.post('/api/lessons', lesson(teachers[0]), key);
    expect((await dana.delete(`/api/lessons/${made.json.id}`)).status).toBe(200);
    expect(replayed(await dana.post('/api/lessons', lesson(teachers[0]), key))).toEqual(replayed(made));
    expect(await lessons()).toEqual([]);
  });

  test('when it transferred the lesson', async () => {
    const { json } = await dana.post('/api/lessons', lesson(teachers[0]));
    const give = () => dana.put(`/api/lessons/${json.id}`, { teacherId: teachers[1] }, key);
    const first = await give();
    expect(first.status).toBe(200);
    expect(replayed(await give())).toEqual(replayed(first));
  });

  test('when it deleted the report', async () => {
    const plan = { teacherIds: [teachers[0]], studentIds: [ann] };
    const { json } = await dana.post('/api/schedule/generate', plan);
    const { reportId } = json.optimizationReports[teachers[0]];
    const remove = () => dana.delete(`/api/optimization-reports/${reportId}`, undefined, key);
    const first = await remove();
    expect(first.status).toBe(200);
    expect(replayed(await remove())).toEqual(replayed(first));
  });

  test('and sets a preference only once', async () => {
    const prefer = (teacherId: string, headers = {}) =>
      dana.post('/api/user-preferences', { defaultTeacherId: teacherId }, headers);
    const first = await prefer(teachers[0], key);
    await prefer(teachers[1]);
    expect(replayed(await prefer(teachers[0], key))).toEqual(replayed(first));
    expect((await dana.get('/api/user-preferences')).json).toMatchObject({ defaultTeacherId: teachers[1] });
  });

  test('when both are sent at the same time', async () => {
    const send = () => dana.post('/api/lessons', lesson(teachers[0]), key);
    const [first, ...others] = await Promise.all([send(), send(), send(), send()]);
    expect(first?.status).toBe(200);
    for (const other of others) expect(first && replayed(other)).toEqual(first && replayed(first));
    expect(await lessons()).toHaveLength(1);
  });

  test('with the position to wait for when the lists were late', async () => {
    const release = await holdReadModels(rondo.connectionString);
    const late = await dana.post('/api/lessons', lesson(teachers[0]), key);
    await release();
    expect([late.status, late.headers.get('rondo-position')]).toEqual([202, expect.stringMatching(/^\d+$/)]);
    expect(replayed(await dana.post('/api/lessons', lesson(teachers[0]), key))).toEqual(replayed(late));
  });

  test('whether it is streamed or sent at once', async () => {
    const plan = { teacherIds: [teachers[0]], studentIds: [ann] };
    const asStream = { ...key, Accept: 'text/event-stream' };
    const streamed = await dana.post('/api/schedule/generate', plan, asStream);
    const result = /event: result\ndata: (.*)\n/.exec(streamed.text)?.[1];
    const atOnce = await dana.post('/api/schedule/generate', plan, key);
    expect([atOnce.status, atOnce.text]).toEqual([200, result]);
    expect(atOnce.headers.get('rondo-batch')).toBe(streamed.headers.get('rondo-batch'));
    const again = await dana.post('/api/schedule/generate', plan, asStream);
    expect(again.headers.get('content-type')).toContain('text/event-stream');
    expect(again.text).toBe(`event: result\ndata: ${result}\n\n`);
    expect((await dana.get('/api/optimization-reports')).json.reports).toHaveLength(1);
  });
});

test('a request whose answer was lost with a killed process runs again, with one effect', async () => {
  const first = await dana.post('/api/lessons', lesson(teachers[0]), key);
  await rondo.query('update commands.command_keys set answer = null where command_id = $1', [
    first.headers.get('rondo-batch'),
  ]);
  expect(replayed(await dana.post('/api/lessons', lesson(teachers[0]), key))).toEqual(replayed(first));
  expect(await lessons()).toHaveLength(1);
});

test('an error is not stored: the same request is decided again, another one is rejected', async () => {
  const taken = await dana.post('/api/lessons', lesson(teachers[0]));
  const wish = { ...lesson(teachers[0]), ifFree: true };
  expect((await dana.post('/api/lessons', wish, key)).status).toBe(409);
  await dana.delete(`/api/lessons/${taken.json.id}`);
  expect((await dana.post('/api/lessons', { ...wish, ifFree: false }, key)).status).toBe(422);
  expect((await dana.post('/api/lessons', wish, key)).status).toBe(200);
});

test('an invalid request does not use up its key', async () => {
  expect((await dana.post('/api/lessons', { ...lesson(teachers[0]), startTime: 'soon' }, key)).status).toBe(400);
  expect((await dana.post('/api/lessons', lesson(teachers[0]), key)).status).toBe(200);
});

test('concurrent commands that undo each other are never answered as if nothing had happened', async () => {
  const assign = () => dana.post('/api/assignments', { studentId: ann, teacherId: teachers[1] });
  const takeAway = () => dana.put(`/api/students/${ann}/teacher`, { teacherId: null });
  await takeAway();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? assign() : takeAway())));
  const done = answers.filter(({ headers }) => headers.get('rondo-batch') !== null);
  expect(done.length).toBeGreaterThan(1);
  for (const { status, text } of done) expect([status, text]).toEqual([expect.toBeOneOf([200, 202]), text]);
});

test('stored answers are erased with the guest', async () => {
  const guest = rondo.visitor();
  await guest.post('/api/guest-login', {});
  await guest.post('/api/students', { firstName: 'Uma', lastName: 'Keptwell', address: '78704' }, key);
  expect(await columnsWith(rondo.connectionString, 'Keptwell')).toContain('commands.command_keys.answer');
  await guest.post('/api/logout');
  expect(await columnsWith(rondo.connectionString, 'Keptwell')).toEqual([]);
});

test('nothing is stored for calls that sign in or out: each one runs', async () => {
  const credentials = { email, password: 'six-strings' };
  const before = await rondo.query('select 1 from commands.command_keys');
  for (const visitor of [rondo.visitor(), rondo.visitor(), dana]) {
    expect((await visitor.post('/api/login', credentials, key)).status).toBe(200);
    expect((await visitor.get('/api/user')).status).toBe(200);
  }
  expect(await rondo.query('select 1 from commands.command_keys')).toHaveLength(before.length);
});
