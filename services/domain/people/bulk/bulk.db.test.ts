import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { dana, email, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';

inOwnStudio();

let marcus: string;
let eve: string;
let ann: string;
let ben: string;
let cy: string;
beforeEach(async () => {
  marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  eve = await addTeacher(dana, 'Eve Stone', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: marcus });
  ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId: marcus });
  cy = await addStudent(dana, 'Cy Moss', everyDay);
});

type Row = { readonly id: string; readonly revision: string };
const withoutRevisions = (list: readonly Row[]) => list.map(({ revision: _, ...row }) => row);
const lists = async () => ({
  students: withoutRevisions(ok(await dana.get('/api/students'))),
  teachers: withoutRevisions(ok(await dana.get('/api/teachers'))),
  assignments: ok(await dana.get('/api/assignments')),
  lessons: withoutRevisions(ok(await dana.get('/api/lessons'))),
});

type Window = { readonly dayOfWeek: number; readonly startTime: string; readonly endTime: string };
const weekOf = async (id: string): Promise<string[]> => {
  const students: { id: string; availability: Window[] }[] = ok(await dana.get('/api/students'));
  const { availability } = students.find((student) => student.id === id) ?? { availability: [] };
  return availability.map(({ dayOfWeek, startTime, endTime }) => `${dayOfWeek} ${startTime}-${endTime}`);
};

const weekly = async (studentId: string, startTime: string): Promise<string> =>
  ok(
    await dana.post('/api/lessons', {
      teacherId: marcus,
      studentId,
      startTime,
      duration: 45,
      lessonDate: '',
      dayOfWeek: 2,
    }),
  ).id;

/** Every bulk call, each with an effect, and its answer. */
const calls = () =>
  [
    ['/api/students/assign-random-availability', { studentIds: [ann, ben] }, { success: true, updatedCount: 2 }],
    ['/api/students/assign-standard-availability', { studentIds: [ann, ben] }, { success: true, updatedCount: 2 }],
    ['/api/students/clear-availability', { studentIds: [ann, ben, cy] }, { success: true, clearedCount: 3 }],
    [
      '/api/students/set-rate',
      { studentIds: [ann, ben], paymentType: 'monthly', rate: 220 },
      { success: true, updatedCount: 2 },
    ],
    [
      '/api/students/set-length',
      { studentIds: [ann, ben, cy], lessonDuration: 60 },
      { success: true, updatedCount: 3 },
    ],
    ['/api/students/delete', { studentIds: [ann, cy] }, { success: true, deletedCount: 2 }],
    ['/api/assignments/bulk', { studentIds: [ann, cy], teacherIds: [eve] }, { success: true, updatedCount: 2 }],
    ['/api/teachers/clear-availability', { teacherIds: [marcus, eve] }, { success: true, clearedCount: 2 }],
    ['/api/teachers/delete', { teacherIds: [marcus, eve] }, { success: true, deletedCount: 2 }],
  ] as const;
const paths = [
  '/api/students/assign-random-availability',
  '/api/students/assign-standard-availability',
  '/api/students/clear-availability',
  '/api/students/set-rate',
  '/api/students/set-length',
  '/api/students/delete',
  '/api/assignments/bulk',
  '/api/teachers/clear-availability',
  '/api/teachers/delete',
] as const;
const callTo = (path: (typeof paths)[number]) => {
  const found = calls().find(([one]) => one === path);
  if (!found) throw new Error(`There is no call to ${path}.`);
  const [, body, answer] = found;
  return { body, answer };
};

/** A body with other people in it. */
const withOthers = (body: object, others: (ids: readonly string[]) => readonly string[]) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? others(value) : value]));

