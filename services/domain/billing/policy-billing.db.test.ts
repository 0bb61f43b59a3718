import { beforeEach, describe, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { dana, inOwnStudio, rondo } from '../../testing/own-studio.ts';
import { batchOf, ok } from '../../testing/visitor.ts';

inOwnStudio();

/** A time of the studio's clock in Chicago, in winter. */
const at = (text: string): void => rondo.setNow(Date.parse(`${text.replace(' ', 'T')}:00-06:00`));
const periods = {
  December: ['2026-12-01', '2026-12-31'],
  January: ['2027-01-01', '2027-01-31'],
  February: ['2027-02-01', '2027-02-28'],
} as const;
type Month = keyof typeof periods;
const agreed = {
  from: '2026-12-01',
  tiers: [
    { hours: 48, outcome: { owed: true } },
    { hours: 24, outcome: { charge: 50 } },
  ],
};
let student: string;
let weekly: string;

const begin = async (dayOfWeek: number, pay: object) => {
  at('2026-12-01 09:00');
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const person = { firstName: 'Kim', lastName: 'Oh', address: '1905 S 5th St', zipCode: '78704' };
  student = ok(await dana.post('/api/students', { ...person, ...pay })).id;
  const lesson = { teacherId, studentId: student, dayOfWeek, startTime: '16:00', duration: 45 };
  weekly = ok(await dana.post('/api/lessons', lesson)).id;
  ok(await dana.post('/api/policy', agreed));
};
const generate = async (month: Month) => {
  const [billingPeriodStart, billingPeriodEnd] = periods[month];
  const body = { teacherId: null, billingPeriodStart, billingPeriodEnd, selectedStudentIds: [student] };
  return dana.post('/api/invoices/generate', { ...body, includeRefundsSinceLastInvoice: true });
};
const invoice = async (month: Month) => ok(await generate(month))[0];
const preview = async (month: Month) => {
  const [startDate, endDate] = periods[month];
  const query = `startDate=${startDate}&endDate=${endDate}&includeRefundsSinceLastInvoice=true`;
  return ok(await dana.get(`/api/lessons/billing/studio?${query}`))[0];
};
const cancel = async (lessonDate: string, by: 'family' | 'teacher' = 'family') =>
  ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate, by }));

