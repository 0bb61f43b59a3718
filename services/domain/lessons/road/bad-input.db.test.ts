import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { ok, refused, type Answer } from '../../../testing/visitor.ts';

// What is refused on the road, besides what the tests of each call have.

inOwnStudio();

const date = '2026-12-01';
let teacherId: string;
let [ann, ben, annAt, benAt] = ['', '', '', ''];

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const refusal = (answer: Answer): [number, string] => {
  const [status, text] = refused(answer);
  return [status, String(answer.json?.detail ?? text).replaceAll(/[\u00A0\u202F]/g, ' ')];
};
const stamp = (lessonId: string, instant: unknown, on = date) =>
  dana.post('/api/day/stamps', { lessonId, date: on, kind: 'arrived', at: instant });
const late = (lessonId: string, more: object, on = date) =>
  dana.post('/api/day/delays', { teacherId, date: on, lessonId, ...more });
const enter = async (studentId: string, startTime: string, more: object = {}): Promise<string> =>
  ok(await dana.post('/api/lessons', { teacherId, studentId, duration: 45, startTime, lessonDate: date, ...more })).id;
/** A lesson of someone else's studio on that date. */
const lessonElsewhere = async (): Promise<string> => {
  const other = await rondo.visitor().register(`other-${crypto.randomUUID()}@example.com`);
  const teacher = await addTeacher(other, 'Sam Hill', everyDay);
  const studentId = await addStudent(other, 'Kim Park', everyDay);
  const lesson = { teacherId: teacher, studentId, duration: 45, startTime: '15:00', lessonDate: date };
  return ok(await other.post('/api/lessons', lesson)).id;
};

beforeEach(async () => {
  at('2026-11-30 09:00');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  annAt = await enter(ann, '15:00');
  benAt = await enter(ben, '16:30');
  at('2026-12-01 15:20');
});

test('a stamp has an instant of its day, and a lesson of its studio', async () => {
  for (const [instant, status, message] of [
    ['1970-01-01T00:00:00Z', 400, 'This time is not on Tue, Dec 1.'],
    ['2027-12-01T21:00:00Z', 400, 'This time is not on Tue, Dec 1.'],
    ['2026-12-01T15:10', 400, 'instant'],
    ['three', 400, 'instant'],
    [15, 400, '"at" must be text.'],
  ] as const)
    expect(refusal(await stamp(annAt, instant)), String(instant)).toEqual([status, expect.stringContaining(message)]);
  const elsewhere = await lessonElsewhere();
  expect(refusal(await stamp(elsewhere, '2026-12-01T21:10:00Z'))).toEqual([404, 'There is no such lesson.']);
});

test('a stamp of the night without a 2:30 belongs to the day before until the clock says 3:00', async () => {
  const saturday = '2027-03-13';
  at(`${saturday} 12:00`);
  const kept = await enter(ann, '21:00', { lessonDate: saturday });
  // 1:59 AM is followed by 3:00 AM, at 8:00 in UTC.
  rondo.setNow(Date.parse('2027-03-14T08:40:00Z'));
  expect((await stamp(kept, '2027-03-14T07:59:00Z', saturday)).status).toBe(200);
  expect(refusal(await stamp(kept, '2027-03-14T08:30:00Z', saturday))).toEqual([
    400,
    'This time is not on Sat, Mar 13.',
  ]);
});