describe.each(paths)('POST %s', (path) => {
  test('counts whom it changed, is one batch, and can be undone and redone', async () => {
    await weekly(ann, '15:00');
    await weekly(ben, '16:00');
    const before = await lists();
    const { body, answer } = callTo(path);
    const done = await dana.post(path, body);
    expect(ok(done)).toEqual(answer);
    const after = await lists();
    expect(after).not.toEqual(before);
    const undone = await dana.post('/api/undo', { batchId: batchOf(done) });
    ok(undone);
    expect(await lists()).toEqual(before);
    ok(await dana.post('/api/undo', { batchId: batchOf(undone) }));
    expect(await lists()).toEqual(after);
  });

  test('has one effect when it is repeated, and counts everybody once', async () => {
    const { body, answer } = callTo(path);
    const twice = withOthers(body, (ids) => [...ids, ...ids]);
    const key = { 'Idempotency-Key': path };
    const first = await dana.post(path, twice, key);
    expect(ok(first)).toEqual(answer);
    const after = await lists();
    const again = await dana.post(path, twice, key);
    expect([ok(again), batchOf(again)]).toEqual([answer, batchOf(first)]);
    expect(await lists()).toEqual(after);
    expect((await dana.post(path, body, key)).status).toBe(422);
  });
});

test('a bulk call changes nobody when one of them is unknown, or of another studio', async () => {
  const stranger = await rondo.visitor().register(`stranger.${email}`);
  const theirs = [await addStudent(stranger, 'Sam Strange', []), await addTeacher(stranger, 'Tim Strange', [])];
  const before = await lists();
  for (const path of paths)
    for (const unknown of ['00000000-0000-4000-8000-000000000000', ...theirs]) {
      const { body } = callTo(path);
      const wrong = withOthers(body, (ids) => [...ids, unknown]);
      const { status, text } = await dana.post(path, wrong);
      expect([path, status, text]).toEqual([
        path,
        404,
        expect.stringMatching(
          // A student gets teachers one by one.
          /^(One of these (student|teacher)s no longer exists, so nothing was changed|There is no such teacher)\.$/,
        ),
      ]);
    }
  expect(await lists()).toEqual(before);
});

test('a bulk call asks for somebody, and for no more than 10,000', async () => {
  for (const path of paths) {
    const { body } = callTo(path);
    for (const name of Object.keys(body).filter((one) => one.endsWith('Ids'))) {
      const none = await dana.post(path, { ...body, [name]: [] });
      expect([none.status, none.text]).toEqual([
        400,
        path === '/api/assignments/bulk' && name === 'teacherIds'
          ? 'Please select at least one teacher to assign.'
          : `Please select at least one ${name.replace('Ids', '')}.`,
      ]);
      const many = await dana.post(path, { ...body, [name]: Array.from({ length: 10_001 }, (_, i) => `s${i}`) });
      expect([many.status, many.text]).toEqual([
        400,
        `At most 10,000 ${name.replace('Ids', 's')} can be changed at once.`,
      ]);
    }
  }
});

test('random availability is another one for each student, and the same when the command is repeated', async () => {
  const studentIds = [ann, ben, cy];
  ok(await dana.post('/api/students/assign-random-availability', { studentIds }));
  const weeks = await Promise.all(studentIds.map(weekOf));
  expect(new Set(weeks.map(String)).size).toBe(3);
  for (const week of weeks) {
    expect(week.length).toBeGreaterThanOrEqual(2);
    expect(week.length).toBeLessThanOrEqual(4);
    for (const window of week) expect(toMinutes(window.slice(2, 7))).toBeGreaterThanOrEqual(14 * 60);
  }
});

test('standard availability replaces what was there; giving it again changes nothing', async () => {
  ok(await dana.post('/api/students/assign-standard-availability', { studentIds: [ann] }));
  expect(await weekOf(ann)).toEqual([1, 2, 3, 4, 5].map((day) => `${day} 16:00-21:00`));
  expect(await weekOf(ben)).toEqual([1, 2, 3, 4, 5].map((day) => `${day} 14:00-20:00`));
  const again = await dana.post('/api/students/assign-standard-availability', { studentIds: [ann] });
  expect([ok(again), again.headers.get('rondo-batch')]).toEqual([{ success: true, updatedCount: 1 }, null]);
});

