import { addDays, dayOfWeekOf } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { describe, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo } from '../../testing/test-rondo.ts';
import { refused, type Answer } from '../../testing/visitor.ts';

inOwnStudio();

const ok = ({ status, text, json }: Answer) => {
  expect(status, text).toBe(200);
  return json;
};
const batchOf = (answer: Answer): string => {
  ok(answer);
  const batch = answer.headers.get('rondo-batch');
  expect(batch, 'a call that changes something names its batch').toMatch(/^[0-9a-f-]{36}$/);
  return batch ?? '';
};
const undo = (batchId: string, by = dana) => by.post('/api/undo', { batchId });

/** Everything that the lists show, without the revisions of rows and the ids of reports. */
const shown = async (by = dana): Promise<unknown> => {
  const paths = ['students', 'teachers', 'assignments', 'lessons', 'invoices', 'sample-studio'];
  const lists = await Promise.all(paths.map(async (path) => ok(await by.get(`/api/${path}`))));
  return JSON.parse(JSON.stringify(lists, (key, value: unknown) => (key === 'revision' ? undefined : value)));
};

/** A teacher with a student, a weekly lesson and a dated one. */
const smallStudio = async () => {
  const teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  const studentId = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  const entry = { teacherId, studentId, startTime: '16:00', duration: 45 };
  ok(await dana.post('/api/lessons', { ...entry, lessonDate: '', dayOfWeek: 2 }));
  ok(await dana.post('/api/lessons', { ...entry, lessonDate: '2026-12-03' }));
  return { teacherId, studentId };
};

type SmallStudio = Awaited<ReturnType<typeof smallStudio>>;

const changes: Readonly<Record<string, (studio: SmallStudio) => Promise<Answer>>> = {
  'adding a student': () =>
    dana.post('/api/students', { firstName: 'Ben', lastName: 'Ito', address: '78704', availability: [] }),
  'changing a student': ({ studentId }) =>
    dana.put(`/api/students/${studentId}`, { phone: '(512) 555-0199', availability: [] }),
  'removing a student, with availability, teacher and lessons': ({ studentId }) =>
    dana.delete(`/api/students/${studentId}`),
  'changing a student’s teacher': ({ studentId }) =>
    dana.put(`/api/students/${studentId}/teacher`, { teacherId: null }),
  'adding a teacher': () =>
    dana.post('/api/teachers', { name: 'Eve Stone', phone: '1', email: 'eve@example.com', availability: [] }),
  'changing a teacher': ({ teacherId }) =>
    dana.put(`/api/teachers/${teacherId}`, { name: 'Marcus Belling', availability: [] }),
  'removing a teacher, with hours, assignments and lessons': ({ teacherId }) =>
    dana.delete(`/api/teachers/${teacherId}`),
  'loading the sample studio': () => dana.post('/api/sample-studio', {}),
  'removing the sample studio': async () => {
    ok(await dana.post('/api/sample-studio', {}));
    return dana.delete('/api/sample-studio');
  },
  'removing a student whose plan awaits a decision': async ({ teacherId }) => {
    const ben = await addStudent(dana, 'Ben Ito', everyDay, { teacherId });
    ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [ben] }));
    return dana.delete(`/api/students/${ben}`);
  },
};

test.each(Object.entries(changes))('%s is undone and redone exactly', async (_, act) => {
  const studio = await smallStudio();
  const batchId = batchOf(await act(studio));
  const after = await shown();
  const undone = await undo(batchId);
  const before = await shown();
  expect(before).not.toEqual(after);
  expect(refused(await undo(batchId))).toEqual([409, 'This change has already been undone.']);
  const redone = await undo(batchOf(undone));
  expect(await shown()).toEqual(after);
  ok(await undo(batchOf(redone)));
  expect(await shown()).toEqual(before);
});

test('undoing the removal of a student and of a teacher gives back exactly what was there', async () => {
  const { studentId, teacherId } = await smallStudio();
  const before = await shown();
  const student = batchOf(await dana.delete(`/api/students/${studentId}`));
  const between = await shown();
  const other = batchOf(await dana.delete(`/api/teachers/${teacherId}`));
  ok(await undo(other));
  expect(await shown()).toEqual(between);
  ok(await undo(student));
  expect(await shown()).toEqual(before);
});

