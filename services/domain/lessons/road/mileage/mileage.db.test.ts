import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { batchOf, ok, refused } from '../../../../testing/visitor.ts';

inOwnStudio();

const date = '2026-12-01';
let teacherId: string;
let ann: string;
let ben: string;
let benAt: string;

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const year = async (of = 2026) => ok(await dana.get(`/api/mileage?teacherId=${teacherId}&year=${of}`));
const turnOn = async () =>
  ok(await dana.patch('/api/settings', { mileage: { from: '2026-11-30', country: 'US', rates: [] } }));
/** The drives of the date, once the night has kept them. */
const closedDay = async () => {
  await expect.poll(async () => (await year()).days.length, { timeout: 60_000 }).toBe(1);
  return (await year()).days[0];
};
const put = (on: string, body: object) => dana.put(`/api/mileage/days/${teacherId}/${on}`, body);
const say = (body: object, of = 2026) => dana.put(`/api/mileage/years/${teacherId}/${of}`, body);

beforeEach(async () => {
  at('2026-11-30 09:00');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ok(await dana.put(`/api/teachers/${teacherId}`, { address: '2210 Bluebonnet Ln, Austin, TX 78704' }));
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  const lesson = { teacherId, duration: 45, lessonDate: date };
  ok(await dana.post('/api/lessons', { ...lesson, studentId: ann, startTime: '15:00' }));
  benAt = ok(await dana.post('/api/lessons', { ...lesson, studentId: ben, startTime: '16:00' })).id;
});