test('teachers are assigned after those that a student has, each once', async () => {
  ok(await dana.post('/api/assignments/bulk', { studentIds: [ann, cy], teacherIds: [eve, marcus] }));
  const of = async (id: string) =>
    ok(await dana.get(`/api/assignments/student/${id}`)).map(({ teacherId }: { teacherId: string }) => teacherId);
  expect([await of(ann), await of(ben), await of(cy)]).toEqual([[marcus, eve], [marcus], [eve, marcus]]);
});

test('deleting students ends their lessons, is a moment to restore, and is part of the past', async () => {
  await weekly(ann, '15:00');
  await weekly(ben, '16:00');
  const before = await lists();
  const then = new Date().toISOString();
  const done = await dana.post('/api/students/delete', { studentIds: [ann, ben] });
  ok(done);
  const after = await lists();
  expect(after.students.map(({ id }) => id)).toEqual([cy]);
  expect(after.lessons).toEqual([]);
  expect(withoutRevisions(ok(await dana.get(`/api/students?asOf=${then}`)))).toEqual(before.students);
  const [backup] = ok(await dana.get('/api/backups'));
  expect(backup).toMatchObject({ name: 'Before deleting 2 students', isAutomatic: true });
  ok(await dana.post(`/api/backups/${backup.id}/restore`));
  expect(await lists()).toEqual(before);
});

test('deleting teachers ends their lessons and assignments', async () => {
  await weekly(ann, '15:00');
  ok(await dana.post('/api/teachers/delete', { teacherIds: [marcus, eve] }));
  const after = await lists();
  expect(after).toMatchObject({ teachers: [], assignments: [], lessons: [] });
  expect(after.students).toHaveLength(3);
  const [backup] = ok(await dana.get('/api/backups'));
  expect(backup).toMatchObject({ name: 'Before deleting 2 teachers', isAutomatic: true });
});

test('rates and lengths set at once are what the single call accepts', async () => {
  const refused = async (path: string, body: object) => {
    const { status, text } = await dana.post(path, { studentIds: [ann], ...body });
    return [status, text];
  };
  const rateOf = (rate: unknown) => refused('/api/students/set-rate', { paymentType: 'per_lesson', rate });
  const before = await lists();
  expect(await rateOf(undefined)).toEqual([400, 'The rate must be a number.']);
  expect(await rateOf('many')).toEqual([400, 'The rate must be a number.']);
  expect(await rateOf(0)).toEqual([400, 'The rate must be greater than 0.']);
  expect(await rateOf(55.555)).toEqual([400, 'The rate must have at most two decimals.']);
  expect(await refused('/api/students/set-rate', { rate: 55 })).toEqual([
    400,
    'The payment type must be per_lesson or monthly.',
  ]);
  expect(await refused('/api/students/set-length', { lessonDuration: 50 })).toEqual([
    400,
    'The lesson length must be 30, 45, 60 or 90 minutes.',
  ]);
  ok(await dana.patch('/api/settings', { currency: 'JPY' }));
  expect(await rateOf(55.5)).toEqual([400, expect.stringContaining('decimal')]);
  expect(await lists()).toEqual(before);

  ok(await dana.post('/api/students/set-rate', { studentIds: [ann, ben], paymentType: 'per_lesson', rate: 5500 }));
  ok(await dana.post('/api/students/set-rate', { studentIds: [ann], paymentType: 'per_lesson', rate: null }));
  const rates = ok(await dana.get('/api/students')).map(
    ({ name, perLessonRate }: { name: string; perLessonRate: number | null }) => [name, perLessonRate],
  );
  expect(rates).toEqual(
    expect.arrayContaining([
      ['Ann Lee', null],
      ['Ben Ito', 5500],
    ]),
  );
});
