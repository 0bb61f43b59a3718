import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const date = '2026-12-01';
let teacherId: string;
let ann: string;
let ben: string;
/** Ann’s lesson is weekly, Ben’s is on that date alone. */
let [annAt, benAt] = ['', ''];

const iso = (text: string): string => `${text.replace(' ', 'T')}:00-06:00`;
const at = (text: string): void => rondo.setNow(Date.parse(iso(text)));
const day = async (of = teacherId) => ok(await dana.get(`/api/day?teacherId=${of}&date=${date}`));
const stamp = (lessonId: string, kind: string, time: string | null, on = date) =>
  dana.post('/api/day/stamps', { lessonId, date: on, kind, at: time === null ? null : iso(time) });
const late = (lessonId: string, more: object, on = date) =>
  dana.post('/api/day/delays', { teacherId, date: on, lessonId, ...more });
const tell = (told: object[]) => dana.post('/api/day/delays/told', { teacherId, date, told });
const stopOf = async (lessonId: string) =>
  (await day()).stops.find((stop: { lessonId: string }) => stop.lessonId === lessonId);
const utc = (text: string): string => new Date(iso(text)).toISOString().replace('.000Z', '.000000Z');

beforeEach(async () => {
  at('2026-11-30 09:00');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  const lesson = { teacherId, duration: 45 };
  annAt = ok(
    await dana.post('/api/lessons', { ...lesson, studentId: ann, dayOfWeek: 2, startTime: '15:00', lessonDate: '' }),
  ).id;
  benAt = ok(await dana.post('/api/lessons', { ...lesson, studentId: ben, startTime: '16:00', lessonDate: date })).id;
  at('2026-12-01 15:20');
});

test('a stop is stamped, corrected and taken back; nothing but the day knows of it', async () => {
  const lists = async () => [(await dana.get('/api/lessons')).text, (await dana.get('/api/history')).text];
  const before = await lists();
  const first = await stamp(annAt, 'arrived', '2026-12-01 15:02');
  expect(ok(first)).toMatchObject({ lessonId: annAt, stamps: { arrived: utc('2026-12-01 15:02'), done: null } });
  ok(await stamp(annAt, 'arrived', '2026-12-01 15:04'));
  expect((await stopOf(annAt)).estimate).toEqual({ startTime: '15:04', endTime: '15:49', late: 4 });
  const second = await stamp(annAt, 'done', '2026-12-01 15:20');
  expect(ok(second).estimate).toEqual({ startTime: '15:04', endTime: '15:20', late: 4 });
  ok(await dana.post('/api/undo', { batchId: batchOf(second) }));
  expect((await stopOf(annAt)).stamps).toEqual({ arrived: utc('2026-12-01 15:04'), done: null });
  ok(await stamp(annAt, 'arrived', null));
  expect(await stopOf(annAt)).toMatchObject({ stamps: { arrived: null, done: null }, estimate: null });
  expect(await lists()).toEqual(before);
});

test('a stamp stays with its date when the lesson is edited, split or given to another teacher', async () => {
  ok(await stamp(annAt, 'arrived', '2026-12-01 15:05'));
  const own = ok(await dana.put(`/api/lessons/${annAt}`, { originalDate: date, notes: 'Scales' }));
  const arrived = utc('2026-12-01 15:05');
  expect((await day()).stops[0].stamps.arrived).toBe(arrived);
  expect(ok(await stamp(annAt, 'done', '2026-12-01 15:15'))).toMatchObject({ lessonId: own.id, stamps: { arrived } });
  const other = await addTeacher(dana, 'Sam Hill', everyDay);
  ok(await dana.put(`/api/lessons/${own.id}`, { teacherId: other }));
  expect((await day(other)).stops).toMatchObject([
    { title: 'Ann Lee', stamps: { arrived, done: utc('2026-12-01 15:15') } },
  ]);
});

test('stamps are refused in their sentences', async () => {
  const cancelled = await dana.post(`/api/lessons/${benAt}/cancel`, {});
  expect(cancelled.status).toBe(200);
  ok(await stamp(benAt, 'arrived', '2026-12-01 15:20'));
  ok(await stamp(annAt, 'arrived', '2026-12-01 15:10'));
  for (const [lessonId, kind, time, on, status, message] of [
    [annAt, 'arrived', '2026-11-30 23:59', date, 400, 'This time is not on Tue, Dec 1.'],
    [annAt, 'done', '2026-12-02 03:01', date, 400, 'This time is not on Tue, Dec 1.'],
    [annAt, 'done', '2026-12-01 15:23', date, 400, 'This time lies in the future.'],
    [annAt, 'done', '2026-12-01 15:09', date, 400, 'Done cannot be earlier than Arrived.'],
    [annAt, 'left', '2026-12-01 15:15', date, 400, 'A stamp is either arrived or done.'],
    [annAt, 'arrived', '2026-11-28 15:00', '2026-11-28', 409, 'Stamps can be set for two days.'],
    [annAt, 'arrived', '2026-12-02 15:00', '2026-12-02', 409, 'Stamps can be set for two days.'],
    [annAt, 'arrived', '2026-11-30 15:00', '2026-11-30', 409, 'This lesson is not on Mon, Nov 30 any more.'],
    [crypto.randomUUID(), 'arrived', '2026-12-01 15:00', date, 404, 'There is no such lesson.'],
  ] as const)
    expect(refused(await stamp(lessonId, kind, time, on)), message).toEqual([status, expect.stringContaining(message)]);
  ok(await stamp(annAt, 'done', '2026-12-01 15:22'));
  expect(refused(await stamp(annAt, 'arrived', '2026-12-01 15:22'))[0]).toBe(200);
});

