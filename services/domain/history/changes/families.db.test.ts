import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const rightNow = (): string => new Date().toISOString();
const windows = [{ day: 2, from: '14:00', to: '18:00' }];

type FamilyRow = {
  studentId: string;
  name: string;
  toldUntil: string | null;
  until: string;
  calendar: unknown;
  message: string;
  family: { id: string; message: string };
};

const untold = async (visitor: Visitor): Promise<FamilyRow[]> => ok(await visitor.get('/api/changes'));
const count = async (visitor: Visitor): Promise<{ families: number; oldest: string | null }> =>
  ok(await visitor.get('/api/changes/count'));
const tell = (visitor: Visitor, studentIds: string[], until = rightNow()) =>
  visitor.post('/api/changes/told', { studentIds, until });

/** Ann and Ben have lessons on Tuesdays, which their families know of. */
const studioOf = async (email: string, names = ['Ann Lee', 'Ben Abel']) => {
  const dana = await rondo.visitor().register(email);
  const teacherId = await addTeacher(dana, 'Tess Moss', windows);
  const students: string[] = [];
  const lessons: string[] = [];
  for (const [i, name] of names.entries()) {
    const studentId = await addStudent(dana, name, windows, { teacherId });
    const at = { dayOfWeek: 2, startTime: `${15 + i}:00`, lessonDate: '' };
    lessons.push(ok(await dana.post('/api/lessons', { ...at, teacherId, studentId })).id);
    students.push(studentId);
  }
  const before = rightNow();
  ok(await tell(dana, students, before));
  const cancel = async (nth: number, lessonDate: string) =>
    ok(await dana.post(`/api/lessons/${lessons[nth]}/cancel`, { lessonDate }));
  const [ann = '', ben = '', third = ''] = students;
  return { dana, ann, ben, third, before, cancel };
};

test('a family is told all changes in order of date, and of its next lesson', async () => {
  const { dana, ann, before, cancel } = await studioOf('message@example.com');
  ok(await dana.put(`/api/students/${ann}`, { phone: '(512) 555-0100', email: 'lee@example.com' }));
  await cancel(0, '2026-12-08');
  await cancel(0, '2026-11-24');
  const [row, ...others] = await untold(dana);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    studentId: ann,
    name: 'Ann Lee',
    phone: '(512) 555-0100',
    email: 'lee@example.com',
    calendar: null,
    message: [
      'Ann’s lessons on Tuesday, November 24 and Tuesday, December 8 at 3:00\u00a0PM are cancelled.',
      'The next lesson is on Tuesday, December 1 at 3:00\u00a0PM.',
    ].join(' '),
  });
  expect(Date.parse(row?.toldUntil ?? '')).toBe(Date.parse(before));
  ok(await tell(dana, [ann], row?.until));
  expect(await untold(dana), 'what it was told, it knows').toEqual([]);
});

test('families are counted, with the time of the earliest change that nobody was told of', async () => {
  const { dana, ann, ben, cancel } = await studioOf('counted@example.com');
  expect(await count(dana)).toEqual({ families: 0, oldest: null });
  const times = [rightNow()];
  for (const nth of [0, 1]) {
    await cancel(nth, '2026-12-01');
    times.push(rightNow());
  }
  const oldest = async (): Promise<string> => new Date((await count(dana)).oldest ?? '').toISOString();
  const [first = '', second = '', third = ''] = times;
  expect((await count(dana)).families).toBe(2);
  expect([await oldest(), first, second].toSorted()).toEqual([first, await oldest(), second]);
  ok(await tell(dana, [ann]));
  expect((await count(dana)).families).toBe(1);
  expect([await oldest(), second, third].toSorted()).toEqual([second, await oldest(), third]);
  ok(await tell(dana, [ben]));
  expect(await count(dana)).toEqual({ families: 0, oldest: null });
});

test('students with the same last name and address are one family, with one text', async () => {
  const { dana, ann, ben, cancel } = await studioOf('parks@example.com', ['Theo Park', 'Mia Park', 'Leo Park']);
  for (const id of [ann, ben]) ok(await dana.put(`/api/students/${id}`, { address: '12 Oak Ln, Austin, TX 78704' }));
  for (const nth of [0, 1, 2]) await cancel(nth, '2026-12-01');
  expect((await count(dana)).families).toBe(2);
  const rows = await untold(dana);
  expect(rows.map(({ name }) => name)).toEqual(['Leo Park', 'Mia Park', 'Theo Park']);
  const [leo, mia, theo] = rows;
  expect(theo?.family).toEqual(mia?.family);
  expect(leo?.family.id).toBe(leo?.studentId);
  expect(mia?.family.message).toBe(
    [
      'Theo’s and Mia’s lessons on Tuesday, December 1 at 3:00\u00a0PM and 4:00\u00a0PM are cancelled.',
      'Theo’s and Mia’s next lessons are on Tuesday, November 24 at 3:00\u00a0PM and 4:00\u00a0PM.',
    ].join(' '),
  );
  expect(mia?.message).not.toContain('Theo');
});