describe('Kim pays 50.00 per lesson, Tuesdays at 4 PM', () => {
  beforeEach(() => begin(2, { paymentType: 'per_lesson', perLessonRate: 50 }));

  test('and is charged by the policy: in part, not at all, and after all', async () => {
    at('2026-12-06 16:00');
    const eighth = await cancel('2026-12-08');
    expect(eighth.cancellation.outcome).toEqual({ owed: true, until: '2027-01-07' });
    at('2026-12-14 10:00');
    const fifteenth = await cancel('2026-12-15');
    expect(fifteenth.cancellation.outcome).toEqual({ charge: 50 });
    at('2026-12-14 11:00');
    expect((await cancel('2026-12-29', 'teacher')).cancellation.outcome).toEqual({ charge: 0 });
    expect((await preview('December')).cancelledLessons).toEqual([
      { lessonDate: '2026-12-08', refund: 0, outcome: { owed: true, until: '2027-01-07' } },
      { lessonDate: '2026-12-15', refund: 25, outcome: { charge: 50 } },
      { lessonDate: '2026-12-29', refund: 50, outcome: { charge: 0 } },
    ]);
    const first = await invoice('December');
    expect(first).toMatchObject({ subtotal: 250, refunds: 75, total: 175 });

    at('2026-12-15 12:00');
    ok(await dana.patch(`/api/lessons/${eighth.id}/reschedule`, { startTime: '10:00', lessonDate: '2026-12-19' }));
    expect((await generate('December')).status).toBe(409);
    expect(await preview('January')).toMatchObject({ amount: 200, refundAmount: 0, corrections: 0 });

    at('2026-12-17 09:00');
    const again = ok(await dana.post(`/api/lessons/${eighth.id}/cancel`, { by: 'family' }));
    expect(again.cancellation.outcome).toEqual({ owed: true, until: '2027-01-07' });
    at('2026-12-22 09:00');
    const late = await cancel('2026-12-22');
    expect(late.cancellation).toMatchObject({ tier: 'late', outcome: { charge: 100 } });
    expect(await preview('January')).toMatchObject({ amount: 200, refundAmount: 0, corrections: 0 });

    at('2027-01-04 09:00');
    const waive = (charge: number) =>
      dana.patch(`/api/lessons/${late.id}/cancellation`, { reason: 'Flu', outcome: { charge } });
    ok(await waive(0));
    const january = await invoice('January');
    expect(january).toMatchObject({ subtotal: 200, refunds: 50, total: 150 });
    at('2027-01-08 09:00');
    expect(await preview('February')).toMatchObject({ amount: 200, refundAmount: 0, corrections: 0 });

    at('2027-02-01 09:00');
    ok(await waive(50));
    ok(await dana.patch(`/api/lessons/${fifteenth.id}`, { status: 'scheduled' }));
    expect(await preview('February')).toMatchObject({ amount: 250, corrections: 2, correctionAmount: 50 });
    const february = await invoice('February');
    expect(february).toMatchObject({ subtotal: 250, refunds: 0, total: 250 });
    expect(
      february.items.map(({ quantity, amount }: { quantity: number; amount: number }) => [quantity, amount]),
    ).toEqual([
      [4, 200],
      [1, 25],
      [1, 25],
    ]);
    const entriesOf = async ({ id }: { id: string }) => ok(await dana.get(`/api/invoices/${id}`)).entries;
    type Entry = { date: string };
    const entryOn = (entries: Entry[], date: string) => entries.find((one) => one.date === date);
    const december = await entriesOf(first);
    expect(december.map(({ status }: { status: string }) => status).join(' ')).toBe(
      'scheduled cancelled scheduled cancelled cancelled',
    );
    expect(entryOn(december, '2026-12-15')).toMatchObject({
      refund: 25,
      corrected: null,
      correctedOn: february.invoiceNumber,
    });
    expect(entryOn(december, '2026-12-22')).toMatchObject({
      refundedOn: january.invoiceNumber,
      correctedOn: february.invoiceNumber,
      cancellation: { by: 'family', outcome: { charge: 50 }, chosen: true, reason: 'Flu' },
      policyFrom: '2026-12-01',
      toRefund: 0,
    });
    expect(entryOn(december, '2026-12-29')).toMatchObject({
      refund: 50,
      cancellation: { by: 'teacher', outcome: { charge: 0 } },
      cancelledBy: 'Dana',
    });
    const [after, half] = (await entriesOf(february)).slice(4);
    expect(after).toMatchObject({
      date: '2026-12-15',
      billedOn: first.invoiceNumber,
      corrected: 25,
      refund: null,
      status: 'scheduled',
      cancellation: null,
    });
    expect(half).toMatchObject({
      date: '2026-12-22',
      corrected: 25,
      status: 'cancelled',
      cancellation: { reason: 'Flu' },
    });
    expect((await generate('February')).status).toBe(409);
    ok(await dana.delete(`/api/invoices/${january.id}`));
    expect(await invoice('January')).toMatchObject({ subtotal: 200, refunds: 50, total: 150 });
  });

  test('and is removed: of what is owed, the family’s stays charged and ours is refunded, until the removal is undone', async () => {
    const invoiced = await invoice('December');
    expect(invoiced).toMatchObject({ total: 250 });
    const owe = { outcome: { owed: true }, reason: 'Sick' };
    ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-15', by: 'teacher', ...owe }));
    at('2026-12-06 16:00');
    await cancel('2026-12-08');
    await cancel('2026-12-22');
    const owed = async () =>
      ok(await dana.get('/api/owed')).map(({ date, amount }: { date: string; amount: number }) => [date, amount]);
    const all = [
      ['2026-12-08', 50],
      ['2026-12-15', 50],
      ['2026-12-22', 50],
    ];
    expect(await owed()).toEqual(all);

    at('2026-12-10 09:00');
    const removed = await dana.delete(`/api/students/${student}`);
    ok(removed);
    expect(await owed()).toEqual([]);
    // The 15th and the 29th.
    expect(await preview('January')).toMatchObject({ amount: -100, refundAmount: 100, corrections: 0 });
    ok(await dana.post('/api/undo', { batchId: batchOf(removed) }));
    expect(await owed()).toEqual(all);
    expect(await preview('January')).toMatchObject({ amount: 200, refundAmount: 0, corrections: 0 });

    at('2026-12-23 09:00');
    ok(await dana.delete(`/api/students/${student}`));
    expect(await invoice('January')).toMatchObject({ total: -100 });
    expect((await generate('February')).status).toBe(409);
  });
});

describe('Max pays 180.00 a month, Thursdays at 4 PM', () => {
  const holidays = { from: '2026-12-21', to: '2027-01-03', kind: 'holiday' };
  const monthly = (monthlyRate: number) => begin(4, { paymentType: 'monthly', monthlyRate, perLessonRate: 45 });

  test.each([
    ['refund', 180, 180],
    ['owed', 180, 180],
    ['refundMonthlyToo', 180, 90],
    ['refundMonthlyToo', 60, 0],
  ])('closed days with %s leave of a month of %d', async (money, month, total) => {
    await monthly(month);
    ok(await dana.post('/api/closures', { ...holidays, money }));
    expect(await invoice('December')).toMatchObject({ total });
    expect((await generate('December')).status).toBe(409);
  });

  test('a lesson that is half charged gives back half of it, and is charged when it takes place after all', async () => {
    await monthly(180);
    at('2026-12-09 10:00');
    const tenth = await cancel('2026-12-10');
    expect(await invoice('December')).toMatchObject({ subtotal: 180, refunds: 22.5, total: 157.5 });
    ok(await dana.patch(`/api/lessons/${tenth.id}`, { status: 'scheduled' }));
    expect(await preview('January')).toMatchObject({ correctionAmount: 22.5, amount: 202.5 });
  });
});
