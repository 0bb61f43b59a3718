import { addDays, dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Answer } from '../../testing/visitor.ts';

inOwnStudio();

let teacher: string;

beforeEach(async () => {
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
});

const undo = (batchId: string, by = dana) => by.post('/api/undo', { batchId });
const list = async (by = dana): Promise<{ id: string; teacherId: string; validTo: string | null }[]> =>
  ok(await by.get('/api/lessons'));
const reportIn = (plan: Answer, teacherId: string) => plan.json.optimizationReports[teacherId].reportId;
const decide = (reportId: string, status: string) =>
  dana.patch(`/api/optimization-reports/${reportId}/status`, { status });

/** Three students with accepted lessons with Marcus, then assigned to Dana and planned there. */
const threeTakenOver = async () => {
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  const students: string[] = [];
  for (const name of ['Ann Lee', 'Ben Ito', 'Cy Moss'])
    students.push(await addStudent(dana, name, everyDay, { teacherId: marcus }));
  const first = await dana.post('/api/schedule/generate', { teacherIds: [marcus], studentIds: students });
  ok(await decide(reportIn(first, marcus), 'accepted'));
  const before = await list();
  for (const studentId of students) {
    for (const { id } of ok(await dana.get(`/api/assignments/student/${studentId}`)))
      await dana.delete(`/api/assignments/${id}`);
    ok(await dana.post('/api/assignments', { studentId, teacherId: teacher }));
  }
  const second = await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: students });
  return { marcus, students, before, reportId: reportIn(second, teacher) };
};

describe('undoing an acceptance that ended several series with another teacher', () => {
  test('restores all of them, so that a rejection leaves each student a lesson', async () => {
    const { marcus, reportId } = await threeTakenOver();
    const withMarcus = async () =>
      (await list()).filter(({ teacherId }) => teacherId === marcus).map(({ id, validTo }) => [id, validTo]);
    const before = await withMarcus();
    expect(before).toHaveLength(3);
    const accepted = await decide(reportId, 'accepted');
    expect(await withMarcus()).not.toEqual(before);
    const undone = await undo(batchOf(accepted));
    ok(undone);
    expect(await withMarcus()).toEqual(before);
    ok(await undo(batchOf(undone)));
    expect(await withMarcus()).not.toEqual(before);
  });
});

describe('undoing newest first', () => {
  test('two edits of one lesson restores each earlier state', async () => {
    const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
    const made = await dana.post('/api/lessons', {
      teacherId: teacher,
      studentId: ann,
      startTime: '16:00',
      duration: 45,
      lessonDate: '2026-12-01',
    });
    const first = await dana.put(`/api/lessons/${made.json.id}`, { startTime: '17:00' });
    const second = await dana.put(`/api/lessons/${made.json.id}`, { startTime: '18:00' });
    ok(await undo(batchOf(second)));
    expect(await list()).toMatchObject([{ startTime: '17:00' }]);
    ok(await undo(batchOf(first)));
    expect(await list()).toMatchObject([{ startTime: '16:00' }]);
    expect(refused(await undo(batchOf(first)))).toEqual([409, 'This change has already been undone.']);
    ok(await undo(batchOf(made)));
    expect(await list()).toEqual([]);
  });

  test('a deleted lesson keeps its age', async () => {
    const ann = await addStudent(dana, 'Ann Lee', everyDay, { teacherId: teacher });
    const made = await dana.post('/api/lessons', {
      teacherId: teacher,
      studentId: ann,
      startTime: '16:00',
      duration: 45,
      lessonDate: '2026-12-01',
    });
    const deleted = await dana.delete(`/api/lessons/${made.json.id}`);
    ok(await undo(batchOf(deleted)));
    expect(await list()).toMatchObject([{ id: made.json.id, createdAt: made.json.createdAt }]);
  });
});

test('undoing two weeks later ends a weekly lesson and keeps its past dates', async () => {
  const now = Date.now();
  const own = await testRondo(new Date(now).toISOString());
  try {
    const eve = await own.visitor().register('eve@example.com');
    const { date: today } = wallClock(now, 'America/Chicago');
    const made = await eve.post('/api/lessons', {
      teacherId: await addTeacher(eve, 'Eve Stone', everyDay),
      entryType: 'appointment',
      eventTitle: 'Orchestra',
      startTime: '16:00',
      duration: 45,
      lessonDate: '',
      dayOfWeek: dayOfWeekOf(addDays(today, 3)),
    });
    own.setNow(now + 14 * 86_400_000);
    ok(await undo(batchOf(made), eve));
    expect(await list(eve)).toMatchObject([{ id: made.json.id, validTo: addDays(today, 13) }]);
  } finally {
    await own.stop();
  }
});
