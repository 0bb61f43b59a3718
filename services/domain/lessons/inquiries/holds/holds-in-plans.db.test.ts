import { afterAll, beforeAll, expect, test } from 'vitest';
import { addStudent } from '../../../../testing/studio-fixture.ts';
import { ok, refused, type Visitor } from '../../../../testing/visitor.ts';
import { AskingStudio } from '../testing/asking-studio.ts';

let studio: AskingStudio;
let dana: Visitor;
let teacher: string;

const hold = (id: string, time: object = {}) =>
  dana.post(`/api/inquiries/${id}/hold`, { teacherId: teacher, dayOfWeek: 2, startTime: '16:10', ...time });

beforeAll(async () => {
  studio = await AskingStudio.open('2026-11-29T12:00:00-06:00');
  ({ dana, teacher } = studio);
});
afterAll(() => studio.stop());

test('a branch is not taken over onto a time that is held since it was planned', async () => {
  const { id } = await studio.asked({ email: 'branch@example.com' });
  const student = await addStudent(dana, 'Ben Ito', [{ day: 2, from: '16:00', to: '16:45' }], { teacherId: teacher });
  const { id: branch } = ok(await dana.post('/api/branches', { name: 'With Ben' }));
  const plan = async () => ok(await dana.post(`/api/branches/${branch}/plan`, { teacherIds: [teacher] })).branch;
  const { revision, figures } = await plan();
  ok(await hold(id));
  expect(figures.placed).toBe(1);
  expect(refused(await dana.post(`/api/branches/${branch}/take-over`, { revision }))).toEqual([
    409,
    'Ben Ito, Tuesdays, 4:00\u00a0PM, is on a time that is held for a question. Plan this branch again first.',
  ]);
  const again = await plan();
  expect(again.figures.placed).toBe(0);
  ok(await dana.delete(`/api/branches/${branch}`));
  ok(await dana.delete(`/api/students/${student}`));
  ok(await dana.delete(`/api/inquiries/${id}`));
});

test('suggestions and runs leave a held time alone', async () => {
  const { id } = await studio.asked({ email: 'run@example.com' });
  const student = await addStudent(dana, 'Ava Lee', [{ day: 2, from: '16:00', to: '17:00' }], { teacherId: teacher });
  const plan = async () =>
    ok(
      await dana.post('/api/schedule/generate', {
        teacherIds: [teacher],
        studentIds: [student],
        startsOn: '2027-01-11',
      }),
    );
  ok(await hold(id));
  const inHold = await plan();
  expect(inHold.optimizationReports[teacher].optimizationStats.totalStudentsScheduled).toBe(0);
  const { times } = ok(await dana.get(`/api/inquiries/${id}/times`));
  expect(times).not.toEqual([]);
  for (const { dayOfWeek, startTime } of times) expect([dayOfWeek, startTime]).not.toEqual([2, '16:10']);
  ok(await dana.post(`/api/inquiries/${id}/release`));
  const free = await plan();
  expect(free.optimizationReports[teacher].optimizationStats.totalStudentsScheduled).toBe(1);
  ok(await dana.delete(`/api/optimization-reports/${free.optimizationReports[teacher].reportId}`));
  ok(await dana.delete(`/api/students/${student}`));
  ok(await dana.delete(`/api/inquiries/${id}`));
});

test('a run drives to a held time as to an appointment there, and counts none of it', async () => {
  const { id } = await studio.asked({ email: 'stop@example.com', zipCode: '78759', address: '9800 Research Blvd' });
  const student = await addStudent(dana, 'Kim Roy', [{ day: 4, from: '16:30', to: '19:00' }], { teacherId: teacher });
  const planned = async () => {
    const { optimizationReports } = ok(
      await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [student] }),
    );
    const { reportId, week, optimizationStats } = optimizationReports[teacher];
    ok(await dana.delete(`/api/optimization-reports/${reportId}`));
    const kim = week.find((one: { readonly studentId: string | null }) => one.studentId === student);
    return {
      startTime: kim.startTime,
      entries: week.map(({ title }: { readonly title: string }) => title),
      driving: optimizationStats.totalDriveTime,
    };
  };
  const alone = await planned();
  ok(await hold(id, { dayOfWeek: 4, startTime: '15:45' }));
  const held = await planned();
  ok(await dana.post(`/api/inquiries/${id}/release`));
  const appointment = {
    entryType: 'appointment',
    eventTitle: 'Visit',
    teacherId: teacher,
    dayOfWeek: 4,
    startTime: '15:45',
    duration: 45,
    customAddress: '9800 Research Blvd, 78759',
    useInOptimization: true,
  };
  const { id: visit } = ok(await dana.post('/api/lessons', appointment));
  const visited = await planned();
  ok(await dana.delete(`/api/lessons/${visit}`));
  expect([held.startTime, held.entries]).toEqual([visited.startTime, ['Kim Roy']]);
  expect(held.startTime).not.toBe(alone.startTime);
  expect(visited.driving).toBeGreaterThan(alone.driving);
  expect(held.driving).toBe(alone.driving);
  for (const path of [`students/${student}`, `inquiries/${id}`]) ok(await dana.delete(`/api/${path}`));
});
