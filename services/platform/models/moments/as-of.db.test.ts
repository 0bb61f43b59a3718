import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent, addTeacher } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { ok } from '../../../testing/visitor.ts';
import { asOf, listPaths, listsOf, rightNow } from './testing/lists.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo();
});
afterAll(() => rondo.stop());

const weekday = [{ day: 2, from: '14:00', to: '18:00' }];
const weekly = { dayOfWeek: 2, startTime: '15:00', lessonDate: '' };

test('every list as of a moment is what the live list was then, through all that happened since', async () => {
  const before = rightNow();
  const dana = await rondo.visitor().register('past@example.com');
  const teacherId = await addTeacher(dana, 'Tess Moss', weekday);
  const other = await addTeacher(dana, 'Marcus Hill', []);
  const studentId = await addStudent(dana, 'Ann Lee', weekday, { teacherId });
  const { json: series } = await dana.post('/api/lessons', { ...weekly, teacherId, studentId });
  const today = rightNow().slice(0, 10);
  const bill = async (selected: string) => {
    const period = { billingPeriodStart: today, billingPeriodEnd: addDays(today, 27) };
    const body = { teacherId: null, ...period, selectedStudentIds: [selected] };
    return ok(await dana.post('/api/invoices/generate', body))[0].id;
  };
  const paths = listPaths({ studentId, teacherId });

  const remembered: { instant: string; lists: Record<string, unknown> }[] = [];
  const remember = async (): Promise<void> => {
    remembered.push({ lists: await listsOf(dana, paths), instant: rightNow() });
  };
  await remember();
  const ben = await addStudent(dana, 'Ben Abel', [], { address: '4700 Shoal Creek Blvd, Austin, TX 78756' });
  await dana.post('/api/lessons', { ...weekly, startTime: '16:00', teacherId, studentId: ben });
  const [invoice, deleted] = [await bill(studentId), await bill(ben)];
  await remember();
  await dana.patch(`/api/lessons/${series.id}/edit`, { startTime: '14:30', editScope: 'series' });
  await dana.put(`/api/students/${studentId}`, { firstName: 'Anna', availability: [] });
  await dana.put(`/api/lessons/${series.id}`, { teacherId: other });
  ok(await dana.put(`/api/invoices/${invoice}/status`, { status: 'sent' }));
  ok(await dana.delete(`/api/invoices/${deleted}`));
  await remember();
  await dana.delete(`/api/students/${ben}`);
  await dana.put(`/api/teachers/${teacherId}`, { availability: [] });
  await dana.put(`/api/students/${studentId}/teacher`, { teacherId: null });
  await remember();

  for (const { instant, lists } of remembered.toReversed())
    expect(await listsOf(dana, paths, instant), instant).toEqual(lists);
  const empty = Object.fromEntries(paths.map((path) => [path, []]));
  expect(await listsOf(dana, paths, before), 'before the studio’s first event').toEqual(empty);
});

test('days can be asked for at a moment as they can today', async () => {
  const dana = await rondo.visitor().register('days@example.com');
  const teacherId = await addTeacher(dana, 'Tess Moss', weekday);
  for (const lessonDate of ['2027-01-05', '2027-02-02'])
    await dana.post('/api/lessons', {
      teacherId,
      eventTitle: 'Recital',
      entryType: 'appointment',
      startTime: '15:00',
      lessonDate,
    });
  const then = rightNow();
  await dana.delete('/api/lessons/clear', { manual: true, selectedTeachers: [teacherId] });
  const range = 'from=2027-02-01&to=2027-02-28';
  expect((await dana.get(`/api/lessons?${range}`)).json).toEqual([]);
  const { json } = await dana.get(`${asOf('/api/lessons', then)}&${range}`);
  expect(json).toMatchObject([{ lessonDate: '2027-02-02', eventTitle: 'Recital' }]);
});

test('an instant that has not come yet, or that is none, is refused with a sentence', async () => {
  const dana = await rondo.visitor().register('future@example.com');
  const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
  for (const path of listPaths()) {
    expect(await dana.get(asOf(path, later(60_000)))).toMatchObject({
      status: 400,
      text: '"asOf" can\'t be in the future.',
    });
    expect(await dana.get(asOf(path, 'last week'))).toMatchObject({
      status: 400,
      text: '"asOf" must be an instant such as 2026-11-23T15:00:00Z.',
    });
    expect((await dana.get(asOf(path, later(500)))).status, 'clocks may differ a little').toBe(200);
  }
});

test('a past list is kept by the browser and asked about: 304 while it is the same', async () => {
  const dana = await rondo.visitor().register('tags@example.com');
  const eve = await rondo.visitor().register('tags-too@example.com');
  await addStudent(dana, 'Ann Lee', []);
  const one = asOf('/api/students', rightNow());
  await addStudent(dana, 'Ben Abel', []);
  const two = asOf('/api/students', rightNow());
  const first = await dana.get(one);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]+"$/);
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const again = await dana.get(one, { 'If-None-Match': tag });
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
  expect((await dana.get(two, { 'If-None-Match': tag })).status).toBe(200);
  const [empty, others] = [
    await dana.get(asOf('/api/lessons', '2020-01-01T00:00:00Z')),
    await eve.get(asOf('/api/lessons', '2020-01-01T00:00:00Z')),
  ];
  expect(empty.json).toEqual(others.json);
  expect(empty.headers.get('etag')).not.toBe(others.headers.get('etag'));
});

test('a long list is sent compressed to a caller that takes it so, the same again from the cache, and plain to any other', async () => {
  const dana = await rondo.visitor().register('long@example.com');
  for (let n = 0; n < 12; n += 1) await addStudent(dana, `Student Number${n}`, weekday);
  const path = asOf('/api/students', rightNow());
  const live = (await dana.get('/api/students')).json;
  const answers = [await dana.get(path), await dana.get(path), await dana.get(path, { 'Accept-Encoding': 'identity' })];
  for (const { json, headers } of answers) {
    expect(json).toEqual(live);
    expect(headers.get('vary')).toContain('Accept-Encoding');
    expect(headers.get('content-type')).toContain('application/json');
  }
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', 'gzip', null]);
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
});

test('another studio’s student or teacher is unknown at any moment; an own one has none before it is added', async () => {
  const dana = await rondo.visitor().register('own@example.com');
  const eve = await rondo.visitor().register('foreign@example.com');
  const before = rightNow();
  const teacherId = await addTeacher(dana, 'Tess Moss', weekday);
  const studentId = await addStudent(dana, 'Ann Lee', weekday, { teacherId });
  for (const path of listPaths({ studentId, teacherId }).slice(5)) {
    expect((await eve.get(asOf(path, rightNow()))).status).toBe(404);
    expect((await dana.get(asOf(path, before))).json).toEqual([]);
    expect((await dana.get(asOf(path, rightNow()))).json).toHaveLength(1);
  }
});

test('the past belongs to the signed-in user', async () => {
  for (const path of listPaths()) expect((await rondo.visitor().get(asOf(path, rightNow()))).status).toBe(401);
});
