import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { describe, expect, test } from 'vitest';
import { derivedId } from '../../../platform/commands/ids.ts';
import { dana, email, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { type Answer, batchOf, endOfRestore, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const rightNow = (): string => instantAt(Date.now());

/** Everything that the lists show, without the revisions of rows and the ids of reports. */
const shown = async (by = dana): Promise<unknown> => {
  const paths = ['students', 'teachers', 'assignments', 'lessons', 'sample-studio'];
  const lists = await Promise.all(paths.map(async (path) => ok(await by.get(`/api/${path}`))));
  const text = JSON.stringify(lists, (key, value: unknown) =>
    key === 'revision' || key === 'reportId' ? undefined : value,
  );
  return JSON.parse(text);
};

/** Two teachers, each with a student, a weekly lesson and a dated one. */
const studio = async () => {
  const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  const otherId = await addTeacher(dana, 'Eve Stone', everyDay);
  const studentId = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  const entry = { teacherId, studentId, startTime: '16:00', duration: 45 };
  const weekly = ok(await dana.post('/api/lessons', { ...entry, lessonDate: '', dayOfWeek: 2 }));
  ok(await dana.post('/api/lessons', { ...entry, lessonDate: '2026-12-03' }));
  return { teacherId, otherId, studentId, lessonId: weekly.id };
};

/** Changes of every kind. */
const changeMuch = async ({ teacherId, otherId, studentId, lessonId }: Awaited<ReturnType<typeof studio>>) => {
  const ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId });
  ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [ben] }));
  ok(await dana.post(`/api/lessons/${lessonId}/cancel`, { lessonDate: '2026-12-01' }));
  ok(await dana.put(`/api/lessons/${lessonId}`, { teacherId: otherId }));
  ok(await dana.put(`/api/students/${studentId}`, { firstName: 'Anna', availability: [] }));
  const gone = await addTeacher(dana, 'Gil Hart', everyDay);
  ok(await dana.delete(`/api/teachers/${gone}`));
};

/** The answer once the restore has ended, which may take longer than the call waits. */
const ended = (answer: Answer, restoreId?: string): Promise<Answer> => endOfRestore(dana, answer, restoreId);
const restore = async (asOf: string, teacherId?: string): Promise<Answer> =>
  ended(await dana.post('/api/restore', { asOf, ...(teacherId === undefined ? {} : { teacherId }) }));
const restoreBackup = async (id: string): Promise<Answer> => ended(await dana.post(`/api/backups/${id}/restore`, {}));
/** Undoes a restore, which is a restore too. */
const undoRestore = async (batchId: string): Promise<Answer> => {
  const undone = await dana.post('/api/undo', { batchId });
  return undone.status === 202 ? ended(undone, derivedId(batchOf(undone), 'restore')) : undone;
};

test('a studio is as it was at any moment, and undoing the restore gives back exactly what was there', async () => {
  const people = await studio();
  const then = await shown();
  const moment = rightNow();
  await changeMuch(people);
  const now = await shown();
  const preview = ok(await dana.get(`/api/restore/preview?asOf=${moment}`));
  expect(await shown()).toEqual(now);
  expect(preview.students).toMatchObject({ removed: [{ name: 'Ben Ito' }], changed: [{ name: 'Ann Lee' }] });
  expect(preview.lessons.changed).toEqual([
    {
      id: people.lessonId,
      name: 'Anna Lee',
      text: expect.stringMatching(/^Tuesdays, 4:00.PM with Eve Stone becomes Tuesdays, 4:00.PM with Marcus Bell$/),
      before: expect.stringMatching(/^Tuesdays, 4:00.PM with Eve Stone$/),
      after: expect.stringMatching(/^Tuesdays, 4:00.PM with Marcus Bell$/),
    },
  ]);
  const restored = await restore(moment);
  expect(ok(restored)).toMatchObject({ status: 'completed' });
  expect(await shown()).toEqual(then);
  const none = { added: 0, removed: 0, changed: 0 };
  expect(ok(await dana.get(`/api/restore/preview?asOf=${moment}`)).counts).toEqual(none);
  const undone = await undoRestore(batchOf(restored));
  ok(undone);
  expect(await shown()).toEqual(now);
  expect(refused(await dana.post('/api/undo', { batchId: batchOf(restored) }))).toEqual([
    409,
    'This change has already been undone.',
  ]);
  ok(await undoRestore(batchOf(undone)));
  expect(await shown()).toEqual(then);
});

