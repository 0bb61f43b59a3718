import { beforeEach, expect, test } from 'vitest';
import { dana, inOwnStudio, rondo } from '../../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../../testing/studio-fixture.ts';
import { ok, refused } from '../../../../testing/visitor.ts';

inOwnStudio();

type Part = Record<'income' | 'drivingCost' | 'teaching' | 'driving' | 'waiting' | 'lessons', number> & {
  perHour: number | null;
};
const fields = ['income', 'drivingCost', 'teaching', 'driving', 'waiting', 'lessons'] as const;

const date = '2026-12-01';
let teacherId: string;
let ann: string;
let ben: string;
let benAt: string;

const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const pathOf = (from: string, to: string, of = teacherId) => `?teacherId=${of}&from=${from}&to=${to}`;
const earned = async (from = date, to = from, of = teacherId) =>
  ok(await dana.get(`/api/earnings${pathOf(from, to, of)}`));
const studentIn = ({ students }: { students: (Part & { studentId: string })[] }, studentId: string): Part | undefined =>
  students.find((one) => one.studentId === studentId);
const book = async (body: object) => ok(await dana.post('/api/lessons', { teacherId, duration: 45, ...body }));
const rate = async (studentId: string, body: object) => ok(await dana.put(`/api/students/${studentId}`, body));
const bill = async (studentIds: readonly string[], more: object = {}) =>
  ok(
    await dana.post('/api/invoices/generate', {
      billingPeriodStart: date,
      billingPeriodEnd: '2026-12-31',
      selectedStudentIds: studentIds,
      ...more,
    }),
  );
const drivesKept = async () => {
  const year = `/api/mileage?teacherId=${teacherId}&year=2026`;
  await expect.poll(async () => ok(await dana.get(year)).days.length, { timeout: 60_000 }).toBe(1);
  return ok(await dana.get(year));
};

/** The days, and the students with what belongs to none, add up to the figures. */
const expectWhole = (answer: { figures: Part; days: Part[]; students: Part[]; other: Part }) => {
  const { figures, days, students, other } = answer;
  for (const parts of [days, [...students, other]])
    for (const field of fields)
      expect(
        parts.reduce((sum, part) => sum + part[field], 0),
        field,
      ).toBeCloseTo(figures[field], 9);
};

beforeEach(async () => {
  at('2026-11-30 09:00');
  teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = await addStudent(dana, 'Ann Lee', everyDay);
  ben = await addStudent(dana, 'Ben Ito', everyDay, { address: '2108 S Lamar Blvd, Austin, TX 78704' });
  for (const studentId of [ann, ben]) await rate(studentId, { perLessonRate: 50 });
  await book({ studentId: ann, lessonDate: date, startTime: '15:00' });
  benAt = (await book({ studentId: ben, lessonDate: date, startTime: '16:30' })).id;
});

test('a day earns what its lessons cost, and takes what the day dialog says', async () => {
  const { figures } = ok(await dana.get(`/api/day?teacherId=${teacherId}&date=${date}`));
  const off = await earned();
  expect(off).toMatchObject({
    teacherName: 'Dana Whitfield',
    currency: 'USD',
    rates: [],
    notices: ['Drives are not kept: without a rate they cost nothing.'],
    figures: { income: 100, drivingCost: 0, teaching: 90, ...figures },
  });
  const minutes = 90 + figures.driving + figures.waiting;
  expect(off.figures.perHour).toBeCloseTo((100 * 60) / minutes, 9);
  expectWhole(off);
  ok(await dana.patch('/api/settings', { mileage: { from: '2026-11-30', country: 'US', rates: [] } }));
  const ahead = await earned();
  expect(ahead).toMatchObject({ rates: [{ from: '2026-01-01', rate: 0.725, unit: 'mi' }], notices: [] });
  at('2026-12-02 09:00');
  const { driven } = (await drivesKept()).figures;
  const after = await earned();
  // The kept drives are those of the calendar: nothing has changed.
  expect(after).toEqual(ahead);
  expect(after.figures.drivingCost).toBeCloseTo(driven * 0.725, 9);
  expect(after.figures).toMatchObject(figures);
  expectWhole(after);
  // A lesson that is put where it is changes nothing.
  ok(await dana.patch(`/api/lessons/${benAt}/reschedule`, { startTime: '16:30', lessonDate: date }));
  expect(await earned()).toEqual(after);
  // What was driven stays, whatever happens to its lesson later.
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  const cancelled = await earned();
  expect(cancelled.figures).toMatchObject({
    income: 50,
    teaching: 45,
    waiting: 0,
    driving: after.figures.driving,
    drivingCost: after.figures.drivingCost,
  });
  expect(studentIn(cancelled, ben)).toMatchObject({
    income: 0,
    lessons: 0,
    teaching: 0,
    driving: studentIn(after, ben)?.driving,
  });
  expectWhole(cancelled);
});

