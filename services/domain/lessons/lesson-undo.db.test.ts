import { describe, expect, test } from 'vitest';
import { dana, rondo } from '../../testing/own-studio.ts';
import { addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../testing/visitor.ts';
import { ann, dated, inLessonStudio, list, teacher, undo, unknown, weekly } from './testing/lesson-studio.ts';

inLessonStudio();

describe('undoing', () => {
  test('restores what a command changed, and can itself be undone', async () => {
    const series = ok(await weekly());
    const cleared = await dana.delete('/api/lessons/clear', { preScheduled: true, selectedTeachers: [teacher] });
    const undone = await undo(batchOf(cleared));
    expect(ok(undone)).toEqual({ success: true, batchId: batchOf(undone), conflicts: [] });
    expect(await list()).toMatchObject([{ id: series.id, validTo: null }]);
    ok(await undo(batchOf(undone)));
    expect(await list()).toEqual([]);
  });

  test('is rejected once the lesson was touched, a second time and for other studios', async () => {
    const made = await dated();
    await dana.put(`/api/lessons/${made.json.id}`, { startTime: '17:00' });
    expect(refused(await undo(batchOf(made)))).toEqual([
      409,
      'Ann Lee has changed since then, so this can no longer be undone.',
    ]);
    expect(refused(await undo(unknown))).toEqual([404, 'There is no such change.']);
    const stranger = await rondo.visitor().register('stranger@example.com');
    const answer = await stranger.post('/api/undo', { batchId: batchOf(made) });
    expect(refused(answer)).toEqual([404, 'There is no such change.']);
  });

  test('with the same key has one effect', async () => {
    const made = await dated();
    const key = { 'Idempotency-Key': 'undo it' };
    const again = () => dana.post('/api/undo', { batchId: batchOf(made) }, key);
    const [first, second] = [await again(), await again()];
    expect([ok(second), batchOf(second)]).toEqual([first.json, batchOf(first)]);
    expect(await list()).toEqual([]);
  });

  test('returns a lesson to its previous teacher', async () => {
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    const made = ok(await weekly());
    const given = await dana.put(`/api/lessons/${made.id}`, { teacherId: marcus });
    ok(await undo(batchOf(given)));
    // The log's own clock is behind the fixed one, so days seem to have passed with the other teacher: the lesson may continue under a new id.
    const rows = await list();
    expect(rows).toMatchObject([{ teacherId: teacher, dayOfWeek: made.dayOfWeek, startTime: made.startTime }]);
    expect(ok(await dana.put(`/api/lessons/${rows[0]?.id}`, { startTime: '17:00' })).teacherId).toBe(teacher);
  });

  test.each(['accepted', 'rejected'])('a plan that was %s comes back under a new report', async (status) => {
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    const { reportId } = plan.json.optimizationReports[teacher];
    const pending = await list();
    const decided = await dana.patch(`/api/optimization-reports/${reportId}/status`, { status });
    ok(await undo(batchOf(decided)));
    const strip = (rows: object[]) => rows.map((row) => ({ ...row, revision: 0, createdAt: '' }));
    expect(strip(await list())).toEqual(strip(pending));
    const { reports } = (await dana.get('/api/optimization-reports')).json;
    expect(reports).toMatchObject([
      { status: 'pending', reopens: reportId },
      { id: reportId, status },
    ]);
    expect((await dana.get(`/api/optimization-reports/${reports[0].id}`)).json.reportData[teacher]).toMatchObject({
      reportId: reports[0].id,
      status: 'pending',
    });
    ok(await dana.patch(`/api/optimization-reports/${reports[0].id}/status`, { status: 'accepted' }));
    expect(await list()).toMatchObject([{ status: 'scheduled' }]);
  });

  test('a rejection that only closed a withdrawn report restores the plan as well', async () => {
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    const { reportId } = plan.json.optimizationReports[teacher];
    ok(await dana.delete('/api/schedule/generated', { teacherId: teacher }));
    expect(await list()).toEqual([]);
    const rejected = await dana.patch(`/api/optimization-reports/${reportId}/status`, { status: 'rejected' });
    ok(await undo(batchOf(rejected)));
    expect(await list()).toMatchObject([{ status: 'optimized' }]);
  });

  test('a run removes its lessons, and its report shows it', async () => {
    const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] });
    ok(await undo(batchOf(plan)));
    expect(await list()).toEqual([]);
    const { reports } = (await dana.get('/api/optimization-reports')).json;
    expect(reports).toMatchObject([{ status: 'undone' }]);
    const decided = await dana.patch(`/api/optimization-reports/${reports[0].id}/status`, { status: 'accepted' });
    expect(refused(decided)).toEqual([409, 'This run was undone.']);
  });
});

describe('the history of a lesson', () => {
  test('lists events of the lesson and its parts, oldest first, with user and batch', async () => {
    const made = await weekly();
    const { id } = made.json;
    const off = await dana.post(`/api/lessons/${id}/cancel`, { lessonDate: '2026-12-01' });
    await dana.patch(`/api/lessons/${off.json.id}`, { status: 'scheduled' });
    const split = await dana.patch(`/api/lessons/${id}/edit`, {
      startTime: '17:00',
      editScope: 'series',
      lessonDate: '2026-12-08',
    });
    const history = ok(await dana.get(`/api/lessons/${id}/history`));
    expect(history.map(({ type }: { type: string }) => type)).toEqual([
      'LessonCreated',
      'LessonCancelled',
      'LessonRestored',
      'LessonEnded',
      'LessonCreated',
    ]);
    expect(history[1]).toEqual({
      eventId: expect.any(String),
      type: 'LessonCancelled',
      recordedAt: expect.any(String),
      actor: 'Dana',
      text: 'Cancelled on Tuesday, December 1.',
      batchId: batchOf(off),
      offer: null,
    });
    expect(history.at(-1)).toMatchObject({ batchId: batchOf(split), offer: 'undo' });
    expect(ok(await dana.get(`/api/lessons/${split.json.id}/history`))).toEqual(history);
    expect(refused(await dana.get(`/api/lessons/${unknown}/history`))).toEqual([404, 'There is no such lesson.']);
  });
});