test('a delay has whole minutes or a time, of a lesson of today in its studio', async () => {
  const tomorrow = await enter(ben, '15:00', { lessonDate: '2026-12-02' });
  const elsewhere = await lessonElsewhere();
  const minutes = 'The minutes must be a whole number from 0 to 180.';
  for (const [lessonId, more, on, status, message] of [
    [annAt, { minutes: 7.5 }, date, 400, minutes],
    [annAt, { minutes: 'ten' }, date, 400, minutes],
    [annAt, { minutes: null }, date, 400, minutes],
    [annAt, { startTime: '18:01' }, date, 400, 'The time must be from 3:00 PM to 6:00 PM.'],
    [annAt, { startTime: '25:00' }, date, 400, ''],
    [tomorrow, { minutes: 5 }, '2026-12-02', 400, 'Running late is for today.'],
    [tomorrow, { minutes: 5 }, date, 409, 'This lesson is not on Tue, Dec 1 any more.'],
    [elsewhere, { minutes: 5 }, date, 404, 'There is no such lesson.'],
  ] as const)
    expect(refusal(await late(lessonId, more, on)), JSON.stringify(more)).toEqual([
      status,
      expect.stringContaining(message),
    ]);
  expect(ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`)).delay).toBeNull();
});

test('a repair stays before midnight, out of closed time, and gives what is owed once', async () => {
  at('2026-12-01 09:00');
  const cy = await addStudent(dana, 'Cy Diaz', everyDay);
  const cyAt = await enter(cy, '18:15');
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, { by: 'teacher', outcome: { owed: true, until: '2026-12-20' } }));
  const rowOf = async (id: string) => ok(await dana.get('/api/lessons')).find((row: { id: string }) => row.id === id);
  const change = async (lessonId: string, startTime: string, kind = 'move', originalDate = date) => ({
    kind,
    lessonId,
    originalDate,
    startTime,
    revision: (await rowOf(lessonId)).revision,
  });
  const apply = (...changes: object[]) => dana.post(`/api/lessons/${benAt}/repairs`, { lessonDate: date, changes });
  expect(refusal(await apply(await change(cyAt, '23:30')))).toEqual([
    409,
    expect.stringMatching(/^Cy Diaz (cannot begin at 11:30 PM|can move by at most 240 minutes)\.$/),
  ]);
  // Never in the hour that the lesson itself has left.
  expect(refusal(await apply(await change(benAt, '16:30', 'fill')))[0]).toBe(409);
  const missed = await enter(ann, '10:00', { lessonDate: '2026-11-30', duration: 30 });
  ok(await dana.post(`/api/lessons/${missed}/cancel`, { by: 'teacher', outcome: { owed: true, until: '2026-12-20' } }));
  const fill = await change(missed, '16:30', 'fill', '2026-11-30');
  ok(await dana.patch(`/api/lessons/${missed}/reschedule`, { lessonDate: '2026-12-03', startTime: '16:00' }));
  expect(refusal(await apply(fill))).toEqual([409, expect.stringMatching(/ has changed since\. Look again\.$/)]);
  ok(await dana.post('/api/closures', { from: date, to: date, fromTime: '17:00', toTime: '18:00', kind: 'holiday' }));
  expect(refusal(await apply(await change(cyAt, '17:15')))).toEqual([409, 'Cy Diaz cannot begin at 5:15 PM.']);
  expect((await rowOf(cyAt)).startTime).toBe('18:15');
});

test('an answer is one of a family that was asked, once the question waits, and one of two phones comes first', async () => {
  at('2026-12-01 09:00');
  const cy = await addStudent(dana, 'Cy Diaz', everyDay);
  const cyAt = await enter(cy, '18:15');
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  const { revision } = ok(await dana.get('/api/lessons')).find((row: { id: string }) => row.id === cyAt);
  const changes = [{ kind: 'move', lessonId: cyAt, originalDate: date, startTime: '16:30', revision }];
  const { repairId } = ok(await dana.post(`/api/lessons/${benAt}/repairs/ask`, { lessonDate: date, changes }));
  const say = (studentId: unknown, answer: unknown) =>
    dana.post(`/api/repairs/${repairId}/answers`, { studentId, answer });
  expect(refusal(await say(ann, 'yes'))).toEqual([404, 'This family was not asked.']);
  expect(refusal(await say(cy, 'perhaps'))).toEqual([400, expect.stringContaining('The answer must be yes or no.')]);
  expect(refusal(await say(undefined, 'yes'))[0]).toBe(400);
  const both = await Promise.all([say(cy, 'yes'), say(cy, 'no')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(refusal(both.find(({ status }) => status === 409) ?? expect.fail('both count'))).toEqual([
    409,
    'This question has ended.',
  ]);
  expect(refusal(await dana.delete(`/api/repairs/${crypto.randomUUID()}`))).toEqual([
    404,
    'There is no such question.',
  ]);
});

test('rates have three decimals at most; a date or a currency without one is said, and counts nothing', async () => {
  const keep = (rates: readonly object[]) =>
    dana.patch('/api/settings', { mileage: { from: '2026-11-30', country: 'US', rates } });
  const own = { from: '2026-11-30', rate: 0.5, above: null, source: 'Ours' };
  for (const wrong of [
    { ...own, rate: 0.1234 },
    { ...own, rate: -1 },
    { ...own, rate: 'much' },
    { ...own, from: '2026-02-30' },
    { ...own, above: { distance: 100, rate: 0.1234 } },
  ])
    expect(refusal(await keep([wrong]))[0], JSON.stringify(wrong)).toBe(400);
  expect(refusal(await keep(Array.from({ length: 51 }, () => own)))[0]).toBe(400);
  ok(await keep([]));
  ok(await dana.patch('/api/settings', { currency: 'CHF' }));
  const year = async () => ok(await dana.get(`/api/mileage?teacherId=${teacherId}&year=2026`));
  expect((await year()).notices).toEqual(['Enter a rate in CHF.']);
  expect((await year()).figures.amount).toBe(0);
});

test('days of one stop, of none, without a place and without a home are kept as what is known of them', async () => {
  const sam = { name: 'Sam Hill', phone: '(512) 555-0100', email: 'sam@example.com', availability: [] };
  const { id: other } = ok(await dana.post('/api/teachers', sam));
  ok(await dana.put(`/api/teachers/${teacherId}`, { address: '2210 Bluebonnet Ln, Austin, TX 78704' }));
  const nowhere = await addStudent(dana, 'Noa Fay', everyDay, { address: 'Nowhere at all' });
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  const homeless = { teacherId: other };
  await enter(ben, '12:00', homeless);
  await enter(nowhere, '14:00', homeless);
  ok(await dana.patch('/api/settings', { mileage: { from: '2026-11-30', country: 'US', rates: [] } }));
  at('2026-12-02 09:00');
  const yearOf = async (id: string) => ok(await dana.get(`/api/mileage?teacherId=${id}&year=2026`));
  for (const id of [teacherId, other])
    await expect.poll(async () => (await yearOf(id)).days.length, { timeout: 60_000 }).toBe(1);
  const [one, two] = [await yearOf(teacherId), await yearOf(other)];
  const way = ({ from, to, tenths }: { from: { name: string }; to: { name: string }; tenths: number | null }) => [
    from.name,
    to.name,
    tenths === null ? null : tenths > 0,
  ];
  // The day before had no stop, and is no day.
  expect(one.days.map((day: { date: string }) => day.date)).toEqual([date]);
  expect(one.days[0].legs.map(way)).toEqual([
    ['Home', 'Ann Lee', true],
    ['Ann Lee', 'Home', true],
  ]);
  expect(two.days[0].legs.map(way)).toEqual([['Ben Ito', 'Noa Fay', null]]);
  expect(two.figures).toMatchObject({ unknown: 1, driven: 0, amount: 0 });
});
