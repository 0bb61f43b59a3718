import { beforeEach, describe, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { batchOf, ok, refused } from '../../../testing/visitor.ts';

inOwnStudio();

const day = '2026-12-08';
let teacher: string;
const lessonOf = new Map<string, string>();
const idOf = new Map<string, string>();

/** A time of the studio's clock in Chicago, in winter. */
const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const entry = (name: string, attendance: string | null, more: object = {}) => ({
  lessonId: lessonOf.get(name) ?? name,
  date: day,
  attendance,
  ...more,
});
const record = (...entries: object[]) => dana.post('/api/attendance', { entries });
const recorded = async (query = `from=${day}&to=${day}`) => ok(await dana.get(`/api/attendance?${query}`));
const generate = async (name: string, period = { from: '2026-12-01', to: '2026-12-31' }) =>
  ok(
    await dana.post('/api/invoices/generate', {
      teacherId: null,
      billingPeriodStart: period.from,
      billingPeriodEnd: period.to,
      selectedStudentIds: [idOf.get(name)],
      includeRefundsSinceLastInvoice: true,
    }),
  )[0];
const agree = async (noShow = 100) => ok(await dana.post('/api/policy', { from: '2026-11-30', tiers: [], noShow }));
/** Four students at 40.00 on Tuesday, December 8, at 3, 4, 5 and 6 PM; now it is November 30. */
beforeEach(async () => {
  at('2026-11-30 09:00');
  teacher = await addTeacher(dana, 'Dana Whitfield', everyDay);
  for (const [i, firstName] of ['Ann', 'Ben', 'Cleo', 'Dov'].entries()) {
    const person = { firstName, lastName: 'Oh', address: '1905 S 5th St', zipCode: '78704' };
    const { id } = ok(await dana.post('/api/students', { ...person, paymentType: 'per_lesson', perLessonRate: 40 }));
    const lesson = { teacherId: teacher, studentId: id, startTime: `${15 + i}:00`, duration: 45, lessonDate: day };
    idOf.set(firstName, id);
    lessonOf.set(firstName, ok(await dana.post('/api/lessons', lesson)).id);
  }
});

const asOneDay = async (): Promise<void> => {
  at('2026-12-08 15:00');
  ok(await dana.post(`/api/lessons/${lessonOf.get('Dov')}/cancel`, { by: 'family' }));
  at('2026-12-08 18:00');
  const { recorded: rows, failed } = ok(
    await record(entry('Ann', 'taught'), entry('Ben', 'taught', { minutesLate: 10 }), entry('Cleo', 'absent')),
  );
  expect(failed).toEqual([]);
  expect(rows.map(({ attendance, charge }: { attendance: string; charge: number }) => [attendance, charge])).toEqual([
    ['taught', null],
    ['taught', null],
    ['absent', expect.any(Number)],
  ]);
};

describe('who was there', () => {
  test('costs what the policy of the day says, and the difference once when it changes after billing', async () => {
    await agree();
    await asOneDay();
    for (const name of ['Ann', 'Ben', 'Cleo', 'Dov']) expect((await generate(name)).total).toBe(40);
  });

  test('costs half where the policy says so; corrections and refunds follow each change once', async () => {
    await agree(50);
    await asOneDay();
    await dana.post('/api/policy', { from: '2026-12-08', tiers: [], noShow: 0 });
    const january = { from: '2027-01-01', to: '2027-01-31' };
    expect((await generate('Ann')).total).toBe(40);
    const cleo = await generate('Cleo');
    expect(cleo).toMatchObject({ total: 20, refunds: 20 });
    const [absence] = ok(await dana.get(`/api/invoices/${cleo.id}`)).entries;
    expect(absence).toMatchObject({
      status: 'scheduled',
      attendance: 'absent',
      minutesLate: 0,
      absenceCharge: 50,
      refund: 20,
      cancelledAt: null,
    });
    const late = ok(await dana.get(`/api/invoices/${(await generate('Ben')).id}`)).entries;
    expect(late).toMatchObject([{ attendance: 'taught', minutesLate: 10, absenceCharge: null, refund: null }]);
    expect(refused(await record(entry('Dov', 'taught')))).toEqual([409, 'This lesson is cancelled. Restore it first.']);
    ok(await record(entry('Cleo', 'taught')));
    expect((await generate('Cleo', january)).total).toBe(20);
    ok(await record(entry('Cleo', 'absent', { charge: 50 })));
    const again = await generate('Cleo', january);
    expect(again.total).toBe(-20);
    expect(ok(await dana.get(`/api/invoices/${again.id}`)).entries).toMatchObject([
      { status: 'scheduled', attendance: 'absent', absenceCharge: 50, refund: 20, billedOn: cleo.invoiceNumber },
    ]);
    ok(await record(entry('Cleo', 'absent', { charge: 0, reason: 'Ill' })));
    expect((await generate('Cleo', january)).total).toBe(-20);
    ok(await record(entry('Cleo', 'absent', { charge: 100 })));
    expect((await generate('Cleo', january)).total).toBe(40);
  });

  test('is refused in the sentences of the rule, each entry by itself', async () => {
    at('2026-12-08 14:59');
    const begins = 'This lesson begins on Tue, Dec 8, at 3:00\u00a0PM. Attendance can be recorded from then on.';
    expect(refused(await record(entry('Ann', 'taught')))).toEqual([409, begins]);
    const practice = { teacherId: teacher, entryType: 'appointment', eventTitle: 'Choir', lessonDate: '2026-12-08' };
    const choir = ok(await dana.post('/api/lessons', { ...practice, startTime: '09:00', duration: 60 })).id;
    at('2026-12-08 17:30');
    ok(await dana.post(`/api/lessons/${lessonOf.get('Ben')}/cancel`, {}));
    for (const [body, status, message] of [
      [entry(choir, 'taught'), 400, 'Attendance is recorded for lessons only.'],
      [entry('Ann', 'absent', { minutesLate: 5 }), 400, 'Only a lesson that was taught can have begun late.'],
      [entry('Ann', null, { minutesLate: 5 }), 400, 'Only a lesson that was taught can have begun late.'],
      [entry('Ann', 'taught', { charge: 50 }), 400, 'Only an absence has a charge of its own.'],
      [entry('Ann', 'taught', { minutesLate: 481 }), 400, 'The minutes must be a whole number from 0 to 480.'],
      [entry('Ann', 'absent', { charge: 100.5 }), 400, 'The share must be a whole number from 0 to 100.'],
      [entry('Ann', 'late'), 400, 'Please choose whether the lesson was taught.'],
      [entry('Ben', 'taught'), 409, 'This lesson is cancelled. Restore it first.'],
      [entry('none', 'taught'), 404, 'There is no such lesson.'],
      [
        entry('Ann', 'taught', { date: '2026-12-09' }),
        400,
        'This lesson does not take place on Wednesday, December 9.',
      ],
    ] as const)
      expect(refused(await record(body)), JSON.stringify(body)).toEqual([status, expect.stringContaining(message)]);
    const many = Array.from({ length: 201 }, () => entry('Ann', 'taught'));
    expect(refused(await record(...many))[0]).toBe(400);
    expect(refused(await record())[0]).toBe(400);
    expect(await recorded()).toEqual([]);
    const half = ok(await record(entry('Dov', 'taught'), entry('Ann', 'taught'), entry('Ben', 'absent')));
    expect(half).toMatchObject({
      recorded: [{ lessonId: lessonOf.get('Ann'), attendance: 'taught', by: 'Dana' }],
      failed: [
        { lessonId: lessonOf.get('Dov'), message: expect.stringContaining('begins on Tue, Dec 8, at 6:00\u00a0PM') },
        { lessonId: lessonOf.get('Ben'), message: 'This lesson is cancelled. Restore it first.' },
      ],
    });
    ok(await dana.post('/api/closures', { from: day, to: day, kind: 'sick' }));
    at('2026-12-08 19:00');
    expect(refused(await record(entry('Dov', 'taught')))).toEqual([409, 'This lesson is closed. Keep it first.']);
    at('2028-01-13 09:00');
    expect(refused(await record(entry('Ann', 'absent')))).toEqual([
      400,
      'Attendance can be recorded for the last 400 days.',
    ]);
  });

  test('the same again changes nothing; undo takes one step back; cancelling hides it and restoring shows it', async () => {
    at('2026-12-08 18:30');
    const first = await record(entry('Ann', 'taught', { minutesLate: 7 }), entry('Ben', 'taught'));
    const rows = await recorded();
    const before = new Date().toISOString();
    at('2026-12-08 18:40');
    ok(await record(entry('Ann', 'taught', { minutesLate: 7 })));
    expect(await recorded()).toEqual(rows);
    const second = await record(entry('Ann', 'absent'));
    expect(ok(await dana.get('/api/history?limit=2')).entries[0].sentence).toBe('Recorded Dec 8: 1 not home');
    expect(refused(await dana.post('/api/undo', { batchId: batchOf(first) }))).toEqual([
      409,
      'The attendance of Tue, Dec 8 has changed since then, so this can no longer be undone.',
    ]);
    const undo = await dana.post('/api/undo', { batchId: batchOf(second) });
    ok(undo);
    await expect.poll(() => recorded()).toEqual(rows);
    ok(await dana.post('/api/undo', { batchId: batchOf(undo) }));
    // An undo answers after two seconds at most, also where the lists are not there yet.
    await expect
      .poll(() => recorded(`from=${day}&to=${day}&studentId=${idOf.get('Ann')}`))
      .toMatchObject([{ attendance: 'absent', charge: 100 }]);
    expect(await recorded(`from=${day}&to=${day}&asOf=${before}`)).toEqual(rows);
    ok(await dana.post(`/api/lessons/${lessonOf.get('Ann')}/cancel`, {}));
    expect(await recorded(`from=${day}&to=${day}&studentId=${idOf.get('Ann')}`)).toEqual([]);
    ok(await dana.patch(`/api/lessons/${lessonOf.get('Ann')}`, { status: 'scheduled' }));
    expect(await recorded()).toMatchObject([{ attendance: 'absent' }, { attendance: 'taught' }]);
    ok(await record(entry('Ann', null), entry('Ben', null)));
    expect(await recorded()).toEqual([]);
  });

  test('comes back by no repetition of a call that was undone', async () => {
    at('2026-12-08 18:30');
    const call = () =>
      dana.post('/api/attendance', { entries: [entry('Ann', 'absent')] }, { 'Idempotency-Key': 'road-1' });
    const first = await call();
    ok(await dana.post('/api/undo', { batchId: batchOf(first) }));
    await expect.poll(() => recorded(), { timeout: 30_000 }).toEqual([]);
    expect(ok(await call())).toEqual(ok(first));
    expect(await recorded()).toEqual([]);
  });

  test('stays with its date when the series is split, moved or transferred', async () => {
    const to = await addTeacher(dana, 'Sam Hill', everyDay);
    const lesson = { teacherId: teacher, studentId: idOf.get('Ann'), dayOfWeek: 1, startTime: '10:00', duration: 45 };
    const weekly = ok(await dana.post('/api/lessons', lesson)).id;
    at('2026-12-07 11:00');
    const today = '2026-12-07';
    expect(refused(await record({ lessonId: weekly, attendance: 'taught' }))).toEqual([
      400,
      'Please choose the date of the lesson.',
    ]);
    ok(await record({ lessonId: weekly, date: today, attendance: 'absent', charge: 25 }));
    const now = async () => recorded(`from=${today}&to=${today}`);
    const stays = [{ date: today, attendance: 'absent', charge: 25 }];
    expect(await now()).toMatchObject(stays);
    const scope = { editScope: 'series', lessonDate: today, originalDate: today };
    ok(await dana.patch(`/api/lessons/${weekly}/edit`, { ...scope, startTime: '10:15', duration: 45 }));
    expect(await now()).toMatchObject(stays);
    const [{ lessonId }] = await now();
    ok(await dana.put(`/api/lessons/${lessonId}`, { teacherId: to }));
    expect(await now()).toMatchObject(stays);
    const [{ lessonId: there }] = await now();
    ok(await record({ lessonId: there, date: today, attendance: 'taught' }));
    expect(await now()).toMatchObject([{ attendance: 'taught', charge: null }]);
    ok(await record({ lessonId: there, date: today, attendance: null }));
    expect(await now()).toEqual([]);
  });

  test('is told in the history of the lesson, whoever has it by now, and of its date', async () => {
    const historyOf = async (id: string | undefined): Promise<string[]> =>
      ok(await dana.get(`/api/lessons/${id}/history`)).map(({ text }: { text: string }) => text);
    const lesson = { teacherId: teacher, studentId: idOf.get('Ann'), dayOfWeek: 1, startTime: '10:00', duration: 45 };
    const weekly = ok(await dana.post('/api/lessons', lesson)).id;
    const today = '2026-12-07';
    const scope = { editScope: 'single', lessonDate: today, originalDate: today };
    const own = ok(await dana.patch(`/api/lessons/${weekly}/edit`, { ...scope, startTime: '10:30', duration: 45 })).id;
    at('2026-12-08 18:30');
    const monday = { lessonId: weekly, date: today, attendance: 'absent', charge: 25, reason: 'The door was locked' };
    const week = { lessonId: weekly, date: '2026-11-30', attendance: 'taught' };
    ok(await record(monday, entry('Ben', 'taught', { minutesLate: 10 })));
    const batchId = batchOf(await record(week));
    ok(await dana.post('/api/undo', { batchId }));
    const absent = 'Nobody at home on Monday, December 7: charged at 25 % (The door was locked).';
    expect((await historyOf(lessonOf.get('Ben'))).at(-1)).toBe('Taught on Tuesday, December 8, begun 10 minutes late.');
    expect((await historyOf(own)).at(-1)).toBe(absent);
    const told = [absent, 'Taught on Monday, November 30.', 'Undone: taught on Monday, November 30.'];
    expect((await historyOf(weekly)).slice(-3)).toEqual(told);
    const to = await addTeacher(dana, 'Sam Hill', everyDay);
    const given = ok(await dana.put(`/api/lessons/${weekly}`, { teacherId: to })).id;
    expect((await historyOf(given)).filter((text) => told.includes(text))).toEqual(told);
  });

  test('is reported by student, each date in one column, and as a file', async () => {
    await agree();
    await asOneDay();
    const report = ok(await dana.get('/api/attendance/report?from=2026-12-01&to=2026-12-31'));
    expect(report).toMatchObject([
      { name: 'Ann Oh', dates: 1, taught: 1, lessons: 1, begunLate: 0 },
      { name: 'Ben Oh', taught: 1, begunLate: 1, minutesLate: 10 },
      { name: 'Cleo Oh', taught: 0, absent: 1 },
      { name: 'Dov Oh', late: 1, inTime: 0, byTeacher: 0, cancelled: 0, closed: 0, ahead: 0 },
    ]);
    const csv = await dana.get('/api/attendance.csv?from=2026-12-01&to=2026-12-31');
    expect(csv.text).toContain('Ben Oh,1,1,0,0,0,0,0,0,0,1,1,10');
    expect(refused(await dana.get('/api/attendance/report?from=2026-12-31&to=2026-12-01'))[0]).toBe(400);
    expect(refused(await dana.get('/api/attendance?from=2026-01-01&to=2027-12-01'))[0]).toBe(400);
  });
});
