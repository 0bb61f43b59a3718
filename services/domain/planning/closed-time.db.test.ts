import { expect, test } from 'vitest';
import { dana } from '../../testing/own-studio.ts';
import { ok } from '../../testing/visitor.ts';
import { decide, generate, inPlannerStudio, reportOf, student, teacher } from './testing/planner-studio.ts';

inPlannerStudio();

const close = async (closure: object = {}): Promise<void> =>
  ok(
    await dana.post('/api/closures', {
      from: '2026-11-30',
      to: '2026-12-11',
      kind: 'holiday',
      reason: 'Winter break',
      ...closure,
    }),
  );
const monday = [{ day: 1, from: '15:00', to: '15:45' }];
const dentist = (lessonDate: string) =>
  dana.post('/api/lessons', {
    teacherId: teacher,
    studentId: null,
    entryType: 'appointment',
    eventTitle: 'Dentist',
    startTime: '15:00',
    duration: 45,
    lessonDate,
  });

test('a plan is for the standing week, says that its first day is closed, and has no clash on a closed date', async () => {
  const ann = await student('Ann Lee', monday);
  for (const date of ['2026-11-30', '2026-12-07', '2026-12-14']) ok(await dentist(date));
  // On three of the eight Mondays: the time is taken.
  const taken = await generate([ann], { startsOn: '2026-11-30' });
  expect(reportOf(taken).optimizationStats.totalStudentsScheduled).toBe(0);
  expect(taken.json.closedFirstDays).toEqual([]);
  await close();
  const planned = await generate([ann], { startsOn: '2026-11-30' });
  const text = 'Mon, Nov 30 lies in Winter break. First lessons: Mon, Dec 14.';
  expect(planned.json.closedFirstDays).toEqual([{ teacherId: teacher, text }]);
  expect(reportOf(planned).optimizationStats.totalStudentsScheduled).toBe(1);
  expect(reportOf(planned).clashes.map(({ date }: { date: string }) => date)).toEqual(['2026-12-14']);
  expect(ok(await decide(reportOf(planned).reportId, 'accepted')).closedFirstDay).toBe(text);
  expect(ok(await dana.get('/api/lessons')).find((row: { studentId: string }) => row.studentId === ann)).toMatchObject({
    validFrom: '2026-11-30',
    status: 'scheduled',
  });
});

test('the dialog knows which first days are closed; one closed in part is not', async () => {
  await student('Ann Lee');
  const days = async () => ok(await dana.get(`/api/schedule/first-day?teacherId=${teacher}`)).closedDays;
  expect(await days()).toEqual([]);
  await close({ from: '2026-12-18', to: '2026-12-21', toTime: '12:00', reason: null });
  await close({ from: '2026-12-22', to: '2026-12-22', fromTime: '15:00' });
  expect(await days()).toEqual(
    [
      ['2026-12-18', 'Fri, Dec 18'],
      ['2026-12-19', 'Sat, Dec 19'],
      ['2026-12-20', 'Sun, Dec 20'],
    ].map(([date, day]) => ({ date, text: `${day} lies in time off. First lessons: Mon, Dec 21.` })),
  );
});

test('a lesson is added where dated entries block only closed weeks', async () => {
  const ann = await student('Ann Lee', monday);
  for (const date of ['2026-11-30', '2026-12-07', '2026-12-14']) ok(await dentist(date));
  const add = () => dana.post('/api/students/optimize', { studentId: ann, optimizationType: 'add-only' });
  expect(ok(await add())).toMatchObject({ success: false });
  await close();
  expect(ok(await add())).toMatchObject({ success: true, lessonsAdded: 1 });
});
