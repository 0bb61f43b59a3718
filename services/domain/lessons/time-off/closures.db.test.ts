import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const thanksgiving = { from: '2026-11-23', to: '2026-11-29', kind: 'holiday', reason: 'Thanksgiving' };
const november = { from: '2026-11-01', to: '2026-11-30' };
let teacher: string;
let ann: string;
let weekly: string;

/** Ann, Thursdays at 4 PM at 45.00, since September; today is November 10, 2026. */
beforeEach(async () => {
  rondo.setNow(Date.parse('2026-09-01T15:00:00Z'));
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  ann = ok(
    await dana.post('/api/students', {
      firstName: 'Ann',
      lastName: 'Lee',
      address: '1905 S 5th St',
      zipCode: '78704',
      paymentType: 'per_lesson',
      perLessonRate: 45,
    }),
  ).id;
  const lesson = { teacherId: teacher, studentId: ann, dayOfWeek: 4, startTime: '16:00', duration: 45 };
  weekly = ok(await dana.post('/api/lessons', lesson)).id;
  rondo.setNow(Date.parse('2026-11-10T15:00:00Z'));
});

type Row = { id: string; lessonDate: string; status: string; closedBy: unknown; revision: string };
const rowsIn = async ({ from, to }: { from: string; to: string }): Promise<Row[]> =>
  ok(await dana.get(`/api/lessons?from=${from}&to=${to}`));
const dated = async (): Promise<Row[]> => (await rowsIn(november)).filter(({ lessonDate }) => lessonDate !== '');
const close = (more: Record<string, unknown> = {}) => dana.post('/api/closures', { ...thanksgiving, ...more });
const row = async (): Promise<Record<string, unknown>> => {
  const answer = await dana.get('/api/lessons/billing/studio?startDate=2026-11-01&endDate=2026-11-30');
  return ok(answer)[0];
};
const invoiceNovember = async () =>
  ok(
    await dana.post('/api/invoices/generate', {
      teacherId: null,
      billingPeriodStart: november.from,
      billingPeriodEnd: november.to,
      selectedStudentIds: [ann],
    }),
  )[0];

