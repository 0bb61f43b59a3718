import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { batchOf, ok, refused, type Visitor } from '../../testing/visitor.ts';
import { december, kimInDecember, stranger } from './testing/studio-of-kim.ts';

// Monday, November 23, 2026, 9 in the morning in Austin. Kim has a lesson every Tuesday from December 1 at 50.00.
let rondo: TestRondo;
let dana: Visitor;
let teacher: string;
let kim: string;
let weekly: string;
const unknown = '0b8f6a52-0000-4000-8000-000000000000';

beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());
beforeEach(async () => {
  ({ dana, teacher, kim, weekly } = await kimInDecember(rondo));
});

const generate = (more: object = {}, by = dana) =>
  by.post('/api/invoices/generate', { teacherId: null, ...december, selectedStudentIds: [kim], ...more });
const billing = async (query = '', of = 'studio') =>
  dana.get(`/api/lessons/billing/${of}?startDate=2026-12-01&endDate=2026-12-31${query}`);
const withRefunds = '&includeRefundsSinceLastInvoice=true';
const cancel = async (lessonDate: string, id = weekly) =>
  ok(await dana.post(`/api/lessons/${id}/cancel`, { lessonDate }));
const onInvoiceAlready = 'Nothing to invoice: every lesson in this period is already on an invoice.';
const list = async () => ok(await dana.get('/api/invoices'));

describe('what can be billed', () => {
  test('is a row for each student with lessons that no invoice bills', async () => {
    await addStudent(dana, 'Ann Lee', everyDay);
    await cancel('2026-12-08');
    const row = {
      studentId: kim,
      studentName: 'Kim Park',
      householdId: null,
      lessonCount: 5,
      cancelledLessons: [{ lessonDate: '2026-12-08', refund: 50, outcome: null }],
      closedDates: [],
      corrections: 0,
      correctionAmount: 0,
      refundsSinceLastInvoice: 0,
      refundAmount: 0,
      charges: 0,
      chargeAmount: 0,
      alreadyBilled: 0,
      earlierUnbilled: 0,
      months: [],
      amount: 200,
      warnings: [],
      billedOn: [],
    };
    expect(ok(await billing())).toEqual([row]);
    expect(ok(await billing('', teacher))).toEqual([row]);
    const marcus = await addTeacher(dana, 'Marcus Bell', everyDay);
    expect(ok(await billing('', marcus))).toEqual([]);
  });

  test('does not include billed lessons, and with refunds includes those that no longer take place', async () => {
    ok(await generate());
    expect(ok(await billing())).toEqual([]);
    await cancel('2026-12-22');
    expect(ok(await billing())).toEqual([]);
    expect(ok(await billing(withRefunds))).toMatchObject([
      { lessonCount: 0, alreadyBilled: 5, refundsSinceLastInvoice: 1, refundAmount: 50, amount: -50 },
    ]);
  });

  test('names the invoices that bill the period already, also of students with nothing left to bill', async () => {
    const ann = await addStudent(dana, 'Ann Lee', everyDay);
    ok(await generate());
    expect(ok(await billing('&includeBilled=true'))).toMatchObject([
      { studentId: kim, lessonCount: 0, alreadyBilled: 5, amount: 0, billedOn: ['INV-2026-0001'] },
    ]);
    ok(await dana.put(`/api/students/${ann}`, { paymentType: 'monthly', monthlyRate: 90, startDate: '2026-12-01' }));
    ok(await generate({ selectedStudentIds: [ann] }));
    expect(ok(await billing('&includeBilled=true'))).toMatchObject([
      { studentId: ann, billedOn: ['INV-2026-0002'] },
      { studentId: kim, billedOn: ['INV-2026-0001'] },
    ]);
    expect(ok(await billing())).toEqual([]);
  });

  test('counts lessons before the period that are not billed', async () => {
    const january = '/api/lessons/billing/studio?startDate=2027-01-01&endDate=2027-01-31';
    expect(ok(await dana.get(january))).toMatchObject([{ lessonCount: 4, earlierUnbilled: 5 }]);
  });

  test('of a pending plan is what a rejection would leave', async () => {
    const on = (day: number) => [{ day, from: '14:00', to: '20:00' }];
    const ann = await addStudent(dana, 'Ann Lee', on(1), { teacherId: teacher });
    const plan = async () => {
      const run = ok(await dana.post('/api/schedule/generate', { teacherIds: [teacher], studentIds: [ann] }));
      return `/api/optimization-reports/${run.optimizationReports[teacher].reportId}/status`;
    };
    ok(await dana.patch(await plan(), { status: 'accepted' }));
    const mondays = ok(await billing());
    expect(mondays).toMatchObject([{ studentName: 'Ann Lee', lessonCount: 4 }, { studentName: 'Kim Park' }]);
    const availability = [{ dayOfWeek: 2, startTime: '17:00', endTime: '20:00', enabled: true, isPreferred: false }];
    ok(await dana.put(`/api/students/${ann}`, { availability }));
    const pending = await plan();
    expect(ok(await billing())).toEqual(mondays);
    ok(await dana.patch(pending, { status: 'rejected' }));
    expect(ok(await billing())).toEqual(mondays);
    ok(await dana.patch(await plan(), { status: 'accepted' }));
    expect(ok(await billing())).toMatchObject([{ lessonCount: 5 }, { lessonCount: 5 }]);
  });

  test.each([
    ['no such date', 'startDate=2026-02-30&endDate=2026-12-31', '"startDate" must be a date in the form YYYY-MM-DD.'],
    ['a reversed period', 'startDate=2026-12-31&endDate=2026-12-01', 'The period must not end before it starts.'],
    ['400 days', 'startDate=2026-01-01&endDate=2027-02-04', 'The period must be at most 366 days long.'],
  ])('is refused for %s', async (_, query, sentence) => {
    expect(refused(await dana.get(`/api/lessons/billing/studio?${query}`))).toEqual([400, sentence]);
  });

  test('of an unknown or another studio’s teacher is not found', async () => {
    expect(refused(await billing('', unknown))).toEqual([404, 'There is no such teacher.']);
    const other = await stranger(rondo);
    const path = `/api/lessons/billing/${teacher}?startDate=2026-12-01&endDate=2026-12-31`;
    expect(refused(await other.get(path))).toEqual([404, 'There is no such teacher.']);
  });
});

