import { beforeEach, expect, test } from 'vitest';
import { dana, email, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok } from '../../../testing/visitor.ts';

inOwnStudio();

let carla: string;
let marcus: string;
let eve: string;
let ann: string;
let ben: string;
beforeEach(async () => {
  carla = await addTeacher(dana, 'Carla Mendes', everyDay);
  marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  eve = await addTeacher(dana, 'Eve Stone', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: carla });
  ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId: carla });
});

type Assigned = { readonly studentId: string; readonly teacherId: string; readonly preferenceRank: number };
const assignments = async (): Promise<Assigned[]> => ok(await dana.get('/api/assignments'));
const ranksOf = async (studentId: string): Promise<[string, number][]> =>
  (await assignments())
    .filter((one) => one.studentId === studentId)
    .toSorted((a, b) => a.preferenceRank - b.preferenceRank)
    .map(({ teacherId, preferenceRank }) => [teacherId, preferenceRank]);

const lesson = async (studentId: string, teacherId: string, when: { dayOfWeek: number } | { lessonDate: string }) =>
  ok(
    await dana.post('/api/lessons', {
      studentId,
      teacherId,
      startTime: '15:00',
      duration: 45,
      lessonDate: '',
      ...when,
    }),
  );

test('students who move have their new teachers alone, and the answer counts the lessons that stay with the others', async () => {
  ok(await dana.post('/api/assignments', { studentId: ann, teacherId: marcus }));
  await lesson(ann, carla, { dayOfWeek: 2 });
  await lesson(ben, carla, { lessonDate: '2099-06-05' });
  await lesson(ben, marcus, { dayOfWeek: 4 });
  const lessons: unknown = ok(await dana.get('/api/lessons'));

  const moved = await dana.post('/api/assignments/bulk', {
    studentIds: [ann, ben],
    teacherIds: [marcus],
    replace: true,
  });
  expect(ok(moved)).toEqual({ success: true, updatedCount: 2, standingLessons: 2 });
  expect([await ranksOf(ann), await ranksOf(ben)]).toEqual([[[marcus, 0]], [[marcus, 0]]]);
  expect(ok(await dana.get('/api/lessons'))).toEqual(lessons);

  ok(await dana.post('/api/undo', { batchId: batchOf(moved) }));
  expect([await ranksOf(ann), await ranksOf(ben)]).toEqual([
    [
      [carla, 0],
      [marcus, 1],
    ],
    [[carla, 0]],
  ]);
});

test.each(['alone', 'with another one'])(
  'a teacher who is deleted %s gives the students to someone else',
  async (how) => {
    ok(await dana.post('/api/assignments', { studentId: ben, teacherId: eve }));
    ok(await dana.post('/api/assignments', { studentId: ben, teacherId: marcus }));
    await lesson(ann, carla, { dayOfWeek: 2 });
    const before = [await ranksOf(ann), await ranksOf(ben)];
    const deleted =
      how === 'alone'
        ? await dana.delete(`/api/teachers/${carla}?moveTo=${marcus}`)
        : await dana.post('/api/teachers/delete', { teacherIds: [carla, eve], moveTo: marcus });
    ok(deleted);
    // Ben keeps the row with Marcus that is there, and its rank.
    const stay = how === 'alone' ? [[eve, 1]] : [];
    expect([await ranksOf(ann), await ranksOf(ben)]).toEqual([[[marcus, 0]], [...stay, [marcus, 2]]]);
    expect(ok(await dana.get('/api/lessons'))).toEqual([]);

    const undone = await dana.post('/api/undo', { batchId: batchOf(deleted) });
    ok(undone);
    expect([await ranksOf(ann), await ranksOf(ben)]).toEqual(before);
    expect(ok(await dana.get('/api/lessons'))).toHaveLength(1);
  },
);

test('students are given to a teacher of the studio who stays', async () => {
  const stranger = await rondo.visitor().register(`stranger.${email}`);
  const theirs = await addTeacher(stranger, 'Tim Strange', []);
  const before = [await ranksOf(ann), await ranksOf(ben)];
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const [teacherIds, moveTo, status] of [
    [[carla], theirs, 404],
    [[carla], nobody, 404],
    [[carla], carla, 400],
    [[carla, marcus], marcus, 400],
    [[nobody], marcus, 404],
    [[carla, nobody], marcus, 404],
  ] as const) {
    expect((await dana.post('/api/teachers/delete', { teacherIds, moveTo })).status).toBe(status);
    if (teacherIds.length === 1)
      expect((await dana.delete(`/api/teachers/${teacherIds[0]}?moveTo=${moveTo}`)).status).toBe(status);
  }
  expect([await ranksOf(ann), await ranksOf(ben)]).toEqual(before);
  expect(ok(await dana.get('/api/teachers'))).toHaveLength(3);
});

test('a student is saved with a teacher in one batch', async () => {
  const form = { firstName: 'Nina', lastName: 'New', address: '1 Main St, Austin, TX 78704', teacherId: marcus };
  const added = await dana.post('/api/students', form);
  const { id } = ok(added);
  expect(await ranksOf(id)).toEqual([[marcus, 0]]);
  const changed = await dana.put(`/api/students/${id}`, { phone: '512 555 0100', teacherId: eve });
  ok(changed);
  expect(await ranksOf(id)).toEqual([[eve, 0]]);
  ok(await dana.put(`/api/students/${id}`, { teacherId: null }));
  expect(await ranksOf(id)).toEqual([]);
  expect((await dana.post('/api/students', { ...form, teacherId: 'nobody' })).status).toBe(404);
  expect((await dana.put(`/api/students/${id}`, { teacherId: 'nobody' })).status).toBe(404);
});