describe('a closed week', () => {
  test('is derived, listed as cancelled dates, and left out of the invoice', async () => {
    const closed = await close();
    expect(ok(closed)).toMatchObject({
      ...thanksgiving,
      fromTime: null,
      toTime: null,
      teacherIds: null,
      money: 'refund',
      lessons: 1,
      families: 1,
      kept: 0,
      over: false,
    });
    const [date] = await dated();
    expect(date).toMatchObject({
      status: 'cancelled',
      lessonDate: '2026-11-26',
      seriesId: weekly,
      originalDate: '2026-11-26',
      closedBy: { closureId: ok(closed).id, reason: 'Thanksgiving', money: 'refund' },
    });
    expect(await row()).toMatchObject({
      lessonCount: 3,
      closedDates: ['2026-11-26'],
      amount: 135,
      cancelledLessons: [],
    });
    expect(await invoiceNovember()).toMatchObject({ total: 135 });
    const { entries } = ok(await dana.get('/api/history?limit=2'));
    expect(entries.at(-1)).toMatchObject({
      kind: 'timeoff',
      sentence: 'Closed Nov 23 – Nov 29 (Thanksgiving): 1 lesson',
    });
  });

  test('that is billed already is refunded on the next invoice', async () => {
    await invoiceNovember();
    const preview = ok(await dana.post('/api/closures/preview', thanksgiving));
    expect(preview).toMatchObject({
      sentence: '1 lesson of 1 family is closed and already billed: $45.00 is refunded on the next invoice.',
      lessons: 1,
      families: 1,
      billed: { lessons: 1, amount: 45, invoices: ['INV-2026-0001'] },
      dates: [{ date: '2026-11-26', effect: 'closes', billing: 'refunded', refund: 45, billedOn: 'INV-2026-0001' }],
      choices: [
        { money: 'refund', refund: 45, owed: 0 },
        { money: 'owed', refund: 0, owed: 1 },
      ],
    });
    expect(await dated()).toEqual([]);
    ok(await close());
    const december = 'startDate=2026-12-01&endDate=2026-12-31&includeRefundsSinceLastInvoice=true';
    const [billing] = ok(await dana.get(`/api/lessons/billing/studio?${december}`));
    expect(billing).toMatchObject({ lessonCount: 5, refundAmount: 45, amount: 180 });
  });

  test('stays billed when its lessons are owed', async () => {
    ok(await close({ money: 'owed' }));
    expect(await row()).toMatchObject({ lessonCount: 4, closedDates: [], amount: 180 });
    const [, second] = [
      1,
      ok(
        await dana.post('/api/closures/preview', {
          ...thanksgiving,
          money: 'owed',
          from: '2026-12-01',
          to: '2026-12-06',
        }),
      ),
    ];
    expect(second.sentence).toBe('1 lesson of 1 family is closed and stays billed: 1 lesson is owed.');
  });

  test('has a lesson that is moved out of it, and one that is kept', async () => {
    ok(await close());
    const [date] = await dated();
    const moved = ok(
      await dana.patch(`/api/lessons/${date?.id}/reschedule`, { startTime: '16:00', lessonDate: '2026-11-30' }),
    );
    expect(moved).toMatchObject({ lessonDate: '2026-11-30', status: 'scheduled', originalDate: '2026-11-26' });
    expect(await row()).toMatchObject({ lessonCount: 4, amount: 180, closedDates: [] });
  });

  test('keeps a lesson until a later closure closes it again, and what has begun stays', async () => {
    const first = ok(await close());
    const [date] = await dated();
    const kept = await dana.patch(`/api/lessons/${date?.id}`, { status: 'scheduled' });
    expect(ok(kept)).toMatchObject({ status: 'scheduled', keptIn: [first.id], closedBy: null });
    expect(await row()).toMatchObject({ lessonCount: 4, amount: 180, closedDates: [] });
    expect(ok(await dana.get('/api/closures'))).toMatchObject([{ lessons: 0, kept: 1 }]);
    rondo.setNow(Date.parse('2026-11-26T14:00:00Z'));
    const sick = ok(await dana.post('/api/closures', { from: '2026-11-26', to: '2026-11-26', kind: 'sick' }));
    expect(await dated()).toMatchObject([{ lessonDate: '2026-11-26', closedBy: { closureId: sick.id } }]);
    rondo.setNow(Date.parse('2026-11-27T15:00:00Z'));
    ok(await dana.delete(`/api/closures/${first.id}`));
    ok(await dana.delete(`/api/closures/${sick.id}`));
    expect(ok(await dana.get('/api/closures'))).toEqual([]);
    expect(await dated()).toMatchObject([{ lessonDate: '2026-11-26', status: 'cancelled' }]);
    expect(await row()).toMatchObject({ lessonCount: 3, closedDates: ['2026-11-26'], amount: 135 });
  });

  test('opens again by an undo, and is closed by the undo of that', async () => {
    const closed = await close();
    const undone = await dana.post('/api/undo', { batchId: batchOf(closed) });
    ok(undone);
    expect([await dated(), ok(await dana.get('/api/closures'))]).toEqual([[], []]);
    ok(await dana.post('/api/undo', { batchId: batchOf(undone) }));
    expect(await dated()).toMatchObject([{ lessonDate: '2026-11-26', status: 'cancelled' }]);
  });
});

test.each([
  [{ from: '2026-12-02', to: '2026-12-01' }, "The last day can't be before the first."],
  [
    { from: '2026-12-01', to: '2026-12-01', fromTime: '16:00', toTime: '15:00' },
    'The end time must be after the start time.',
  ],
  [{ from: '2026-12-01', to: '2028-01-05' }, 'A closure can last at most 400 days.'],
  [{ from: '2030-12-01', to: '2030-12-02' }, 'A closure can begin at most three years ahead.'],
  [{ from: '2026-11-02', to: '2026-11-09' }, 'These days are in the past. Cancel single lessons instead.'],
  [{ teacherIds: [] }, 'Please select at least one teacher.'],
])('is refused: %j', async (more, message) => {
  expect(refused(await close(more))).toEqual([400, message]);
  expect(refused(await dana.post('/api/closures/preview', { ...thanksgiving, ...more }))).toEqual([400, message]);
  expect(ok(await dana.get('/api/closures'))).toEqual([]);
});

test('unknown teachers and closures are not there, and a stale change is refused', async () => {
  expect(refused(await close({ teacherIds: ['nobody'] }))).toEqual([404, 'There is no such teacher.']);
  expect(refused(await dana.delete('/api/closures/none'))).toEqual([404, 'There is no such closure.']);
  const { id, revision } = ok(await close({ teacherIds: [teacher] }));
  const changed = ok(await dana.patch(`/api/closures/${id}`, { to: '2026-11-27', toTime: '17:00', revision }));
  expect(changed).toMatchObject({ to: '2026-11-27', toTime: '17:00', conflicts: [] });
  expect((await dana.patch(`/api/closures/${id}`, { to: '2026-11-29', revision })).status).toBe(412);
  rondo.setNow(Date.parse('2026-12-01T15:00:00Z'));
  expect(refused(await dana.patch(`/api/closures/${id}`, { reason: 'Break' }))).toEqual([
    409,
    'This closure is over. Keep or cancel single lessons instead.',
  ]);
});