describe('generating', () => {
  test('answers the invoices that the list shows, with their lines', async () => {
    await cancel('2026-12-08');
    const answer = await generate();
    const [invoice] = ok(answer);
    expect(invoice).toMatchObject({
      studentId: kim,
      studentName: 'Kim Park',
      teacherId: null,
      invoiceNumber: 'INV-2026-0001',
      ...december,
      subtotal: 250,
      refunds: 50,
      total: 200,
      status: 'draft',
      notes: null,
      pdfUrl: `/api/invoices/${invoice.id}/pdf`,
      sentAt: null,
      paidAt: null,
      dueDate: null,
      pastDue: false,
    });
    expect(invoice.items).toMatchObject([
      {
        invoiceId: invoice.id,
        studentId: kim,
        teacherId: teacher,
        itemType: 'lesson',
        description: 'Lessons with Dana Whitfield, Dec 1 – 29, 2026',
        quantity: 5,
        rate: 50,
        amount: 250,
      },
      {
        itemType: 'refund',
        description: 'Refund of a lesson with Dana Whitfield, Dec 8, 2026',
        quantity: 1,
        rate: -50,
        amount: -50,
      },
    ]);
    expect(await list()).toEqual([invoice]);
    expect(batchOf(answer)).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('again, or for students without lessons, is refused', async () => {
    const ann = await addStudent(dana, 'Ann Lee', everyDay);
    expect(refused(await generate({ selectedStudentIds: [ann] }))).toEqual([
      409,
      'Nothing to invoice: these students have no lessons in this period.',
    ]);
    ok(await generate({ selectedStudentIds: [ann, kim] }));
    expect(refused(await generate())).toEqual([409, onInvoiceAlready]);
    expect(await list()).toHaveLength(1);
  });

  test('follows lessons that move, and refunds a cancellation once', async () => {
    await cancel('2026-12-08');
    const [first] = ok(await generate());
    rondo.setNow(Date.parse('2026-12-14T15:00:00Z'));
    const edit = { editScope: 'series', dayOfWeek: 4, startTime: '16:00', duration: 45 };
    const moved = ok(await dana.patch(`/api/lessons/${weekly}/edit`, edit));
    expect(moved.continues).toBe(weekly);
    expect(refused(await generate())).toEqual([409, onInvoiceAlready]);
    const { id: occurrence } = await cancel('2026-12-24', moved.id);
    const january = { billingPeriodStart: '2027-01-01', billingPeriodEnd: '2027-01-31' };
    const answer = await generate({ ...january, includeRefundsSinceLastInvoice: true });
    const [second] = ok(answer);
    expect(second).toMatchObject({ invoiceNumber: 'INV-2026-0002', subtotal: 200, refunds: 50, total: 150 });
    const { entries } = ok(await dana.get(`/api/invoices/${second.id}`));
    expect(entries).toHaveLength(5);
    expect(entries[4]).toMatchObject({
      lessonId: occurrence,
      billedOn: 'INV-2026-0001',
      rate: 50,
      refund: 50,
      status: 'cancelled',
      cancelledAt: expect.stringMatching(/Z$/),
      cancelledBy: 'Dana',
      noticeHours: expect.any(Number),
    });
    expect(refused(await dana.delete(`/api/invoices/${first.id}`))).toEqual([
      409,
      'INV-2026-0002 refunds a lesson of this invoice. Delete that one first.',
    ]);
    ok(await dana.patch(`/api/lessons/${occurrence}`, { status: 'scheduled', force: true }));
    const [third] = ok(await generate());
    expect(third).toMatchObject({ invoiceNumber: 'INV-2026-0003', total: 50 });

    // Without the refund, the restored lesson would be billed twice. Each refusal names the invoice that is to go first.
    const remove = ({ id }: { id: string }) => dana.delete(`/api/invoices/${id}`);
    expect(refused(await remove(second))).toEqual([
      409,
      'INV-2026-0003 bills a lesson again that this invoice refunds. Delete that one first.',
    ]);
    expect(refused(await dana.post('/api/undo', { batchId: batchOf(answer) }))).toEqual([
      409,
      'INV-2026-0003 bills a lesson again that INV-2026-0002 refunds. Delete INV-2026-0003 first.',
    ]);
    for (const invoice of [third, second, first]) ok(await remove(invoice));
    expect(await list()).toEqual([]);
  });

  test('twice at once for the same students makes one invoice', async () => {
    const answers = await Promise.all([generate(), generate()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await list()).toHaveLength(1);
  });

  test('twice with one key makes one invoice', async () => {
    const body = { teacherId: null, ...december, selectedStudentIds: [kim] };
    const key = { 'Idempotency-Key': 'once' };
    const [first, again] = [
      await dana.post('/api/invoices/generate', body, key),
      await dana.post('/api/invoices/generate', body, key),
    ];
    expect(again.json).toEqual(first.json);
    expect(ok(first)).toHaveLength(1);
  });

  test('as a preview answers the same with warnings, and writes nothing', async () => {
    ok(await dana.put(`/api/students/${kim}`, { perLessonRate: null }));
    expect(ok(await generate({ preview: true }))).toMatchObject([
      {
        invoiceNumber: 'INV-2026-0001',
        total: 0,
        warnings: ['No rate per lesson is set: these lessons are billed at 0.00.'],
      },
    ]);
    expect(await list()).toEqual([]);
    ok(await generate());
    expect(refused(await generate({ preview: true }))).toEqual([409, onInvoiceAlready]);
  });

  test('as a preview shows every date, and of a refunded one who cancelled it when and where it was billed', async () => {
    ok(await generate());
    await cancel('2026-12-22');
    await cancel('2027-01-05');
    const january = { billingPeriodStart: '2027-01-01', billingPeriodEnd: '2027-01-31', preview: true };
    const [{ entries }] = ok(await generate({ ...january, includeRefundsSinceLastInvoice: true }));
    expect(entries).toMatchObject([
      { date: '2027-01-05', rate: 50, refund: 50, status: 'cancelled', cancelledBy: 'Dana', billedOn: null },
      { date: '2027-01-12', rate: 50, refund: null, status: 'scheduled', cancelledBy: null },
      { date: '2027-01-19' },
      { date: '2027-01-26' },
      { date: '2026-12-22', refund: 50, cancelledBy: 'Dana', billedOn: 'INV-2026-0001' },
    ]);
  });

  test('bills a removed student, who keeps the name', async () => {
    rondo.setNow(Date.parse('2026-12-16T15:00:00Z'));
    ok(await dana.delete(`/api/students/${kim}`));
    expect(ok(await generate())).toMatchObject([{ studentName: 'Kim Park', subtotal: 150 }]);
  });

  test('charges a monthly student each month once', async () => {
    ok(await dana.put(`/api/students/${kim}`, { paymentType: 'monthly', monthlyRate: 180 }));
    await cancel('2026-12-29');
    expect(ok(await billing())).toMatchObject([{ months: ['2026-12'], lessonCount: 5, amount: 130 }]);
    const [invoice] = ok(await generate());
    expect(invoice).toMatchObject({ subtotal: 180, refunds: 50, total: 130 });
    expect(invoice.items[0]).toMatchObject({ itemType: 'monthly', description: 'Monthly rate, December 2026' });
    expect(refused(await generate())).toEqual([409, onInvoiceAlready]);
    const both = { billingPeriodStart: '2026-12-15', billingPeriodEnd: '2027-01-10', preview: true };
    expect(ok(await generate(both))).toMatchObject([
      { total: 180, warnings: ['December 2026 is already billed on INV-2026-0001.'] },
    ]);
  });

  test.each([
    ['no student', { selectedStudentIds: [] }, 400, 'Please select at least one student.'],
    ['an unknown student', { selectedStudentIds: [unknown] }, 404, 'There is no such student.'],
    ['an unknown teacher', { teacherId: unknown }, 404, 'There is no such teacher.'],
    [
      'no such date',
      { billingPeriodEnd: '2026-12-32' },
      400,
      '"billingPeriodEnd" must be a date in the form YYYY-MM-DD.',
    ],
    ['a reversed period', { billingPeriodEnd: '2026-11-30' }, 400, 'The period must not end before it starts.'],
    ['400 days', { billingPeriodEnd: '2028-01-04' }, 400, 'The period must be at most 366 days long.'],
  ])('with %s is refused and makes nothing', async (_, wrong, status, sentence) => {
    expect(refused(await generate(wrong))).toEqual([status, sentence]);
    expect(await list()).toEqual([]);
  });

  test('for another studio’s student is not found, and none of the other students is billed', async () => {
    const other = await stranger(rondo);
    expect(refused(await generate({}, other))).toEqual([404, 'There is no such student.']);
    expect(refused(await generate({ selectedStudentIds: [kim, unknown] }))).toEqual([404, 'There is no such student.']);
    expect(await list()).toEqual([]);
  });
});
