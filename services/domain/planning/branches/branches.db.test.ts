import { beforeEach, expect, test } from 'vitest';
import { dana, email, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const windows = (dayOfWeek: number, startTime = '15:00', endTime = '19:00') => [
  { dayOfWeek, startTime, endTime, enabled: true, isPreferred: false },
];

let tess: string;
let ann: string;
let ben: string;

const openOne = async (name: string, more: object = {}) => ok(await dana.post('/api/branches', { name, ...more }));
const branchAt = async (id: string) => ok(await dana.get(`/api/branches/${id}`));
const change = async (id: string, made: object) => ok(await dana.post(`/api/branches/${id}/changes`, { change: made }));
const plan = async (id: string, body: object = {}) => ok(await dana.post(`/api/branches/${id}/plan`, body));
const compared = async (...ids: readonly string[]) => ok(await dana.get(`/api/branch-comparison?ids=${ids.join(',')}`));

/** Everything of the studio that a branch may not touch. */
const studioRows = async () =>
  Promise.all(
    ['/api/students', '/api/teachers', '/api/lessons', '/api/optimization-reports', '/api/invoices'].map(async (path) =>
      ok(await dana.get(path)),
    ),
  );

beforeEach(async () => {
  tess = await addTeacher(dana, 'Tess Moss', everyDay);
  ann = await addStudent(dana, 'Ann Lee', [{ day: 2, from: '15:00', to: '19:00' }], { teacherId: tess });
  ben = await addStudent(dana, 'Ben Ito', [{ day: 2, from: '16:00', to: '16:45' }], { teacherId: tess });
  for (const id of [ann, ben]) ok(await dana.put(`/api/students/${id}`, { perLessonRate: 50 }));
  const { optimizationReports } = ok(
    await dana.post('/api/schedule/generate', { teacherIds: [tess], studentIds: [ann, ben] }),
  );
  ok(
    await dana.patch(`/api/optimization-reports/${optimizationReports[tess].reportId}/status`, { status: 'accepted' }),
  );
});

test('a branch is planned beside the week, and nothing of it is in the studio', async () => {
  const before = await studioRows();
  const { id, revision } = await openOne('Fridays');
  const { changes } = await change(id, { kind: 'studentHours', studentId: ann, availability: windows(5) });
  expect(changes).toMatchObject([{ kind: 'studentHours', text: 'Ann Lee has other hours.', ids: [ann] }]);
  await change(id, {
    kind: 'joins',
    firstName: 'Zoe',
    lastName: 'Park',
    zipCode: '78704',
    availability: windows(5),
    teacherIds: [tess],
    perLessonRate: 40,
  });
  const { branch, rebased } = await plan(id);
  expect(rebased).toEqual({ changed: [], fellAway: [] });
  expect(branch).toMatchObject({
    planned: true,
    changedSince: [],
    figures: { students: 3, placed: 3, moved: 1, incomeWeek: 140, withoutRate: 0, proven: true },
  });
  const { entries } = branch.week[0];
  expect(
    entries.map(({ title, dayOfWeek }: { title: string; dayOfWeek: number }) => `${title} ${dayOfWeek}`).toSorted(),
  ).toEqual(['Ann Lee 5', 'Ben Ito 2', 'Zoe Park 5']);
  expect(await branchAt(id)).toEqual({ ...branch, revision: expect.any(String) });
  expect(Number(branch.revision)).toBeGreaterThan(Number(revision));
  expect(await studioRows()).toEqual(before);
  const { columns, rows, equals } = await compared(id);
  expect(columns.map(({ name }: { name: string }) => name)).toEqual(['Now', 'Fridays']);
  expect(equals).toEqual([]);
  const row = (key: string) => rows.find((one: { key: string }) => one.key === key);
  expect(row('placed').cells).toMatchObject([
    { text: '2 of 2', against: null },
    { text: '3 of 3', against: 'better', by: '1 more' },
  ]);
  expect(row('days').cells[1]).toMatchObject({ text: '2', against: 'worse', by: '1 more' });
  expect(row('income').cells).toMatchObject([
    { text: '$100.00' },
    { text: '$140.00', against: 'better', by: '$40.00 more' },
  ]);
  expect(row('moves').cells[1]).toMatchObject({
    text: '1',
    against: null,
    lines: [expect.stringMatching(/^Ann: Tue .* → Fri /u)],
  });
  expect(row('proof').cells.map(({ text }: { text: string }) => text)).toEqual(['Not planned', 'Proven']);
  expect(rows.map(({ key }: { key: string }) => key)).toEqual([
    'placed',
    'preferred',
    'driving',
    'waiting',
    'days',
    'latestHome',
    'moves',
    'notPlaced',
    'income',
    'perHour',
    'proof',
  ]);
});

test('a branch that changes nothing is the same as now', async () => {
  const { id } = await openOne('As it is');
  const other = await openOne('A copy', { from: id });
  expect(other.from).toBe(id);
  const { equals, rows } = await compared(id, other.id);
  expect(equals).toEqual([
    { id, name: 'As it is', text: 'Same as Now.' },
    { id: other.id, name: 'A copy', text: 'Same as Now.' },
  ]);
  expect(rows.filter(({ key, same }: { key: string; same: boolean }) => key !== 'moves' && !same)).toEqual([]);
});

test('what the studio changes since is told, and a plan is based on the studio as it is then', async () => {
  const { id } = await openOne('Ann on Fridays');
  await change(id, { kind: 'studentHours', studentId: ann, availability: windows(5) });
  await plan(id);
  ok(await dana.put(`/api/students/${ann}`, { availability: windows(3) }));
  ok(await dana.put(`/api/students/${ben}`, { lessonDuration: 60, notes: 'Likes Bach', phone: '1' }));
  expect((await branchAt(id)).changedSince).toEqual([
    { kind: 'hours', id: ann, text: 'Ann Lee’s hours' },
    { kind: 'length', id: ben, text: 'Ben Ito’s lesson length' },
  ]);
  const { branch, rebased } = await plan(id);
  expect(rebased).toEqual({ changed: ['Ann Lee’s hours'], fellAway: [] });
  expect(branch.changedSince).toEqual([]);
  ok(await dana.delete(`/api/students/${ann}`));
  expect((await branchAt(id)).changedSince).toEqual([{ kind: 'removed', id: ann, text: 'Ann Lee, who was removed' }]);
  const again = await plan(id);
  expect(again.rebased).toEqual({ changed: [], fellAway: ['Ann Lee’s hours'] });
  expect(again.branch.changes).toEqual([]);
});

test('branches have limits, a revision, and an undo', async () => {
  const { id, revision } = await openOne('One');
  const change1 = { kind: 'leaves', studentId: ann };
  expect(
    refused(await dana.post(`/api/branches/${id}/changes`, { change: { ...change1, studentId: 'nobody' } })),
  ).toEqual([404, 'There is no such student.']);
  expect(refused(await dana.post(`/api/branches/${id}/changes`, { change: { kind: 'rain' } }))).toEqual([
    400,
    'Please say what changes.',
  ]);
  const made = await dana.post(`/api/branches/${id}/changes`, { change: change1, revision });
  ok(made);
  expect((await dana.post(`/api/branches/${id}/changes`, { change: change1, revision })).status).toBe(412);
  expect((await branchAt(id)).figures).toMatchObject({ students: 1, placed: 1, moved: 0 });
  ok(await dana.post('/api/undo', { batchId: batchOf(made) }));
  expect((await branchAt(id)).changes).toEqual([]);
  expect(ok(await dana.patch(`/api/branches/${id}`, { name: 'Two' })).name).toBe('Two');
  const dropped = await dana.delete(`/api/branches/${id}`);
  ok(dropped);
  expect((await dana.get(`/api/branches/${id}`)).status).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(dropped) }));
  expect((await branchAt(id)).name).toBe('Two');
  for (let n = 2; n <= 10; n += 1) await openOne(`Branch ${n}`);
  expect(refused(await dana.post('/api/branches', { name: 'One more' }))).toEqual([
    409,
    'At most 10 branches can be open. Drop one first.',
  ]);
  expect(ok(await dana.get('/api/branches'))).toHaveLength(10);
  const other = await rondo.visitor().register(`other-${email}`);
  expect((await other.get(`/api/branches/${id}`)).status).toBe(404);
});