test('running late: the day follows, families are told what changes, and undo takes it back', async () => {
  at('2026-12-01 14:50');
  const { drive, leaveBy } = (await day()).stops[1];
  const reported = await late(annAt, { minutes: 40 });
  const [annStop, benStop] = ok(reported).stops;
  expect(ok(reported).delay).toEqual({ lessonId: annAt, minutes: 40, startTime: '15:40', at: expect.any(String) });
  expect(annStop).toMatchObject({ startTime: '15:00', estimate: { startTime: '15:40', endTime: '16:25', late: 40 } });
  const benLate = 25 + drive.minutes;
  expect(benStop).toMatchObject({ estimate: { late: benLate }, leaveBy: '16:25', told: null });
  const told = await tell([
    { studentId: ann, minutes: 40 },
    { studentId: ben, minutes: 30 },
  ]);
  expect(ok(told).stops.map((stop: { told: number }) => stop.told)).toEqual([40, 30]);
  ok(await tell([{ studentId: ben, minutes: null }]));
  expect((await stopOf(benAt)).told).toBeNull();
  expect(ok(await late(annAt, { startTime: '15:10' })).delay.minutes).toBe(10);
  expect((await stopOf(benAt)).estimate?.late ?? 0).toBe(Math.max(0, 55 + drive.minutes - 60));
  const onTime = await late(benAt, { minutes: 0 });
  expect(ok(onTime)).toMatchObject({
    delay: { lessonId: benAt, minutes: 0 },
    stops: [{ estimate: null }, { leaveBy }],
  });
  ok(await dana.post('/api/undo', { batchId: batchOf(onTime) }));
  expect((await day()).delay).toMatchObject({ lessonId: annAt, minutes: 10 });
});

test('a delay is refused in its sentences', async () => {
  const early = ok(
    await dana.post('/api/lessons', { teacherId, studentId: ben, startTime: '09:00', duration: 30, lessonDate: date }),
  ).id;
  const struck = ok(
    await dana.post('/api/lessons', { teacherId, studentId: ben, startTime: '19:00', duration: 30, lessonDate: date }),
  ).id;
  const last = ok(
    await dana.post('/api/lessons', { teacherId, studentId: ann, startTime: '22:00', duration: 60, lessonDate: date }),
  ).id;
  expect((await dana.post(`/api/lessons/${struck}/cancel`, {})).status).toBe(200);
  for (const [lessonId, more, on, status, message] of [
    [annAt, {}, date, 400, 'Give the minutes or the time.'],
    [annAt, { minutes: 5, startTime: '15:30' }, date, 400, 'Give the minutes or the time.'],
    [annAt, { minutes: 181 }, date, 400, 'The minutes must be a whole number from 0 to 180.'],
    [annAt, { minutes: -5 }, date, 400, 'The minutes must be a whole number from 0 to 180.'],
    [annAt, { startTime: '14:59' }, date, 400, 'The time must be from 3:00\u00a0PM to 6:00\u00a0PM.'],
    [annAt, { minutes: 5 }, '2026-11-30', 400, 'Running late is for today.'],
    [early, { minutes: 10 }, date, 409, 'This lesson is over.'],
    [struck, { minutes: 10 }, date, 409, 'This lesson is cancelled.'],
    [last, { minutes: 90 }, date, 409, 'The day would end after midnight.'],
    [crypto.randomUUID(), { minutes: 5 }, date, 404, 'There is no such lesson.'],
  ] as const)
    expect(refused(await late(lessonId, more, on)), message).toEqual([status, expect.stringContaining(message)]);
  expect(refused(await tell([{ studentId: crypto.randomUUID(), minutes: 5 }]))[0]).toBe(404);
  for (const minutes of [7, 185, -5])
    expect(refused(await tell([{ studentId: ann, minutes }]))).toEqual([
      400,
      expect.stringContaining('The minutes must be a multiple of 5 from 0 to 180.'),
    ]);
  expect((await day()).delay).toBeNull();
});

test('a family that was told sees it on its page, until it is marked as not sent', async () => {
  at('2026-12-01 14:50');
  ok(await dana.patch('/api/settings', { familyPage: true }));
  const [{ url }] = ok(await dana.post('/api/families/links', { recipientIds: [ben] }));
  const family = rondo.visitor();
  const open = family.post('/api/family/session', { k: url.split('#k=')[1] });
  expect(ok(await open).lessons).toMatchObject([{ date, startTime: '16:00', estimate: null }]);
  const seen = async () => ok(await family.get('/api/family')).lessons[0].estimate;
  ok(await late(annAt, { minutes: 60 }));
  expect(await seen()).toBeNull();
  ok(await tell([{ studentId: ben, minutes: 60 }]));
  expect(await seen()).toEqual({ minutes: 60, startTime: '17:00' });
  ok(await tell([{ studentId: ben, minutes: null }]));
  expect(await seen()).toBeNull();
});