test('students of one household are one family, whatever their names; those in none are not of it', async () => {
  const names = ['Theo Park', 'Mia Olsen', 'Leo Park'];
  const { dana, ann: theo, ben: mia, third: leo, cancel } = await studioOf('household@example.com', names);
  for (const nth of [0, 1, 2]) await cancel(nth, '2026-12-01');
  const families = async () => Object.fromEntries((await untold(dana)).map(({ name, family }) => [name, family]));
  const separate = await families();
  expect(separate['Theo Park']).toEqual(separate['Leo Park']);
  expect((await count(dana)).families).toBe(2);
  const park = ok(await dana.post('/api/households', { studentIds: [mia, theo] }));
  expect((await count(dana)).families).toBe(2);
  const together = await families();
  expect(together['Mia Olsen']).toEqual(together['Theo Park']);
  expect(together['Mia Olsen']?.message).toMatch(/^Theo’s and Mia’s lessons|^Mia’s and Theo’s lessons/);
  expect(together['Leo Park']?.message).toMatch(/^Leo’s lesson on/);
  const deed = async () => ok(await dana.get('/api/history')).entries[0].sentence;
  const first = batchOf(await tell(dana, [theo, mia]));
  expect(await deed()).toMatch(/^Marked the family of (Theo Park and Mia Olsen|Mia Olsen and Theo Park) as told$/);
  ok(await dana.post('/api/undo', { batchId: first }));
  const marked = batchOf(await tell(dana, [theo, mia, leo]));
  expect(await deed()).toBe('Marked 2 families as told');
  ok(await dana.post('/api/undo', { batchId: marked }));
  expect(await deed()).toMatch(/2 families as told/);
  ok(await dana.delete(`/api/households/${park.id}`));
  expect(await families()).toEqual(separate);
});

test('students without a street are families of their own, whatever their name', async () => {
  const { dana, ann, ben, cancel } = await studioOf('zip@example.com', ['Ann Lee', 'Ben Lee']);
  for (const id of [ann, ben]) ok(await dana.put(`/api/students/${id}`, { address: '78704' }));
  for (const nth of [0, 1]) await cancel(nth, '2026-12-01');
  expect((await count(dana)).families).toBe(2);
});

test('a shared calendar says whether it was read after the change', async () => {
  const { dana, ann, cancel } = await studioOf('calendar@example.com');
  const { subscribableUrl } = ok(await dana.post(`/api/students/${ann}/generate-calendar-url`, {}));
  const read = () => fetch(subscribableUrl, { headers: { 'User-Agent': 'Google-Calendar-Importer' } });
  await cancel(0, '2026-12-01');
  const calendar = async () => (await untold(dana))[0]?.calendar;
  expect(await calendar()).toEqual({ lastFetchedAt: null, lastFetchedBy: null, changedSince: false });
  await read();
  expect(await calendar()).toMatchObject({ lastFetchedBy: 'Google', changedSince: false });
  await cancel(0, '2026-12-08');
  expect(await calendar()).toMatchObject({ lastFetchedBy: 'Google', changedSince: true });
});

test('told marks are undone: each family gets the moment it had, unless it was told again since', async () => {
  const { dana, ann, ben, before, cancel } = await studioOf('undone@example.com');
  for (const nth of [0, 1]) await cancel(nth, '2026-12-01');
  const undo = (batchId: string) => dana.post('/api/undo', { batchId });
  const toldUntil = async () => (await untold(dana)).map(({ name, toldUntil: at }) => [name, Date.parse(at ?? '')]);
  const first = [
    ['Ann Lee', Date.parse(before)],
    ['Ben Abel', Date.parse(before)],
  ];
  const marked = batchOf(await tell(dana, [ann, ben]));
  expect(await untold(dana)).toEqual([]);
  const undone = batchOf(await undo(marked));
  expect(await toldUntil()).toEqual(first);
  const again = batchOf(await undo(undone));
  expect(await untold(dana), 'done again').toEqual([]);
  ok(await undo(again));
  expect(await toldUntil()).toEqual(first);

  const both = batchOf(await tell(dana, [ann, ben]));
  await cancel(0, '2026-12-08');
  const later = batchOf(await tell(dana, [ann]));
  const { status, text } = await undo(both);
  expect([status, text]).toEqual([
    409,
    'What a family was told has changed since then, so this can no longer be undone.',
  ]);
  ok(await undo(later));
  ok(await undo(both));
  expect((await toldUntil()).map(([name]) => name)).toEqual(['Ann Lee', 'Ben Abel']);
});

test('a family that was never told is untold again', async () => {
  const { dana, ann } = await studioOf('never@example.com');
  const [entry] = ok(await dana.get('/api/history?kind=families')).entries;
  expect(entry).toMatchObject({ sentence: 'Marked 2 families as told', undoable: true });
  ok(await dana.post('/api/undo', { batchId: entry.batchId }));
  expect((await untold(dana)).map(({ studentId, toldUntil }) => [studentId, toldUntil])).toContainEqual([ann, null]);
});

test('told marks are no touch: they move no revision and block no other undo', async () => {
  const { dana, ann } = await studioOf('touch@example.com');
  const { revision } = ok(await dana.get('/api/settings'));
  const renamed = batchOf(await dana.patch('/api/settings', { studioName: 'Strings', revision }));
  const student = ok(await dana.get('/api/students')).find(({ id }: { id: string }) => id === ann);
  const changed = batchOf(await dana.put(`/api/students/${ann}`, { phone: '1', revision: student.revision }));
  const settings = ok(await dana.get('/api/settings'));
  const told = batchOf(await tell(dana, [ann]));
  expect(told).not.toBe('');
  expect(ok(await dana.get('/api/settings'))).toEqual(settings);
  for (const batchId of [changed, renamed, told]) ok(await dana.post('/api/undo', { batchId }));
});

test('families are told of the past alone: two seconds are forgiven', async () => {
  const { dana, ann } = await studioOf('future@example.com');
  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  expect((await tell(dana, [ann], inSeconds(1))).status).toBe(200);
  const { status, text } = await tell(dana, [ann], inSeconds(10));
  expect([status, text]).toEqual([400, '"until" can\'t be in the future.']);
  expect((await rondo.visitor().get('/api/changes/count')).status).toBe(401);
});