test('people who were removed since come back with their lessons under their ids', async () => {
  const { teacherId, studentId } = await studio();
  const then = await shown();
  const moment = rightNow();
  ok(await dana.delete(`/api/students/${studentId}`));
  ok(await dana.delete(`/api/teachers/${teacherId}`));
  ok(await restore(moment));
  expect(await shown()).toEqual(then);
});

describe('one teacher’s schedule', () => {
  test('is as it was, without what is with another teacher now, and the preview lists that', async () => {
    const { teacherId, otherId, studentId, lessonId } = await studio();
    const entry = { teacherId, studentId, startTime: '18:00', duration: 30, lessonDate: '', dayOfWeek: 4 };
    const thursday = ok(await dana.post('/api/lessons', entry));
    const moment = rightNow();
    ok(await dana.put(`/api/lessons/${lessonId}`, { teacherId: otherId }));
    ok(await dana.delete(`/api/lessons/${thursday.id}`));
    ok(await dana.put(`/api/students/${studentId}`, { firstName: 'Anna', availability: [] }));
    const preview = ok(await dana.get(`/api/restore/preview?asOf=${moment}&teacherId=${teacherId}`));
    expect(preview).toMatchObject({
      counts: { added: 1, removed: 0, changed: 0 },
      lessons: { added: [{ id: thursday.id, name: 'Anna Lee' }] },
      staysAway: [{ id: lessonId, name: 'Anna Lee' }],
    });
    const restored = await restore(moment, teacherId);
    expect(ok(restored)).toMatchObject({ status: 'completed' });
    const lessons: { id: string; teacherId: string }[] = ok(await dana.get('/api/lessons'));
    expect(lessons).toContainEqual(expect.objectContaining({ id: lessonId, teacherId: otherId }));
    expect(lessons).toContainEqual(expect.objectContaining({ id: thursday.id, teacherId }));
    expect(ok(await dana.get('/api/students'))).toMatchObject([{ firstName: 'Anna' }]);
    ok(await undoRestore(batchOf(restored)));
    const after: { id: string }[] = ok(await dana.get('/api/lessons'));
    expect(after.map(({ id }) => id)).not.toContain(thursday.id);
  });
});

test('a plan that was accepted since awaits its decision again, under a new report', async () => {
  const { teacherId } = await studio();
  const studentId = await addStudent(dana, 'Ben Ito', everyDay, { teacherId });
  const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [studentId] });
  const { reportId } = ok(plan).optimizationReports[teacherId];
  const then = await shown();
  const moment = rightNow();
  ok(await dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'accepted' }));
  ok(await restore(moment));
  expect(await shown()).toEqual(then);
  const { reports } = ok(await dana.get('/api/optimization-reports'));
  expect(reports).toMatchObject([
    { status: 'pending', reopens: reportId },
    { id: reportId, status: 'accepted' },
  ]);
});