test('what is invoiced counts as it is billed, less what is refunded', async () => {
  const [invoice] = await bill([ben]);
  await rate(ben, { perLessonRate: 70 });
  expect(studentIn(await earned(), ben)?.income).toBe(50);
  ok(await dana.post(`/api/lessons/${benAt}/cancel`, {}));
  expect(studentIn(await earned(), ben)?.income, 'nothing is refunded yet').toBe(50);
  await bill([ben], { includeRefundsSinceLastInvoice: true });
  expect(studentIn(await earned(), ben)?.income ?? 0).toBe(0);
  expect(invoice.total).toBe(50);
});

test('a month’s rate is spread over its dates; charges count on their date, and what nobody priced is said', async () => {
  const cy = await addStudent(dana, 'Cy Diaz', everyDay, { teacherId });
  await rate(cy, { paymentType: 'monthly', monthlyRate: 100, startDate: '2026-11-01' });
  for (const lessonDate of ['2026-12-02', '2026-12-09', '2026-12-16'])
    await book({ studentId: cy, lessonDate, startTime: '15:00' });
  ok(
    await dana.post('/api/charges', {
      studentId: cy,
      date: '2026-12-09',
      category: 'book',
      description: 'Piano Adventures 3A',
      amount: 18.5,
    }),
  );
  const of = async (from: string, to = from): Promise<number> => studentIn(await earned(from, to), cy)?.income ?? 0;
  const check = async (): Promise<void> => {
    expect(await of('2026-12-02')).toBeCloseTo(100 / 3, 9);
    expect(await of('2026-12-09')).toBeCloseTo(100 / 3 + 18.5, 9);
    expect(await of('2026-12-01', '2026-12-31')).toBeCloseTo(118.5, 9);
    // Without a lesson the month counts on its first day.
    expect(await of('2026-11-01')).toBe(100);
    expectWhole(await earned('2026-11-01', '2026-12-31'));
  };
  await check();
  await bill([cy], { billingPeriodStart: '2026-11-01' });
  await check();
  const di = await addStudent(dana, 'Di Park', everyDay, { teacherId });
  await book({ studentId: di, lessonDate: '2026-12-02', startTime: '17:00' });
  await book({ entryType: 'appointment', eventTitle: 'Orchestra', lessonDate: '2026-12-03', startTime: '17:00' });
  const all = await earned('2026-12-01', '2026-12-31');
  expect(all.students.at(-1)).toMatchObject({ name: 'Di Park', income: 0, unrated: 1, perHour: null });
  expect(all.notices).toContain('1 lesson has no rate: no income is counted for them.');
  expect(all.figures).toMatchObject({ lessons: 6, teaching: 270 });
  expectWhole(all);
  const hours = all.students.slice(0, -1).map(({ perHour }: Part) => perHour);
  expect(hours).toEqual(hours.toSorted((a: number, b: number) => a - b));
  const [head = '', ...lines] = (await dana.get(`/api/earnings.csv${pathOf('2026-12-01', '2026-12-31')}`)).text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(head.slice(1)).toEqual([
    'Student',
    'Lessons',
    'Teaching (min)',
    'Driving (min)',
    'Waiting (min)',
    'Income',
    'Driving cost',
    'An hour',
  ]);
  const sum = lines.pop() ?? [];
  expect(sum[0]).toBe('Sum');
  for (const column of [2, 3, 4, 5])
    expect(lines.reduce((total, line) => total + Number(line[column]), 0)).toBe(Number(sum[column]));
  expect(lines.reduce((total, line) => total + Number(line[6]), 0)).toBeCloseTo(all.figures.income, 3);
});

test('each teacher has the lessons that are taught, and the first one what belongs to no lesson', async () => {
  const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
  await book({ teacherId: marcus, studentId: ann, lessonDate: date, startTime: '18:00' });
  expect((await earned(date, date, marcus)).figures).toMatchObject({ income: 50, lessons: 1 });
  expect((await earned()).figures).toMatchObject({ income: 100, lessons: 2 });
  // An invoice in another currency is in no sum.
  await bill([ann]);
  ok(await dana.patch('/api/settings', { currency: 'EUR' }));
  const foreign = await earned();
  expect(foreign).toMatchObject({ currency: 'EUR', figures: { income: 50 } });
  expect(foreign.notices).toContain('Amounts in USD are not counted.');
});

test('bad periods and unknown teachers are refused', async () => {
  for (const [query, status, message] of [
    [pathOf('2026-12-02', '2026-12-01'), 400, 'The period must not end before it starts.'],
    [pathOf('2026-01-01', '2027-01-02'), 400, 'The period must be at most 366 days long.'],
    [pathOf('2026-13-01', '2026-12-01'), 400, ''],
    [`?teacherId=${teacherId}&from=2026-12-01`, 400, ''],
    [pathOf(date, date, crypto.randomUUID()), 404, 'There is no such teacher.'],
  ] as const)
    for (const path of ['/api/earnings', '/api/earnings.csv'])
      expect(refused(await dana.get(`${path}${query}`)), query).toEqual([status, expect.stringContaining(message)]);
  const stranger = await rondo.visitor().register(`${crypto.randomUUID()}@example.com`);
  expect(refused(await stranger.get(`/api/earnings${pathOf(date, date)}`))[0]).toBe(404);
  expect((await earned('2026-01-01', '2027-01-01')).figures.lessons).toBe(2);
});