test('a night keeps the drives of its day once, and nothing later changes them', async () => {
  expect(refused(await dana.get(`/api/mileage?teacherId=${teacherId}&year=2026`))[0]).toBe(409);
  at('2026-12-02 02:59');
  await turnOn();
  expect(refused(await put(date, { legs: [], reason: 'None' }))).toEqual([409, 'This day is not closed yet.']);
  at('2026-12-02 03:00');
  const closed = await closedDay();
  const { driving } = ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`)).figures;
  expect(closed).toMatchObject({ date, corrected: null, differs: [] });
  expect(closed.legs.map(({ kind, to }: { kind: string; to: { name: string } }) => [kind, to.name])).toEqual([
    ['home', 'Ann Lee'],
    ['business', 'Ben Ito'],
    ['home', 'Home'],
  ]);
  expect(closed.legs.reduce((sum: number, { minutes }: { minutes: number }) => sum + minutes, 0)).toBe(driving);
  const before = (await year()).figures;
  at('2026-12-03 12:00');
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  const after = await year();
  expect(after.figures).toEqual(before);
  expect(after.days[0]).toEqual({ ...closed, differs: ['The calendar differs: Ben Ito was cancelled on Dec 3.'] });
  expect(ok(await dana.get('/api/history')).entries?.some(({ kind }: { kind: string }) => kind === 'mileage')).not.toBe(
    true,
  );
});

test('a day is corrected with its reason, and the correction is undone', async () => {
  await turnOn();
  at('2026-12-02 09:00');
  const closed = await closedDay();
  const [first] = closed.legs;
  const leg = { from: first.from, to: first.to, kind: 'other', tenths: 123 };
  const body = { legs: [leg], reason: 'At the church hall', revision: closed.revision };
  for (const [wrong, status, message] of [
    [{ ...body, reason: ' a ' }, 400, 'Please say why.'],
    [{ legs: [leg] }, 400, 'Please say why.'],
    [{ ...body, legs: Array.from({ length: 41 }, () => leg) }, 400, 'A day has at most 40 drives.'],
    [{ ...body, legs: [{ ...leg, tenths: -1 }] }, 400, 'A distance must be from 0.0 to 999.9'],
    [{ ...body, legs: [{ ...leg, tenths: 10_000 }] }, 400, 'A distance must be from 0.0 to 999.9'],
    [{ ...body, legs: [{ ...leg, tenths: 2.5 }] }, 400, 'A distance must be from 0.0 to 999.9'],
    [{ ...body, revision: '99' }, 412, 'This day was changed somewhere else in the meantime.'],
  ] as const)
    expect(refused(await put(date, wrong)), message).toEqual([status, expect.stringContaining(message)]);
  const corrected = await put(date, body);
  expect(ok(corrected)).toMatchObject({
    legs: [{ ...leg, minutes: first.minutes, lessonId: first.lessonId, exact: true }],
    corrected: { reason: 'At the church hall' },
  });
  expect((await year()).figures).toMatchObject({ driven: 12.3, other: 12.3, business: 0, amount: 0 });
  const { entries } = ok(await dana.get('/api/history?kind=mileage'));
  expect(entries).toMatchObject([
    { sentence: 'Corrected the drives of Dana Whitfield on Tue, Dec 1: At the church hall' },
  ]);
  ok(await dana.post('/api/undo', { batchId: batchOf(corrected) }));
  expect((await year()).days).toEqual([closed]);
  expect(refused(await put('2026-12-02', { legs: [leg], reason: 'Ahead' }))).toEqual([
    409,
    'This day is not closed yet.',
  ]);
  expect(ok(await put('2026-11-29', { legs: [leg], reason: 'A concert' })).legs).toHaveLength(1);
  const csv = (await dana.get(`/api/mileage.csv?teacherId=${teacherId}&year=2026`)).text;
  expect(csv).toContain('Date,From,To,Purpose,Distance,Rate,Amount,Kind,Note');
  expect(csv).toContain('Corrected: A concert');
  expect(csv.trim().split('\r\n').at(-1)).toContain('Not tax advice.');
});

test('a tax year has a switch and an odometer, undone like anything else', async () => {
  await turnOn();
  at('2026-12-02 09:00');
  await closedDay();
  const off = await year();
  expect(off).toMatchObject({ homeDrivesCount: false, unit: 'mi', from: '2026-01-01', to: '2026-12-31' });
  const on = await say({ homeDrivesCount: true });
  expect(ok(on).figures).toMatchObject({ business: off.figures.driven, commuting: 0 });
  expect((await year(2027)).homeDrivesCount).toBe(true);
  expect((await year(2025)).homeDrivesCount).toBe(false);
  expect(ok(await say({ odometerStart: 100, odometerEnd: 200 })).figures.private).toBeCloseTo(
    100 - off.figures.driven,
    6,
  );
  expect(ok(await say({ odometerEnd: 100 })).notices).toEqual(['The odometer shows less than these drives.']);
  for (const wrong of [{ odometerEnd: 99 }, { odometerStart: -1 }, { odometerEnd: 10_000_000 }, { odometerStart: 0.5 }])
    expect(refused(await say(wrong))[0]).toBe(400);
  expect(refused(await dana.put(`/api/mileage/years/${crypto.randomUUID()}/2026`, {}))[0]).toBe(404);
  expect(refused(await dana.get(`/api/mileage?teacherId=${crypto.randomUUID()}&year=2026`))[0]).toBe(404);
});

test('the drives of a teacher who was removed stay, and are offered by name', async () => {
  await turnOn();
  at('2026-12-02 09:00');
  const { days } = (await closedDay(), await year());
  expect((await year()).formerTeachers).toEqual([]);
  const other = await addTeacher(dana, 'Sam Hill', everyDay);
  ok(await dana.delete(`/api/teachers/${teacherId}`));
  await expect
    .poll(async () => ok(await dana.get(`/api/mileage?teacherId=${other}&year=2026`)).formerTeachers, {
      timeout: 60_000,
    })
    .toEqual([{ teacherId, name: 'Dana Whitfield' }]);
  const legsOf = (list: { legs: object[] }[]) => list.map(({ legs }) => legs);
  expect(legsOf((await year()).days)).toEqual(legsOf(days));
});
