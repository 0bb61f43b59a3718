import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import type { Visitor } from '../../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const rightNow = (): string => new Date().toISOString();
const windows = [{ day: 2, from: '14:00', to: '18:00' }];
const tuesdays = { dayOfWeek: 2, startTime: '15:00', lessonDate: '' };

const studioOf = async (email: string) => {
  const dana = await rondo.visitor().register(email);
  const teacherId = await addTeacher(dana, 'Tess Moss', windows);
  const ann = await addStudent(dana, 'Ann Lee', windows, { teacherId });
  const ben = await addStudent(dana, 'Ben Abel', windows, { teacherId });
  const lessonOf = async (studentId: string, body: object = tuesdays) => {
    const { status, text, json } = await dana.post('/api/lessons', { ...body, teacherId, studentId });
    expect(status, text).toBe(200);
    return json;
  };
  return { dana, teacherId, ann, ben, lessonOf };
};

const changesOf = async (visitor: Visitor, query: { since?: string; until?: string } = {}) => {
  const { status, text, json } = await visitor.get(`/api/changes?${new URLSearchParams(query).toString()}`);
  expect(status, text).toBe(200);
  return json;
};
const kindsOf = async (visitor: Visitor, query: { since?: string; until?: string } = {}): Promise<string[]> =>
  (await changesOf(visitor, query)).flatMap(({ name, changes }: { name: string; changes: { kind: string }[] }) =>
    changes.map(({ kind }) => `${name} ${kind}`),
  );

test('changes are grouped by student, with the time before and after and a sentence for the family', async () => {
  const { dana, teacherId, ann, ben, lessonOf } = await studioOf('grouped@example.com');
  const series = await lessonOf(ann);
  const since = rightNow();
  await dana.patch(`/api/lessons/${series.id}/edit`, {
    startTime: '16:00',
    editScope: 'single',
    originalDate: '2026-12-01',
  });
  await lessonOf(ben, { lessonDate: '2026-12-02', startTime: '10:00' });
  const teacher = { id: teacherId, name: 'Tess Moss' };
  const [one, other, ...rest] = await changesOf(dana, { since });
  expect(rest).toEqual([]);
  expect(one).toMatchObject({
    studentId: ann,
    name: 'Ann Lee',
    changes: [
      {
        kind: 'moved',
        date: '2026-12-01',
        weekly: null,
        before: { date: '2026-12-01', startTime: '15:00', endTime: '15:45', teacher },
        after: { date: '2026-12-01', startTime: '16:00', endTime: '16:45', teacher },
        text: 'Ann’s lesson on Tuesday, December 1 at 3:00\u00a0PM moves to Tuesday, December 1 at 4:00\u00a0PM.',
      },
    ],
  });
  expect(other).toMatchObject({ studentId: ben, changes: [{ kind: 'added', date: '2026-12-02', before: null }] });
});

test('what was changed and changed back is nothing, and a later moment may be the end', async () => {
  const { dana, ann, lessonOf } = await studioOf('net@example.com');
  const series = await lessonOf(ann);
  const since = rightNow();
  await dana.put(`/api/lessons/${series.id}`, { dayOfWeek: 3, startTime: '16:00' });
  const until = rightNow();
  const { json: lessons } = await dana.get('/api/lessons');
  const current = lessons.find(({ validTo }: { validTo: string | null }) => validTo === null);
  await dana.put(`/api/lessons/${current.id}`, { dayOfWeek: 2, startTime: '15:00' });
  const extra = await lessonOf(ann, { lessonDate: '2026-12-04', startTime: '10:00' });
  await dana.delete(`/api/lessons/${extra.id}`);
  expect(await kindsOf(dana, { since })).toEqual([]);
  expect(await kindsOf(dana, { since, until })).toEqual(['Ann Lee moved']);
});

