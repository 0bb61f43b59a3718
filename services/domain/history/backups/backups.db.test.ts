import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

type Listed = { id: string; name: string; isAutomatic: boolean; counts: object; asOf: string; createdAt: string };
const backupsOf = async (visitor: Visitor): Promise<Listed[]> => ok(await visitor.get('/api/backups'));
const namesOf = async (visitor: Visitor): Promise<string[]> => (await backupsOf(visitor)).map(({ name }) => name);

/** A teacher with two weekly lessons. */
const smallStudio = async (email: string) => {
  const visitor = await rondo.visitor().register(email);
  const teacherId = await addTeacher(visitor, 'Tess Moss', everyDay);
  const studentIds = [
    await addStudent(visitor, 'Ann Lee', everyDay, { teacherId }),
    await addStudent(visitor, 'Ben Abel', everyDay, { teacherId }),
  ];
  for (const [i, studentId] of studentIds.entries())
    ok(
      await visitor.post('/api/lessons', {
        teacherId,
        studentId,
        dayOfWeek: 1 + i,
        startTime: '15:00',
        lessonDate: '',
      }),
    );
  return { visitor, teacherId, studentIds };
};

test('a backup is listed with what the studio has, under a name and a description without spaces around them', async () => {
  const { visitor } = await smallStudio('own@example.com');
  expect(await backupsOf(visitor)).toEqual([]);
  const { id: userId } = ok(await visitor.get('/api/user'));
  const taken = ok(await visitor.post('/api/backups', { name: ' Fall timetable ', description: ' The first ' }));
  expect(taken).toEqual({
    id: expect.any(String),
    userId,
    name: 'Fall timetable',
    description: 'The first',
    isAutomatic: false,
    createdAt: taken.asOf,
    asOf: expect.stringMatching(/^\d{4}-/),
    counts: { students: 2, teachers: 1, lessons: 2 },
  });
  const plain = ok(await visitor.post('/api/backups', { name: 'Again', description: '' }));
  expect(plain.description).toBeNull();
  expect(await backupsOf(visitor)).toEqual([plain, taken]);
  expect(await backupsOf(await rondo.visitor().register('stranger@example.com'))).toEqual([]);
});

test('a backup without a name is refused', async () => {
  const visitor = await rondo.visitor().register('nameless@example.com');
  const refused = { status: 400, text: 'Please enter a name for the backup.' };
  expect(await visitor.post('/api/backups', { name: '  ' })).toMatchObject(refused);
});

test('a deleted backup is gone, unless deleting it is undone; taking one can be undone too', async () => {
  const { visitor } = await smallStudio('deleted@example.com');
  const taking = await visitor.post('/api/backups', { name: 'Fall' });
  const { id } = ok(taking);
  const deleting = await visitor.delete(`/api/backups/${id}`);
  ok(deleting);
  expect(await namesOf(visitor)).toEqual([]);
  expect(await visitor.delete(`/api/backups/${id}`)).toMatchObject({
    status: 404,
    text: 'There is no such backup.',
  });
  ok(await visitor.post('/api/undo', { batchId: batchOf(deleting) }));
  expect(await backupsOf(visitor)).toEqual([taking.json]);
  ok(await visitor.post('/api/undo', { batchId: batchOf(taking) }));
  expect(await namesOf(visitor)).toEqual([]);
  const eve = await rondo.visitor().register('not-hers@example.com');
  const other = ok(await visitor.post('/api/backups', { name: 'Winter' }));
  expect((await eve.delete(`/api/backups/${other.id}`)).status).toBe(404);
});

test('a repeated request deletes once', async () => {
  const { visitor } = await smallStudio('repeated@example.com');
  const { id } = ok(await visitor.post('/api/backups', { name: 'Fall' }));
  const key = { 'Idempotency-Key': 'delete once' };
  const first = await visitor.call('DELETE', `/api/backups/${id}`, undefined, key);
  const second = await visitor.call('DELETE', `/api/backups/${id}`, undefined, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(batchOf(second)).toBe(batchOf(first));
});

test('the moments before generate, clear and removals of people are automatic backups with what there was then', async () => {
  const visitor = await rondo.visitor().register('automatic@example.com');
  const teacherId = await addTeacher(visitor, 'Tess Moss', everyDay);
  const studentIds = [
    await addStudent(visitor, 'Ann Lee', everyDay, { teacherId }),
    await addStudent(visitor, 'Ben Abel', everyDay, { teacherId }),
  ];
  ok(await visitor.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds }));
  ok(await visitor.delete('/api/lessons/clear', { optimized: true, selectedTeachers: [teacherId] }));
  ok(await visitor.delete(`/api/students/${studentIds[0]}`));
  const sample = ok(await visitor.post('/api/sample-studio'));
  ok(await visitor.delete('/api/sample-studio'));
  const removed = `Before deleting ${sample.students} students and ${sample.teachers} teachers`;
  const all = { students: 1 + sample.students, teachers: 1 + sample.teachers };
  const listed = await backupsOf(visitor);
  expect(listed).toMatchObject([
    { name: removed, isAutomatic: true, counts: all },
    { name: 'Before deleting Ann Lee', isAutomatic: true, counts: { students: 2, teachers: 1 } },
    { name: 'Before clear', isAutomatic: true, counts: { students: 2, teachers: 1, lessons: 2 } },
    { name: 'Before generate', isAutomatic: true, counts: { students: 2, teachers: 1, lessons: 0 } },
  ]);
  const [, , clear, generate] = listed;
  const lessonsAt = async (moment: Listed | undefined): Promise<string[]> =>
    ok(await visitor.get(`/api/lessons?asOf=${moment?.asOf}`)).map(({ status }: { status: string }) => status);
  expect(await lessonsAt(generate)).toEqual([]);
  expect(await lessonsAt(clear)).toEqual(['optimized', 'optimized']);

  const hiding = await visitor.delete(`/api/backups/${generate?.id}`);
  ok(hiding);
  expect(await namesOf(visitor)).toEqual([removed, 'Before deleting Ann Lee', 'Before clear']);
  ok(await visitor.post('/api/undo', { batchId: batchOf(hiding) }));
  expect(await backupsOf(visitor)).toEqual(listed);
});

test('a weekly lesson that moves later on is one lesson a week, not two', async () => {
  const { visitor } = await smallStudio('moved@example.com');
  const [lesson] = ok(await visitor.get('/api/lessons'));
  const later = addDays(lesson.validFrom, 21);
  ok(
    await visitor.patch(`/api/lessons/${lesson.id}/edit`, {
      editScope: 'series',
      originalDate: later,
      startTime: '17:00',
    }),
  );
  expect(ok(await visitor.get('/api/lessons'))).toHaveLength(3);
  expect(ok(await visitor.post('/api/backups', { name: 'Moved', description: '' })).counts).toMatchObject({
    lessons: 2,
  });
});

test('the newest twenty automatic backups are listed', async () => {
  const { visitor, teacherId, studentIds } = await smallStudio('many@example.com');
  for (let day = 1; day <= 22; day += 1) {
    const lessonDate = `2026-12-${String(day).padStart(2, '0')}`;
    const [studentId] = studentIds;
    ok(await visitor.post('/api/lessons', { teacherId, studentId, lessonDate, startTime: '18:00' }));
    ok(await visitor.delete('/api/lessons/clear', { manual: true, selectedTeachers: [teacherId] }));
  }
  const listed = await backupsOf(visitor);
  expect(listed).toHaveLength(20);
  const times = listed.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});