test('a branch is taken over as one change, which waits for a decision, and one undo takes it back', async () => {
  const before = await studioRows();
  const { id } = await openOne('A new home and a new student');
  await change(id, { kind: 'home', teacherId: tess, address: '2108 S Lamar Blvd, Austin, TX 78704' });
  await change(id, { kind: 'studentHours', studentId: ann, availability: windows(5) });
  await change(id, { kind: 'leaves', studentId: ben });
  const joining = { kind: 'joins', firstName: 'Zoe', lastName: 'Park', zipCode: '78704', teacherIds: [tess] };
  const last = await change(id, { ...joining, availability: windows(5), perLessonRate: 40 });
  const takeOver = (revision: string) => dana.post(`/api/branches/${id}/take-over`, { revision });
  expect(refused(await takeOver(last.revision))).toEqual([409, 'Plan this branch first.']);
  await plan(id);
  ok(await dana.put(`/api/students/${ben}`, { lessonDuration: 30 }));
  expect(refused(await takeOver((await branchAt(id)).revision))).toEqual([
    409,
    '1 change since this branch was planned: Ben Ito’s lesson length. Plan it again first.',
  ]);
  ok(await dana.put(`/api/students/${ben}`, { lessonDuration: 45 }));
  const { branch } = await plan(id);
  expect((await takeOver('0')).status).toBe(412);
  const answer = await takeOver(branch.revision);
  const { optimizationReports, changed, lessons } = ok(answer);
  expect(changed).toEqual({ students: 1, teachers: 1, added: 1 });
  const report = optimizationReports[tess];
  expect(report.status).toBe('pending');
  expect(
    lessons
      .map(({ student, dayOfWeek }: { student: { name: string }; dayOfWeek: number }) => `${student.name} ${dayOfWeek}`)
      .toSorted(),
  ).toEqual(['Ann Lee 5', 'Zoe Park 5']);
  const students = ok(await dana.get('/api/students'));
  expect(students.map(({ name }: { name: string }) => name)).toEqual(['Ben Ito', 'Ann Lee', 'Zoe Park']);
  expect(ok(await dana.get('/api/teachers'))[0].address).toBe('2108 S Lamar Blvd, Austin, TX 78704');
  expect(refused(await takeOver(branch.revision))).toEqual([
    409,
    expect.stringMatching(/^This branch was taken over on [A-Z][a-z]{2} \d+\.$/u),
  ]);
  expect(ok(await dana.get('/api/branches'))).toEqual([]);
  ok(await dana.post('/api/undo', { batchId: batchOf(answer) }));
  const withoutRevisions = (rows: unknown): unknown =>
    JSON.parse(JSON.stringify(rows, (key, value) => (key === 'revision' || key === 'search' ? undefined : value)));
  const [students2, teachers2, lessons2] = await studioRows();
  expect(withoutRevisions([students2, teachers2, lessons2])).toEqual(withoutRevisions(before.slice(0, 3)));
  const again = await branchAt(id);
  expect(again).toMatchObject({ name: 'A new home and a new student', planned: true, changedSince: [] });
  // Taken over again, and the plan rejected: the people stay changed.
  const second = ok(await takeOver(again.revision));
  ok(
    await dana.patch(`/api/optimization-reports/${second.optimizationReports[tess].reportId}/status`, {
      status: 'rejected',
    }),
  );
  expect(ok(await dana.get('/api/students'))).toHaveLength(3);
});
