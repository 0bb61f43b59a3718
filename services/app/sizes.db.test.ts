import { randomUUID } from 'node:crypto';
import { allEndpoints } from '@rondo/contracts/api/all.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scratchDatabase } from '@rondo/projections/testing/scratch-database.ts';
import { logLines } from '../testing/log-lines.ts';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { testRondo } from '../testing/test-rondo.ts';
import { type Answer, batchOf, fileForm, ok, refused, endOfRestore, type Visitor } from '../testing/visitor.ts';
import { bring, fileOf, linesIn, ofAnotherServer, studioPath } from './testing/studio-files.ts';
import { benOn, now, rondoWithFeeds, sync } from './testing/feed-studio.ts';

const { log, traces } = logLines();
let feeds: Awaited<ReturnType<typeof rondoWithFeeds>>;
beforeAll(async () => {
  feeds = await rondoWithFeeds(
    {
      MAX_STUDENTS: '3',
      MAX_TEACHERS: '2',
      MAX_TEACHERS_OF_STUDENT: '1',
      MAX_LESSONS: '3',
      MAX_GUEST_STUDENTS: '2',
      MAX_GUEST_TEACHERS: '1',
      MAX_GUEST_LESSONS: '1',
      MAX_GUEST_EVENTS: '12',
    },
    log,
  );
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

const tooManyTeachers = [400, 'A student can have at most 1 teacher.'];

/** What a full studio answers to every call that would make it larger. */
const refusals: Readonly<
  Record<string, (studio: Awaited<ReturnType<typeof fullStudio>>) => readonly [Promise<Answer>, readonly unknown[]]>
> = {
  'POST /api/students': ({ visitor }) => [visitor.post('/api/students', student), students],
  'POST /api/students/import-vcards': ({ visitor }) => [
    visitor.call('POST', '/api/students/import-vcards', cards('Dee Ito')),
    students,
  ],
  'POST /api/import/families': ({ visitor }) => [
    visitor.call('POST', '/api/import/families', fileForm('Name,Owes\nDee Ito,80\n')),
    students,
  ],
  'POST /api/teachers': ({ visitor }) => [visitor.post('/api/teachers', teacher), teachers],
  'POST /api/sample-studio': ({ visitor }) => [visitor.post('/api/sample-studio'), students],
  'POST /api/lessons': ({ visitor, teacherId }) => [
    visitor.post('/api/lessons', lesson(teacherId, '19:00', '2026-11-27')),
    lessons,
  ],
  'POST /api/lessons/create-recommended': ({ visitor, teacherId }) => [
    visitor.post('/api/lessons/create-recommended', lesson(teacherId, '19:00')),
    lessons,
  ],
  'POST /api/assignments': ({ visitor, ann, other }) => [
    visitor.post('/api/assignments', { studentId: ann, teacherId: other }),
    tooManyTeachers,
  ],
  // The first student could have the teacher.
  'POST /api/assignments/bulk': ({ visitor, cy, ann, other }) => [
    visitor.post('/api/assignments/bulk', { studentIds: [cy, ann], teacherIds: [other] }),
    tooManyTeachers,
  ],
  // At a chosen time: a student who is not assigned to that teacher is.
  'POST /api/students/optimize': ({ visitor, ann, other }) => [
    visitor.post('/api/students/optimize', {
      studentId: ann,
      optimizationType: 'add-only',
      time: { teacherId: other, dayOfWeek: 2, startTime: '16:00' },
    }),
    tooManyTeachers,
  ],
};

/** Calls that lead back to what there was, read calendars, or need more than one call: each has a test of its own below, or with questions. */
const refusedElsewhere = [
  'POST /api/undo',
  'POST /api/restore',
  'POST /api/backups/:id/restore',
  'POST /api/calendar/replace-all-appointments',
  'POST /api/branches/:id/take-over',
  'POST /api/inquiries/:id/add',
];

/** Calls that change, move, cancel, plan or remove what there is. */
const neverRefused = [
  'POST /api/attendance',
  'POST /api/households',
  'POST /api/family/lessons/:ref/cancel',
  'POST /api/family/requests/:ref/take',
  'POST /api/family/asked/:ref',
  'POST /api/requests/:id/answer',
  'POST /api/calendar/sync-cancellations',
  'PATCH /api/lessons/:id',
  'PUT /api/lessons/:id',
  'POST /api/lessons/:id/cancel',
  'PATCH /api/lessons/:id/cancellation',
  'PATCH /api/lessons/:id/edit',
  'PATCH /api/lessons/:id/reschedule',
  'POST /api/lessons/:id/repairs',
  'POST /api/repairs/:id/answers',
  'POST /api/lessons/pins',
  'PATCH /api/optimization-reports/:id/status',
  'POST /api/schedule/generate',
  'POST /api/students/assign-random-availability',
  'POST /api/students/assign-standard-availability',
  'POST /api/students/clear-availability',
  'POST /api/students/delete',
  'POST /api/students/set-length',
  'POST /api/students/set-rate',
  'PUT /api/students/:id',
  'PUT /api/students/:id/household',
  'PUT /api/students/:id/teacher',
  'POST /api/teachers/clear-availability',
  'POST /api/teachers/delete',
  'PUT /api/teachers/:id',
];

test('every call that changes students, teachers or lessons has a limit or needs none', () => {
  const counted = new Set<string>(['students', 'teachers', 'lessons']);
  const changing = allEndpoints.filter(
    ({ method, updates }) => method !== 'GET' && method !== 'DELETE' && updates?.some((list) => counted.has(list)),
  );
  expect(changing.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    [...Object.keys(refusals), ...refusedElsewhere, ...neverRefused].toSorted(),
  );
});

describe('a full studio', () => {
  let full: Awaited<ReturnType<typeof fullStudio>>;
  beforeAll(async () => {
    full = await fullStudio('full');
  });

  test.each(Object.entries(refusals))('refuses %s before anything is written, and traces it', async (call, asking) => {
    const before = await lists(full.visitor);
    const [answer, refusal] = asking(full);
    expect(refused(await answer)).toEqual(refusal);
    expect(await lists(full.visitor)).toEqual(before);
    const limit = refusal === tooManyTeachers ? 'teachers of a student' : 'size of a studio';
    expect(traces()).toContainEqual(expect.objectContaining({ event: 'limit', limit, call, userId: full.studioId }));
  });

  test('refuses to replace a calendar, for the teacher alone, and traces it', async () => {
    const { visitor, teacherId, says } = full;
    const before = await lists(visitor);
    says(benOn('20261125T150000'));
    expect(ok(await sync(visitor, 'replace-all-appointments')).failed).toEqual([
      { teacherId, detail: 'A studio can have at most 3 lessons.' },
    ]);
    expect(await lists(visitor)).toEqual(before);
    const call = 'POST /api/calendar/replace-all-appointments';
    expect(traces()).toContainEqual(expect.objectContaining({ event: 'limit', limit: 'size of a studio', call }));
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
    ok(await endOfRestore(visitor, await visitor.post('/api/restore', { asOf })));
    expect(ok(await visitor.get('/api/students'))).toHaveLength(3);
  });

  test('refuses to take over a branch with a new student, whole', async () => {
    const { visitor, teacherId } = await fullStudio('branched');
    const { id } = ok(await visitor.post('/api/branches', { name: 'One more' }));
    const availability = [{ dayOfWeek: 4, startTime: '09:00', endTime: '12:00' }];
    const change = { kind: 'joins', ...student, availability, teacherIds: [teacherId] };
    ok(await visitor.post(`/api/branches/${id}/changes`, { change }));
    const { branch } = ok(await visitor.post(`/api/branches/${id}/plan`, { teacherIds: [teacherId] }));
    const before = await lists(visitor);
    const { revision } = branch;
    expect(refused(await visitor.post(`/api/branches/${id}/take-over`, { revision }))).toEqual(students);
    expect(await lists(visitor)).toEqual(before);
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

  test('is not brought in from a file', async () => {
    const { visitor } = await feeds.studio('for-a-file');
    const lines = linesIn(ofAnotherServer((await visitor.get(studioPath)).text));
    const one = lines.find(({ type }) => type === 'StudentRegistered');
    const others = Array.from({ length: 2 }, (_, n) => ({
      ...one,
      eventId: randomUUID(),
      stream: `student-${one?.metadata.studioId}.${n}`,
      data: { ...one?.data, studentId: `${n}` },
    }));
    const empty = await feeds.rondo.visitor().register('for-a-file-too@example.com');
    expect(refused(await bring(empty, fileOf([...lines, ...others])))).toEqual(students);
    expect(ok(await bring(empty, fileOf([...lines, ...others.slice(1)])))).toMatchObject({ students: 3 });
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
    expect(traces()).toContainEqual(expect.objectContaining({ event: 'limit', limit: 'events of a guest' }));
    await visitor.register('grown@example.com');
    ok(await rename('Ann'));
  });

  test('whose log is full can sign out, which erases the studio', async () => {
    const visitor = feeds.rondo.visitor();
    const { id: userId } = ok(await visitor.post('/api/guest-login'));
    const id = await addStudent(visitor, 'Ann Lee', everyDay);
    for (let i = 0; i < 12; i += 1) await visitor.put(`/api/students/${id}`, { firstName: `Anna ${i}` });
    expect((await visitor.put(`/api/students/${id}`, { firstName: 'Ann' })).status).toBe(409);
    ok(await visitor.post('/api/logout'));
    expect((await visitor.get('/api/students')).status).toBe(401);
    expect(traces()).toContainEqual(expect.objectContaining({ event: 'erasure', userId }));
  });
});

test('an undo and a restore that give a student too many teachers are refused', async () => {
  const { connectionString, drop } = await scratchDatabase();
  const email = 'lowered@example.com';
  // A server on which a student could have more teachers.
  const before = await testRondo(now, { DATABASE_URL: connectionString });
  const visitor = await before.visitor().register(email);
  const [tess, eve] = [
    await addTeacher(visitor, 'Tess Moss', everyDay),
    await addTeacher(visitor, 'Eve Stone', everyDay),
  ];
  const ann = await addStudent(visitor, 'Ann Lee', everyDay, { teacherId: tess });
  ok(await visitor.post('/api/assignments', { studentId: ann, teacherId: eve }));
  const asOf = new Date().toISOString();
  const batchId = batchOf(await visitor.delete(`/api/teachers/${eve}`));
  await before.stop();

  const after = await testRondo(now, { DATABASE_URL: connectionString, MAX_TEACHERS_OF_STUDENT: '1' });
  const again = after.visitor();
  ok(await again.post('/api/login', { email, password: 'six-strings' }));
  const had = await lists(again);
  const tooMany = [409, 'A student can have at most 1 teacher.'];
  expect(refused(await again.post('/api/undo', { batchId }))).toEqual(tooMany);
  expect(refused(await again.post('/api/restore', { asOf }))).toEqual(tooMany);
  expect(await lists(again)).toEqual(had);
  await after.stop();
  await drop();
});
