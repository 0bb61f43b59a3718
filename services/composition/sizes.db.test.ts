import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { batchOf, fileForm, ok, refused, type Visitor } from '../testing/visitor.ts';
import { benOn, rondoWithFeeds, sync } from './testing/feed-studio.ts';

let feeds: Awaited<ReturnType<typeof rondoWithFeeds>>;
beforeAll(async () => {
  feeds = await rondoWithFeeds({
    MAX_STUDENTS: '3',
    MAX_TEACHERS: '2',
    MAX_TEACHERS_OF_STUDENT: '1',
    MAX_LESSONS: '3',
    MAX_GUEST_STUDENTS: '2',
    MAX_GUEST_TEACHERS: '1',
    MAX_GUEST_LESSONS: '1',
    MAX_GUEST_EVENTS: '12',
  });
});
afterAll(() => feeds.stop());

const student = { firstName: 'Dee', lastName: 'Ito', address: '1905 S 5th St, Austin, TX 78704', lessonDuration: 45 };
const teacher = { name: 'Marcus Bell', phone: '(512) 555-0100', email: 'marcus@example.com' };
const cards = (...names: readonly string[]) =>
  fileForm(names.map((name) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nEND:VCARD\r\n`).join(''));
const lesson = (teacherId: string, startTime: string, lessonDate = '') => ({
  teacherId,
  entryType: 'appointment',
  eventTitle: 'Choir',
  dayOfWeek: 5,
  startTime,
  duration: 45,
  lessonDate,
});

const students = [409, 'A studio can have at most 3 students.'];
const teachers = [409, 'A studio can have at most 2 teachers.'];
const lessons = [409, 'A studio can have at most 3 lessons.'];

/** What every list shows. */
const lists = async (visitor: Visitor) =>
  Promise.all(
    ['students', 'teachers', 'lessons', 'assignments'].map(async (list) => ok(await visitor.get(`/api/${list}`))),
  );

/** A studio with as many students, teachers and lessons as it can have. */
const fullStudio = async (name: string) => {
  const studio = await feeds.studio(name);
  const { visitor, teacherId } = studio;
  const other = await addTeacher(visitor, 'Eve Stone', everyDay);
  const cy = await addStudent(visitor, 'Cy Moss', everyDay);
  const second = ok(await visitor.post('/api/lessons', lesson(teacherId, '17:00'))).id;
  const third = ok(await visitor.post('/api/lessons', lesson(teacherId, '18:00', '2026-11-27'))).id;
  return { ...studio, other, cy, second, third };
};

describe('a full studio', () => {
  test('refuses every call that adds, before anything is written', async () => {
    const { visitor, teacherId, other, ann, cy, says } = await fullStudio('full');
    const before = await lists(visitor);
    expect(refused(await visitor.post('/api/students', student))).toEqual(students);
    expect(refused(await visitor.call('POST', '/api/students/import-vcards', cards('Dee Ito')))).toEqual(students);
    expect(refused(await visitor.post('/api/teachers', teacher))).toEqual(teachers);
    expect(refused(await visitor.post('/api/sample-studio'))[0]).toBe(409);
    expect(refused(await visitor.post('/api/lessons', lesson(teacherId, '19:00')))).toEqual(lessons);
    const recommended = lesson(teacherId, '19:00');
    expect(refused(await visitor.post('/api/lessons/create-recommended', recommended))).toEqual(lessons);
    expect(refused(await visitor.post('/api/lessons', lesson(teacherId, '19:00', '2026-11-27')))).toEqual(lessons);
    const tooMany = [400, 'A student can have at most 1 teacher.'];
    expect(refused(await visitor.post('/api/assignments', { studentId: ann, teacherId: other }))).toEqual(tooMany);
    // The first student could have the teacher.
    const bulk = { studentIds: [cy, ann], teacherIds: [other] };
    expect(refused(await visitor.post('/api/assignments/bulk', bulk))).toEqual(tooMany);
    says(benOn('20261125T150000'));
    expect(ok(await sync(visitor, 'replace-all-appointments')).failed).toEqual([
      { teacherId, detail: 'A studio can have at most 3 lessons.' },
    ]);
    expect(await lists(visitor)).toEqual(before);
  });

  test('refuses an undo that leads beyond, whole', async () => {
    const { visitor, ann, ben, second, teacherId, other } = await fullStudio('undone');
    const asOf = new Date().toISOString();
    const removed = await visitor.post('/api/students/delete', { studentIds: [ben, ann] });
    const gone = await visitor.delete(`/api/teachers/${other}`);
    const ended = await visitor.delete(`/api/lessons/${second}`);
    ok(await visitor.post('/api/students', student));
    ok(await visitor.post('/api/students', { ...student, firstName: 'Eli' }));
    ok(await visitor.post('/api/teachers', teacher));
    for (const time of ['10:00', '11:00']) ok(await visitor.post('/api/lessons', lesson(teacherId, time)));
    const before = await lists(visitor);
    const undo = async (batchId: string) => refused(await visitor.post('/api/undo', { batchId }));
    expect(await undo(batchOf(removed))).toEqual(students);
    expect(await undo(batchOf(gone))).toEqual(teachers);
    expect(await undo(batchOf(ended))).toEqual(lessons);
    expect(await lists(visitor)).toEqual(before);
    // A restore takes away what was added since.
    ok(await visitor.post('/api/restore', { asOf }));
    expect(ok(await visitor.get('/api/students'))).toHaveLength(3);
  });

  test('never refuses to change, move, cancel or delete, nor entries of days that have passed', async () => {
    const { visitor, teacherId, ann, series, second, third } = await fullStudio('changed');
    ok(await visitor.put(`/api/students/${ann}`, { firstName: 'Anna' }));
    ok(await visitor.post('/api/lessons', lesson(teacherId, '12:00', '2026-11-20')));
    ok(await visitor.post(`/api/lessons/${series.id}/cancel`, { lessonDate: '2026-12-01' }));
    ok(await visitor.patch(`/api/lessons/${second}/reschedule`, { startTime: '13:00', lessonDate: '2026-12-11' }));
    // The series goes on to the move, so that there are four now.
    const asOf = new Date().toISOString();
    for (const id of [third, series.id]) ok(await visitor.delete(`/api/lessons/${id}`));
    const before = await lists(visitor);
    expect(refused(await visitor.post('/api/restore', { asOf }))).toEqual(lessons);
    expect(await lists(visitor)).toEqual(before);
    ok(await visitor.post('/api/lessons', lesson(teacherId, '18:00')));
  });

  test('admits as many as there is room for when they come at once', async () => {
    const { visitor } = await feeds.studio('at-once');
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((firstName) => visitor.post('/api/students', { ...student, firstName })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('answers a repeated request as the first time', async () => {
    const { visitor } = await feeds.studio('repeated');
    const key = { 'Idempotency-Key': 'one' };
    const first = ok(await visitor.post('/api/students', student, key));
    expect(ok(await visitor.post('/api/students', student, key))).toEqual(first);
  });
});

describe('a guest', () => {
  test('has less room, and is told what gives more', async () => {
    const visitor = feeds.rondo.visitor();
    ok(await visitor.post('/api/guest-login'));
    const teacherId = await addTeacher(visitor, 'Tess Moss', everyDay);
    for (const name of ['Ann Lee', 'Ben Abel']) await addStudent(visitor, name, everyDay);
    ok(await visitor.post('/api/lessons', lesson(teacherId, '17:00')));
    expect(refused(await visitor.post('/api/students', student))).toEqual([
      409,
      'A guest can have at most 2 students. Create an account to add more.',
    ]);
    expect(refused(await visitor.post('/api/teachers', teacher))[1]).toBe(
      'A guest can have at most 1 teacher. Create an account to add more.',
    );
    expect(refused(await visitor.post('/api/lessons', lesson(teacherId, '18:00')))[1]).toBe(
      'A guest can have at most 1 lesson. Create an account to add more.',
    );
  });

  test('whose log is full can only sign out or register', async () => {
    const visitor = feeds.rondo.visitor();
    ok(await visitor.post('/api/guest-login'));
    const id = await addStudent(visitor, 'Ann Lee', everyDay);
    const rename = (firstName: string) => visitor.put(`/api/students/${id}`, { firstName });
    let last = await rename('Anna');
    for (let i = 0; i < 12 && last.status === 200; i += 1) last = await rename(`Anna ${i}`);
    expect(refused(last)).toEqual([409, 'This guest studio is full. Create an account to go on.']);
    expect(ok(await visitor.get('/api/students'))).toHaveLength(1);
    await visitor.register('grown@example.com');
    ok(await rename('Ann'));
  });
});