describe('a restore is refused', () => {
  test('for the schedule of a teacher who was removed; restoring the studio brings both back', async () => {
    const { teacherId } = await studio();
    const then = await shown();
    const moment = rightNow();
    ok(await dana.delete(`/api/teachers/${teacherId}`));
    const now = await shown();
    const sentence =
      'Marcus Bell has been removed. Restore the whole studio to bring back the teacher and the lessons.';
    expect(refused(await dana.get(`/api/restore/preview?asOf=${moment}&teacherId=${teacherId}`))).toEqual([
      409,
      sentence,
    ]);
    expect(refused(await restore(moment, teacherId))).toEqual([409, sentence]);
    expect(await shown()).toEqual(now);
    ok(await restore(moment));
    expect(await shown()).toEqual(then);
  });

  test('for a moment before the studio, in the future, or that is none', async () => {
    await studio();
    expect(refused(await restore('2020-01-01T00:00:00Z'))).toEqual([400, 'The studio did not exist at that time.']);
    expect(refused(await restore('2099-01-01T00:00:00Z'))).toEqual([400, '"asOf" can\'t be in the future.']);
    expect(refused(await restore('last week'))).toEqual([
      400,
      '"asOf" must be an instant such as 2026-11-23T15:00:00Z.',
    ]);
    expect(refused(await dana.get('/api/restore/preview'))).toEqual([400, 'Please name either a moment or a backup.']);
    expect(refused(await dana.get('/api/restore/preview?asOf=2020-01-01T00:00:00Z'))).toEqual([
      400,
      'The studio did not exist at that time.',
    ]);
  });

  test('for a teacher or a backup of another studio, as for none', async () => {
    const { teacherId } = await studio();
    const backup = ok(await dana.post('/api/backups', { name: 'Mine' }));
    const other = await rondo.visitor().register(`other.${email}`);
    const moment = rightNow();
    expect(refused(await other.post('/api/restore', { asOf: moment, teacherId }))).toEqual([
      404,
      'There is no such teacher.',
    ]);
    for (const id of [backup.id, 'none'])
      expect(refused(await other.post(`/api/backups/${id}/restore`, {}))).toEqual([404, 'There is no such backup.']);
    expect(refused(await other.get('/api/restores/none'))).toEqual([404, 'There is no such restore.']);
  });

  test('undoing it, once something was changed since, by name', async () => {
    const { studentId } = await studio();
    const moment = rightNow();
    const changed = await dana.put(`/api/students/${studentId}`, { phone: '1' });
    ok(changed);
    const restored = await restore(moment);
    ok(restored);
    const since = await dana.put(`/api/students/${studentId}`, { phone: '2' });
    const undo = () => undoRestore(batchOf(restored));
    expect(refused(await undo())).toEqual([409, 'Ann Lee has changed since then, so this can no longer be undone.']);
    ok(await dana.post('/api/undo', { batchId: batchOf(since) }));
    ok(await undo());
    expect(ok(await dana.get('/api/students'))).toMatchObject([{ phone: '1' }]);
  });
});

test('backups restore their moment, also the automatic one before a restore', async () => {
  const { studentId } = await studio();
  const then = await shown();
  const backup = ok(await dana.post('/api/backups', { name: 'Before the summer' }));
  ok(await dana.put(`/api/students/${studentId}`, { phone: '1' }));
  const now = await shown();
  const { restoreId } = ok(await restoreBackup(backup.id));
  expect(await shown()).toEqual(then);
  expect(ok(await dana.get(`/api/restores/${restoreId}`))).toMatchObject({ id: restoreId, status: 'completed' });
  const [automatic] = ok(await dana.get('/api/backups'));
  expect(automatic).toMatchObject({ name: 'Before restore', isAutomatic: true });
  ok(await restoreBackup(automatic.id));
  expect(await shown()).toEqual(now);
});

test('twenty writes that race a restore are each carried out before it or refused, and none is lost', async () => {
  const { teacherId, studentId } = await studio();
  const moment = rightNow();
  const dates = Array.from({ length: 20 }, (_, i) => `2027-01-${String(i + 1).padStart(2, '0')}`);
  const enter = (lessonDate: string) =>
    dana.post('/api/lessons', { teacherId, studentId, startTime: '10:00', duration: 30, lessonDate });
  const [restored, second, ...answers] = await Promise.all([restore(moment), restore(moment), ...dates.map(enter)]);
  const both = [restored, second].filter((answer) => answer !== undefined).map(({ status }) => status);
  expect(both.toSorted((a, b) => a - b)).toEqual([200, 409]);
  for (const answer of answers)
    if (answer.status !== 200) expect(refused(answer)).toEqual([409, 'A restore is running.']);
  const idsIn = async (path: string): Promise<string[]> =>
    ok(await dana.get(path)).map((row: { id: string }) => row.id);
  const [automatic] = ok(await dana.get('/api/backups'));
  const kept = [...(await idsIn('/api/lessons')), ...(await idsIn(`/api/lessons?asOf=${automatic.asOf}`))];
  for (const answer of answers) if (answer.status === 200) expect(kept).toContain(answer.json.id);
});

