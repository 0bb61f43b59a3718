import { expect, test } from 'vitest';
import { dana, inOwnStudio } from '../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../testing/studio-fixture.ts';
import { ok, refused } from '../../testing/visitor.ts';

// A client that knows students, lessons and invoices alone: neither families nor payments, charges and accounts.

inOwnStudio();

const december = 'startDate=2026-12-01&endDate=2026-12-31';

/** The fields that such a client knows. */
const known = (invoice: Record<string, unknown>) => ({
  number: invoice['invoiceNumber'],
  status: invoice['status'],
  subtotal: invoice['subtotal'],
  refunds: invoice['refunds'],
  total: invoice['total'],
  sent: invoice['sentAt'] !== null,
  paid: invoice['paidAt'] !== null,
});

test('a month of invoices, statuses and deletions is as it is without payments', async () => {
  const teacherId = await addTeacher(dana, 'Dana Whitfield', everyDay);
  const kim = await addStudent(dana, 'Kim Park', everyDay, { teacherId });
  const lee = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
  ok(await dana.put(`/api/students/${kim}`, { paymentType: 'per_lesson', perLessonRate: 50 }));
  ok(await dana.put(`/api/students/${lee}`, { paymentType: 'monthly', monthlyRate: 200, startDate: '2026-12-01' }));
  const lesson = { teacherId, studentId: kim, startTime: '16:00', duration: 45, lessonDate: '', dayOfWeek: 2 };
  const { id: weekly } = ok(await dana.post('/api/lessons', lesson));
  ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-15' }));

  const rows = async (): Promise<Record<string, unknown>[]> =>
    ok(await dana.get(`/api/lessons/billing/studio?${december}&includeRefundsSinceLastInvoice=true`));
  expect(await rows()).toMatchObject([
    { studentId: lee, lessonCount: 0, cancelledLessons: [] },
    { studentId: kim, lessonCount: 5, cancelledLessons: [{ lessonDate: '2026-12-15' }], refundsSinceLastInvoice: 0 },
  ]);
  const generate = (from: string, to: string) =>
    dana.post('/api/invoices/generate', {
      teacherId: null,
      billingPeriodStart: from,
      billingPeriodEnd: to,
      selectedStudentIds: [kim, lee],
      includeRefundsSinceLastInvoice: true,
    });
  const list = async () => ok(await dana.get('/api/invoices'));
  const shown = async () => (await list()).map(known);
  const idOf = async (number: string): Promise<string> =>
    (await list()).find((one: { invoiceNumber: string }) => one.invoiceNumber === number)?.id;
  const mark = async (number: string, status: string) =>
    known(ok(await dana.put(`/api/invoices/${await idOf(number)}/status`, { status })));

  const made = ok(await generate('2026-12-01', '2026-12-31'));
  expect(made).toMatchObject([
    {
      teacherId: null,
      billingPeriodStart: '2026-12-01',
      billingPeriodEnd: '2026-12-31',
      notes: null,
      items: [
        { studentId: kim, teacherId, itemType: 'lesson', quantity: 5, rate: 50, amount: 250 },
        { studentId: kim, teacherId, itemType: 'refund', quantity: 1, amount: -50 },
      ],
    },
    { items: [{ studentId: lee, itemType: 'monthly', quantity: 1, rate: 200, amount: 200 }] },
  ]);
  const draft = { status: 'draft', sent: false, paid: false };
  const kims = { number: 'INV-2026-0001', subtotal: 250, refunds: 50, total: 200 };
  const lees = { number: 'INV-2026-0002', subtotal: 200, refunds: 0, total: 200 };
  expect(await shown()).toEqual([
    { ...lees, ...draft },
    { ...kims, ...draft },
  ]);
  expect(refused(await generate('2026-12-01', '2026-12-31'))[0]).toBe(409);

  const sent = { status: 'sent', sent: true, paid: false };
  expect(await mark(kims.number, 'sent')).toEqual({ ...kims, ...sent });
  expect(await mark(kims.number, 'paid')).toEqual({ ...kims, status: 'paid', sent: true, paid: true });
  expect(await mark(kims.number, 'overdue')).toEqual({ ...kims, status: 'overdue', sent: true, paid: false });
  expect(await mark(kims.number, 'paid')).toEqual({ ...kims, status: 'paid', sent: true, paid: true });
  expect(await mark(lees.number, 'paid'), 'paid from a draft').toEqual({
    ...lees,
    status: 'paid',
    sent: false,
    paid: true,
  });
  expect(await mark(lees.number, 'sent')).toEqual({ ...lees, ...sent });

  // A cancelled date of a paid invoice is refunded by the next one, which deleting releases again.
  ok(await dana.post(`/api/lessons/${weekly}/cancel`, { lessonDate: '2026-12-29' }));
  expect((await rows()).find(({ studentId }) => studentId === kim)).toMatchObject({ refundsSinceLastInvoice: 1 });
  ok(await generate('2027-01-01', '2027-01-31'));
  const third = { number: 'INV-2026-0003', subtotal: 200, refunds: 50, total: 150, ...draft };
  const fourth = { number: 'INV-2026-0004', subtotal: 200, refunds: 0, total: 200, ...draft };
  expect((await shown()).slice(0, 2)).toEqual([fourth, third]);
  expect((await dana.delete(`/api/invoices/${await idOf(kims.number)}`)).status, 'it is refunded in part').toBe(409);
  expect(ok(await dana.delete(`/api/invoices/${await idOf(third.number)}`))).toEqual({ success: true });
  expect(ok(await dana.delete(`/api/invoices/${await idOf(kims.number)}`))).toEqual({ success: true });
  expect(await shown()).toEqual([fourth, { ...lees, ...sent }]);

  // What was on them is billed again, without the dates that do not take place.
  ok(await generate('2026-12-01', '2026-12-31'));
  expect((await shown())[0]).toEqual({
    number: 'INV-2026-0005',
    subtotal: 250,
    refunds: 100,
    total: 150,
    ...draft,
  });
  const [again] = await list();
  expect(known(ok(await dana.get(`/api/invoices/${again.id}`)))).toEqual(known(again));
  expect(ok(await dana.get(`/api/invoices?teacherId=${teacherId}`)).map(known)).toEqual(await shown());
});