test('a deleted report is listed again, and a plan that it withdrew awaits its decision', async () => {
  const { teacherId } = await smallStudio();
  const studentId = await addStudent(dana, 'Ben Ito', everyDay, { teacherId });
  const plan = await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [studentId] });
  const reportId = ok(plan).optimizationReports[teacherId].reportId;
  const statuses = async () =>
    ok(await dana.get('/api/optimization-reports')).reports.map((report: { id: string; status: string }) => [
      report.id === reportId,
      report.status,
    ]);
  const before = await shown();
  const deleted = await dana.delete(`/api/optimization-reports/${reportId}`);
  expect(await statuses()).toEqual([]);
  ok(await undo(batchOf(deleted)));
  const unnamed = (all: unknown) => JSON.stringify(all).replaceAll(/"reportId":"[^"]*"/g, '');
  expect(unnamed(await shown())).toEqual(unnamed(before));
  expect(await statuses()).toEqual([
    [false, 'pending'],
    [true, 'rejected'],
  ]);
});

describe('an undo is refused', () => {
  test('once its student was changed since, by name, and possible again when that is undone', async () => {
    const { studentId } = await smallStudio();
    const first = batchOf(await dana.put(`/api/students/${studentId}`, { phone: '1' }));
    const second = batchOf(await dana.put(`/api/students/${studentId}`, { phone: '2' }));
    expect(refused(await undo(first))).toEqual([
      409,
      'Ann Lee has changed since then, so this can no longer be undone.',
    ]);
    ok(await undo(second));
    ok(await undo(first));
  });

  test('as unknown for a batch of another studio, or of none', async () => {
    const { studentId } = await smallStudio();
    const batchId = batchOf(await dana.put(`/api/students/${studentId}`, { phone: '1' }));
    const other = await rondo.visitor().register('other@example.com');
    expect(refused(await undo(batchId, other))).toEqual([404, 'There is no such change.']);
    expect(refused(await undo('7f1c5a52-3c0a-4a4e-9d0b-5a0a52f0a001'))).toEqual([404, 'There is no such change.']);
  });
});

test('lessons that come back onto a time that is taken by now are listed', async () => {
  const { teacherId, studentId } = await smallStudio();
  const deleted = batchOf(await dana.delete(`/api/students/${studentId}`));
  const other = await addStudent(dana, 'Ben Ito', everyDay, { teacherId });
  const entry = { teacherId, studentId: other, startTime: '16:15', duration: 45, lessonDate: '', dayOfWeek: 2 };
  const taken = ok(await dana.post('/api/lessons', entry));
  const { conflicts } = ok(await undo(deleted));
  expect(conflicts).toEqual([
    { id: taken.id, title: 'Ben Ito', date: '2026-11-24', startTime: '16:15', endTime: '17:00' },
  ]);
  expect(ok(await dana.get('/api/lessons'))).toHaveLength(3);
});

test('the days between a removal and its undo stay as they took place', async () => {
  const now = Date.now();
  const own = await testRondo(new Date(now).toISOString());
  try {
    const eve = await own.visitor().register('eve@example.com');
    const { date: day } = wallClock(now, 'America/Chicago');
    const teacherId = await addTeacher(eve, 'Eve Stone', everyDay);
    const studentId = await addStudent(eve, 'Ann Lee', everyDay, { teacherId });
    const dayOfWeek = dayOfWeekOf(addDays(day, 1));
    const entry = { teacherId, studentId, startTime: '16:00', duration: 45, lessonDate: '', dayOfWeek };
    const lesson = ok(await eve.post('/api/lessons', entry));
    const removed = batchOf(await eve.delete(`/api/students/${studentId}`));
    own.setNow(now + 3 * 86_400_000);
    ok(await undo(removed, eve));
    expect(ok(await eve.get('/api/students'))).toMatchObject([{ id: studentId }]);
    expect(ok(await eve.get('/api/lessons'))).toMatchObject([
      { id: lesson.id, validTo: null, skips: [addDays(day, 1)] },
    ]);
  } finally {
    await own.stop();
  }
});