test('a restore tells how far it is, as an event stream until it ends', async () => {
  const { studentId } = await studio();
  const moment = rightNow();
  ok(await dana.put(`/api/students/${studentId}`, { phone: '1' }));
  const restored = await restore(moment);
  const { restoreId } = ok(restored);
  const { text } = await dana.call('GET', `/api/restores/${restoreId}`, undefined, { Accept: 'text/event-stream' });
  const [, data = ''] = /event: result\ndata: (.*)\n\n$/.exec(text) ?? [];
  const ended = JSON.parse(data);
  expect(ended).toEqual({
    id: restoreId,
    status: 'completed',
    done: ended.total,
    total: ended.total,
    detail: 'Restored',
    batchId: batchOf(restored),
  });
  expect(ended.total).toBeGreaterThan(0);
});

test('a plan that is solved while a restore runs is refused or comes before it', async () => {
  const { teacherId } = await studio();
  const ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId });
  const then = await shown();
  const moment = rightNow();
  const generating = dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [ben] });
  const restored = await restore(moment);
  expect(ok(restored)).toMatchObject({ status: 'completed' });
  const generated = await generating;
  // The run takes a second: the restore is over then, or still runs, or on a busy machine has not begun.
  if (generated.status !== 200) expect(refused(generated)).toEqual([409, 'A restore is running.']);
  const ids: string[] = ok(await dana.get('/api/lessons')).map((row: { id: string }) => row.id);
  const isPlannedAfterwards = generated.status === 200 && ids.includes(generated.json.lessons[0].id);
  if (!isPlannedAfterwards) expect(await shown()).toEqual(then);
});

test('a restore that moves a lesson names its time before and after, and its own studio sees it run', async () => {
  const { lessonId } = await studio();
  const moment = rightNow();
  ok(await dana.patch(`/api/lessons/${lessonId}/edit`, { startTime: '17:30', editScope: 'series' }));
  const preview = ok(await dana.get(`/api/restore/preview?asOf=${moment}`));
  expect(preview.lessons.changed).toMatchObject([
    {
      name: 'Ann Lee',
      before: expect.stringMatching(/^Tuesdays, 5:30.PM$/),
      after: expect.stringMatching(/^Tuesdays, 4:00.PM$/),
    },
  ]);
  expect(preview.lessons.changed[0].before).not.toContain('Marcus');
  expect(ok(await dana.get('/api/restores'))).toEqual([]);
  const other = await rondo.visitor().register(`watcher.${email}`);
  const over = new AbortController();
  const restoring = dana.post('/api/restore', { asOf: moment }).finally(() => over.abort());
  const seen: unknown[] = [];
  while (!over.signal.aborted) {
    seen.push(...ok(await dana.get('/api/restores')));
    expect(ok(await other.get('/api/restores'))).toEqual([]);
  }
  const { restoreId } = ok(await ended(await restoring));
  for (const one of seen) expect(one).toMatchObject({ id: restoreId, status: 'running' });
  expect(ok(await dana.get('/api/restores'))).toEqual([]);
});

test('the same request twice is one restore', async () => {
  const { studentId } = await studio();
  const moment = rightNow();
  ok(await dana.put(`/api/students/${studentId}`, { phone: '1' }));
  const key = { 'Idempotency-Key': 'once' };
  const first = await dana.call('POST', '/api/restore', { asOf: moment }, key);
  const again = await dana.call('POST', '/api/restore', { asOf: moment }, key);
  expect([again.status, again.json]).toEqual([first.status, first.json]);
  const other = await dana.call('POST', '/api/restore', { asOf: rightNow() }, key);
  expect(other.status).toBe(422);
});
