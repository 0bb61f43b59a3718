import { expect, test } from 'vitest';
import { dana, rondo, email } from '../../testing/own-studio.ts';
import { batchOf, ok, refused } from '../../testing/visitor.ts';
import { decide, generate, inPlannerStudio, reportOf, student, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

/** Four students for three places: everybody is free for the same two hours and a half of the teacher's week. */
const crowded = async () => {
  const windows = [{ day: 1, from: '16:00', to: '18:30' }];
  const ids: string[] = [];
  for (const name of ['Ann Lee', 'Ben Ito', 'Cy Moss', 'Di Park']) ids.push(await student(name, windows));
  return reportOf(await generate(ids));
};

const reportNow = async (reportId: string) =>
  ok(await dana.get(`/api/optimization-reports/${reportId}`)).reportData[teacher];

test('a student without a place has up to three changes that would help, the first of which is the one before', async () => {
  const { unscheduledAnalysis } = await crowded();
  expect(unscheduledAnalysis).toHaveLength(1);
  const [{ wouldFit, wouldFitAll, change, changes }] = unscheduledAnalysis;
  expect(wouldFitAll.length).toBeGreaterThan(1);
  expect(wouldFitAll.length).toBeLessThanOrEqual(3);
  expect([wouldFitAll[0], changes[0], changes.length]).toEqual([wouldFit, change, wouldFitAll.length]);
  // Hours after school that are there grow before others are asked for.
  expect(wouldFit).toMatch(/were free on Mon (from|until)|worked on Mon (from|until)/);
});

test('what a family was asked stays with the report until that goes, and can be undone', async () => {
  const { reportId, unscheduledAnalysis } = await crowded();
  const [{ studentId }] = unscheduledAnalysis;
  const familyWish = { studentId, window: { dayOfWeek: 1, startTime: '15:00', endTime: '18:00' } };
  const path = `/api/optimization-reports/${reportId}/wishes`;
  const recorded = await dana.post(path, familyWish);
  expect(ok(recorded)).toEqual({ success: true, wishes: [familyWish] });
  expect((await reportNow(reportId)).wishes).toEqual([familyWish]);
  expect(ok(await dana.post(path, familyWish)).wishes).toEqual([familyWish]);

  const undone = await dana.post('/api/undo', { batchId: batchOf(recorded) });
  ok(undone);
  expect((await reportNow(reportId)).wishes).toEqual([]);
  ok(await dana.post('/api/undo', { batchId: batchOf(undone) }));
  ok(await decide(reportId, 'accepted'));
  expect((await reportNow(reportId)).wishes).toEqual([familyWish]);
  const { entries } = ok(await dana.get('/api/history'));
  expect(JSON.stringify(entries)).toMatch(/Asked the family of \w+ \w+ about another time/);

  const deleted = await dana.delete(`/api/optimization-reports/${reportId}`);
  ok(deleted);
  expect((await dana.post(path, familyWish)).status).toBe(404);
  ok(await dana.post('/api/undo', { batchId: batchOf(deleted) }));
  expect((await reportNow(reportId)).wishes).toEqual([familyWish]);
});

test('a family is asked about a window that there can be, of a report and a student of the studio', async () => {
  const { reportId, unscheduledAnalysis } = await crowded();
  const [{ studentId }] = unscheduledAnalysis;
  const window = { dayOfWeek: 1, startTime: '15:00', endTime: '18:00' };
  const path = `/api/optimization-reports/${reportId}/wishes`;
  for (const [body, status] of [
    [{ studentId, window: { ...window, endTime: '15:00' } }, 400],
    [{ studentId, window: { ...window, dayOfWeek: 7 } }, 400],
    [{ studentId: 'nobody', window }, 404],
  ] as const)
    expect((await dana.post(path, body)).status).toBe(status);
  const stranger = await rondo.visitor().register(`stranger.${email}`);
  expect((await stranger.post(path, { studentId, window })).status).toBe(404);
});

test('a report keeps 200 questions to families, and each of them again', async () => {
  const { reportId, unscheduledAnalysis } = await crowded();
  const [{ studentId }] = unscheduledAnalysis;
  const ask = (i: number) =>
    dana.post(`/api/optimization-reports/${reportId}/wishes`, {
      studentId,
      window: {
        dayOfWeek: i % 7,
        startTime: '10:00',
        endTime: `1${1 + Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')}`,
      },
    });
  for (let i = 0; i < 200; i += 1) ok(await ask(i));
  expect(refused(await ask(200))).toEqual([
    409,
    'A report keeps at most 200 questions to families. Plan again to ask more.',
  ]);
  expect(ok(await ask(0)).wishes).toHaveLength(200);
});