test('each family’s changes count from when it was told last, or else from before its first lesson', async () => {
  const { dana, ann, ben, lessonOf } = await studioOf('informed@example.com');
  expect(await kindsOf(dana)).toEqual([]);
  for (const studentId of [ann, ben]) {
    const { id } = await lessonOf(studentId, studentId === ann ? tuesdays : { ...tuesdays, startTime: '16:00' });
    await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' });
  }
  const untold = ['Ann Lee added', 'Ann Lee cancelled', 'Ben Abel added', 'Ben Abel cancelled'];
  expect(await kindsOf(dana)).toEqual(untold);
  const informed = await dana.post('/api/changes/told', { studentIds: [ann, ann], until: rightNow() });
  expect([informed.status, informed.json]).toEqual([200, { success: true }]);
  expect(await kindsOf(dana)).toEqual(untold.slice(2));
  await lessonOf(ann, { lessonDate: '2026-12-03', startTime: '10:00' });
  expect(await kindsOf(dana)).toEqual(['Ann Lee added', ...untold.slice(2)]);
  const earlier = await dana.post('/api/changes/told', { studentIds: [ann], until: '2026-01-01T00:00:00Z' });
  expect(earlier.headers.get('rondo-batch')).toBeNull();
  expect(await kindsOf(dana), 'an earlier moment takes nothing back').toEqual(['Ann Lee added', ...untold.slice(2)]);
});

test('a plan counts once it is accepted: until then the lessons that it replaces do', async () => {
  const { dana, teacherId, ann } = await studioOf('planned@example.com');
  const generate = async (): Promise<string> => {
    const { text, json } = await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [ann] });
    const reportId = json?.optimizationReports?.[teacherId]?.reportId;
    expect(reportId, text).toBeTypeOf('string');
    return reportId;
  };
  const accept = (reportId: string) =>
    dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'accepted' });
  const entered = rightNow();
  const first = await generate();
  expect(await kindsOf(dana, { since: entered }), 'only planned').toEqual([]);
  await accept(first);
  expect(await kindsOf(dana, { since: entered })).toEqual(['Ann Lee added']);
  expect(await kindsOf(dana)).toEqual(['Ann Lee added']);
  await dana.post('/api/changes/told', { studentIds: [ann], until: rightNow() });
  await dana.put(`/api/students/${ann}`, {
    availability: [{ dayOfWeek: 2, startTime: '17:00', endTime: '18:00', enabled: true, isPreferred: false }],
  });
  const second = await generate();
  const { json: lessons } = await dana.get('/api/lessons');
  expect(lessons.map(({ status }: { status: string }) => status)).toContain('optimized');
  expect(await kindsOf(dana), 'only planned').toEqual([]);
  await accept(second);
  expect(await kindsOf(dana)).toEqual(['Ann Lee moved']);
});

test('the family that loses a date to another family or to an appointment is told', async () => {
  const { dana, teacherId, ann, ben, lessonOf } = await studioOf('lost@example.com');
  const series = await lessonOf(ann);
  const since = rightNow();
  const edit = { editScope: 'single', originalDate: '2026-12-01', lessonDate: '2026-12-01', startTime: '15:00' };
  const given = await dana.patch(`/api/lessons/${series.id}/edit`, { ...edit, studentId: ben });
  expect(given.status, given.text).toBe(200);
  expect(await kindsOf(dana, { since })).toEqual(['Ann Lee cancelled', 'Ben Abel added']);
  const [{ changes }] = await changesOf(dana, { since });
  expect(changes[0].text).toBe('Ann’s lesson on Tuesday, December 1 at 3:00\u00a0PM is cancelled.');
  const until = rightNow();
  const dentist = { entryType: 'appointment', eventTitle: 'Dentist', studentId: null };
  const turned = await dana.put(`/api/lessons/${given.json.id}`, dentist);
  expect(turned.status, turned.text).toBe(200);
  expect(await kindsOf(dana, { since })).toEqual(['Ann Lee cancelled']);
  expect(await kindsOf(dana, { since: until })).toEqual(['Ben Abel cancelled']);
  const back = rightNow();
  const lesson = { entryType: 'lesson', studentId: ann, teacherId };
  expect((await dana.put(`/api/lessons/${given.json.id}`, lesson)).status).toBe(200);
  expect(await kindsOf(dana, { since: back })).toEqual(['Ann Lee restored']);
  expect(await kindsOf(dana, { since })).toEqual([]);
});

