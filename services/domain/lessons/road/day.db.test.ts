import { expect, test } from 'vitest';
import { minutesApart } from '@rondo/contracts/calendar/legs.ts';
import { toMinutes, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { dana, inOwnStudio } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const date = '2026-12-01';
const south = '2108 S Lamar Blvd, Austin, TX 78704';

test('a day on the road: its stops in their order, the drives, when to leave, and whom to call', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const ann = await addStudent(dana, 'Ann Lee', everyDay);
  const ben = await addStudent(dana, 'Ben Ito', everyDay, { address: south });
  await dana.put(`/api/students/${ann}`, { phone: '512-555-0101' });
  const day = async (more = '') => (await dana.get(`/api/day?teacherId=${teacherId}&date=${date}${more}`)).json;

  const empty = await day();
  expect(empty).toMatchObject({
    teacherId,
    teacherName: 'Dana Whitfield',
    date,
    leaveHomeBy: null,
    homeAt: null,
    figures: { lessons: 0, driving: 0, waiting: 0 },
    stops: [],
    delay: null,
    asked: [],
  });

  const lesson = async (studentId: string | null, startTime: string, more: object = {}) => {
    const body = { teacherId, studentId, startTime, duration: 45, lessonDate: date, ...more };
    const { status, text, json } = await dana.post('/api/lessons', body);
    expect(status, text).toBe(200);
    return json;
  };
  await dana.patch('/api/settings', { minutesBetween: 5 });
  const weekly = await lesson(ann, '15:00', { lessonDate: '', dayOfWeek: 2, notes: 'Bring the blue book.' });
  const second = await lesson(ben, '16:30');
  await lesson(null, '17:00', { entryType: 'appointment', eventTitle: 'Call', useInOptimization: false });
  const cancelled = await lesson(ann, '18:30');
  expect((await dana.post(`/api/lessons/${cancelled.id}/cancel`, {})).status).toBe(200);
  expect((await dana.put(`/api/students/${ben}`, { doorNote: 'Gate 4471. The dog is friendly.' })).json).toMatchObject({
    doorNote: 'Gate 4471. The dog is friendly.',
  });

  const made = await day();
  const [first, then, struck] = made.stops;
  expect(made.stops).toHaveLength(3);
  expect(first).toMatchObject({
    lessonId: weekly.id,
    originalDate: date,
    revision: weekly.revision,
    title: 'Ann Lee',
    startTime: '15:00',
    endTime: '15:45',
    contact: { name: 'Ann Lee', phone: '512-555-0101' },
    notes: 'Bring the blue book.',
    doorNote: null,
    stamps: { arrived: null, done: null },
    attendance: null,
  });
  expect(then).toMatchObject({
    lessonId: second.id,
    address: south,
    precision: 'zip',
    contact: { name: 'Ben Ito', phone: null },
    doorNote: 'Gate 4471. The dog is friendly.',
  });
  expect(struck).toMatchObject({ lessonId: cancelled.id, status: 'cancelled', drive: null, leaveBy: null });

  const [there, between] = [first.drive?.minutes ?? null, then.drive.minutes];
  expect(between).toBeGreaterThan(0);
  expect(then.leaveBy).toBe(toTimeText(toMinutes('16:30') - minutesApart(between, 5)));
  expect(made.figures).toMatchObject({ lessons: 2, waiting: 45 - between });
  expect(first.leaveBy).toBe(there === null ? null : toTimeText(toMinutes('15:00') - there));
  expect(made.leaveHomeBy).toBe(first.leaveBy);
  if (made.home !== null)
    expect(made.figures.driving).toBe(there + between + toMinutes(made.homeAt) - toMinutes(then.endTime));

  const family = await dana.post('/api/households', {
    studentIds: [ben],
    contacts: [
      { name: 'Aya Ito', gets: 'schedule' },
      { name: 'Ken Ito', phone: '512-555-0102', gets: 'both' },
      { name: 'Accounts', phone: '512-555-0103', gets: 'invoices' },
    ],
  });
  expect(family.status, family.text).toBe(200);
  expect((await day()).stops[1].contact).toEqual({ name: 'Ken Ito', phone: '512-555-0102', email: null });

  await dana.post('/api/closures', { from: date, to: date, kind: 'sick', reason: 'Illness' });
  expect((await day()).stops[0]).toMatchObject({ status: 'cancelled', closedReason: 'Illness', drive: null });
  expect((await day()).figures).toEqual({ lessons: 0, driving: 0, waiting: 0 });
});

test('days far away, unknown teachers and long notes for the door are refused', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const [status, text] = refused(await dana.get(`/api/day?teacherId=${teacherId}&date=2029-01-01`));
  expect([status, text]).toEqual([400, expect.stringContaining('A day can be at most 366 days from today.')]);
  const foreign = refused(await dana.get(`/api/day?teacherId=${crypto.randomUUID()}&date=${date}`));
  expect(foreign).toEqual([404, expect.stringContaining('There is no such teacher.')]);
  const ann = await addStudent(dana, 'Ann Lee', everyDay);
  expect((await dana.put(`/api/students/${ann}`, { doorNote: 'x'.repeat(301) })).status).toBe(400);
});

test('the stop of a lesson that has begun says what is recorded of it', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const studentId = await addStudent(dana, 'Ann Lee', everyDay);
  const lessonDate = '2026-09-01';
  const lesson = { teacherId, studentId, startTime: '15:00', duration: 45, lessonDate };
  const { id } = ok(await dana.post('/api/lessons', lesson));
  const recorded = async () =>
    ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${lessonDate}`)).stops[0].attendance;
  expect(await recorded()).toBeNull();
  ok(await dana.post('/api/attendance', { entries: [{ lessonId: id, attendance: 'absent' }] }));
  expect(await recorded()).toBe('absent');
});