test('times of a day count half-open, and what has begun stays open', async () => {
  const add = async (startTime: string, lessonDate: string) =>
    ok(await dana.post('/api/lessons', { teacherId: teacher, studentId: ann, startTime, duration: 45, lessonDate })).id;
  const [before, into, out, after] = [
    await add('13:15', '2026-12-08'),
    await add('13:30', '2026-12-08'),
    await add('15:45', '2026-12-08'),
    await add('16:00', '2026-12-08'),
  ];
  ok(await close({ from: '2026-12-08', to: '2026-12-08', fromTime: '14:00', toTime: '16:00' }));
  const day = await rowsIn({ from: '2026-12-08', to: '2026-12-08' });
  const statusOf = (id: string) => day.find((one) => one.id === id)?.status;
  expect([before, into, out, after].map(statusOf)).toEqual(['scheduled', 'cancelled', 'cancelled', 'scheduled']);
  rondo.setNow(Date.parse('2026-12-09T17:00:00Z'));
  const [running, later] = [await add('10:45', '2026-12-09'), await add('11:00', '2026-12-09')];
  const preview = ok(await dana.post('/api/closures/preview', { from: '2026-12-09', to: '2026-12-09', kind: 'sick' }));
  expect(preview.sentence).toBe('1 lesson of 1 family is closed. The lesson with Ann Lee has begun and stays.');
  ok(await close({ from: '2026-12-09', to: '2026-12-09', kind: 'sick' }));
  const today = await rowsIn({ from: '2026-12-09', to: '2026-12-09' });
  expect([running, later].map((id) => today.find((one) => one.id === id)?.status)).toEqual(['scheduled', 'cancelled']);
});

test('a lesson that is entered into closed time is closed, unless it is kept', async () => {
  const { id: closureId } = ok(await close());
  const lesson = { teacherId: teacher, studentId: ann, startTime: '10:00', duration: 45, lessonDate: '2026-11-24' };
  expect(ok(await dana.post('/api/lessons/check-conflicts', lesson))).toMatchObject({
    hasConflict: false,
    closed: [
      {
        closureId,
        dates: ['2026-11-24'],
        text: 'Thanksgiving, Mon, Nov 23 – Sun, Nov 29: a lesson then is closed unless you keep it.',
      },
    ],
  });
  expect(ok(await dana.post('/api/lessons', lesson))).toMatchObject({ status: 'cancelled', closedBy: { closureId } });
  const kept = ok(await dana.post('/api/lessons', { ...lesson, startTime: '12:00', keep: true }));
  expect(kept).toMatchObject({ status: 'scheduled', keptIn: [closureId], closedBy: null });
  expect(refused(await dana.post('/api/lessons', { ...lesson, lessonDate: '', dayOfWeek: 2, keep: true }))).toEqual([
    400,
    'Only single lessons can be kept.',
  ]);
  // What is closed takes nobody's time.
  const appointment = { ...lesson, studentId: null, entryType: 'appointment', eventTitle: 'Tuner' };
  expect(ok(await dana.post('/api/lessons', { ...appointment, ifFree: true })).status).toBe('scheduled');
});

test('a family’s calendar shows a closed date as cancelled', async () => {
  const read = async (path: string) =>
    new ICAL.Component(ICAL.parse((await rondo.visitor().get(path)).text))
      .getAllSubcomponents('vevent')
      .map((component) => ({
        uid: String(component.getFirstPropertyValue('uid')),
        sequence: Number(component.getFirstPropertyValue('sequence')),
        status: component.getFirstPropertyValue('status'),
        start: String(component.getFirstPropertyValue('dtstart')),
        end: String(component.getFirstPropertyValue('dtend')),
        summary: component.getFirstPropertyValue('summary'),
        description: component.getFirstPropertyValue('description'),
      }));
  const family = new URL(ok(await dana.post(`/api/students/${ann}/generate-calendar-url`)).subscribableUrl).pathname;
  const onThursday = async () => (await read(family)).find(({ start }) => start.startsWith('2026-11-26'));
  const open = await onThursday();
  expect(open).toMatchObject({ status: 'CONFIRMED', description: null });
  const { id } = ok(await close());
  expect(await onThursday()).toMatchObject({
    uid: open?.uid,
    status: 'CANCELLED',
    description: 'Thanksgiving',
    sequence: (open?.sequence ?? 0) + 1,
  });
  ok(await dana.delete(`/api/closures/${id}`));
  expect(await onThursday()).toMatchObject({ status: 'CONFIRMED', sequence: (open?.sequence ?? 0) + 2 });
});