test('a family that was given a lesson and loses it again is told that it ends', async () => {
  const { dana, ann, ben, lessonOf } = await studioOf('given@example.com');
  const series = await lessonOf(ann);
  expect((await dana.put(`/api/lessons/${series.id}`, { studentId: ben })).status).toBe(200);
  const since = rightNow();
  expect((await dana.put(`/api/lessons/${series.id}`, { studentId: ann })).status).toBe(200);
  expect(await kindsOf(dana, { since })).toEqual(['Ann Lee added', 'Ben Abel ended']);
});

test.each([
  ['on one date', { lessonDate: '2026-12-02', startTime: '10:00' }],
  ['every week', { lessonDate: '', dayOfWeek: 3, startTime: '10:00' }],
])(
  'an alternative that was picked is a lesson for the family, before and after it is confirmed: %s',
  async (_, when) => {
    const { dana, teacherId, ann, lessonOf } = await studioOf(`picked${Object.keys(when).length}@example.com`);
    await lessonOf(ann);
    const since = rightNow();
    await dana.post('/api/changes/told', { studentIds: [ann], until: since });
    const picked = await dana.post('/api/lessons/create-recommended', { ...when, teacherId, studentId: ann });
    expect([picked.status, picked.json.status]).toEqual([200, 'recommended']);
    expect(await kindsOf(dana, { since })).toEqual(['Ann Lee added']);
    expect(await kindsOf(dana)).toEqual(['Ann Lee added']);
    const then = rightNow();
    expect((await dana.patch(`/api/lessons/${picked.json.id}`, { status: 'scheduled' })).status).toBe(200);
    expect(await kindsOf(dana, { since: then })).toEqual([]);
    expect(await kindsOf(dana, { since })).toEqual(['Ann Lee added']);
  },
);

test('a removed student’s lesson ends for the family, by name', async () => {
  const { dana, ann, lessonOf } = await studioOf('removed@example.com');
  await lessonOf(ann);
  await dana.post('/api/changes/told', { studentIds: [ann], until: rightNow() });
  await dana.delete(`/api/students/${ann}`);
  expect(await kindsOf(dana)).toEqual(['Ann Lee ended']);
  expect((await dana.post('/api/changes/told', { studentIds: [ann], until: rightNow() })).status).toBe(200);
  expect(await kindsOf(dana)).toEqual([]);
});

test('instants in the future, in the wrong order or none are refused, and so are other studios’ students', async () => {
  const { dana } = await studioOf('refused@example.com');
  const { ann } = await studioOf('foreign@example.com');
  const later = '2099-11-23T15:00:00Z';
  const refused = async (query: string) => {
    const { status, text } = await dana.get(`/api/changes?${query}`);
    return [status, text];
  };
  expect(await refused(`since=${later}`)).toEqual([400, '"since" can\'t be in the future.']);
  expect(await refused(`until=${later}`)).toEqual([400, '"until" can\'t be in the future.']);
  expect(await refused('since=2026-11-02T00:00:00Z&until=2026-11-01T00:00:00Z')).toEqual([
    400,
    '"until" can\'t be before "since".',
  ]);
  expect(await refused('since=yesterday')).toEqual([400, '"since" must be an instant such as 2026-11-23T15:00:00Z.']);
  const tell = (body: unknown) => dana.post('/api/changes/told', body);
  expect((await tell({ studentIds: [ann], until: rightNow() })).status).toBe(404);
  expect((await tell({ studentIds: [ann], until: later })).status).toBe(400);
  expect((await tell({ studentIds: [], until: rightNow() })).text).toBe('Please select at least one student.');
  expect((await rondo.visitor().get('/api/changes')).status).toBe(401);
});
