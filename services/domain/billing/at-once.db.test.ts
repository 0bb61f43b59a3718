import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { addStudent, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, refused } from '../../testing/visitor.ts';
import { december, kimInDecember, studioOfKim } from './testing/studio-of-kim.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo(mondayMorning);
});
afterAll(() => rondo.stop());

test('invoices for different students that are generated at once wait for each other', async () => {
  const { dana, teacher } = await studioOfKim(rondo);
  const students = await Promise.all(
    Array.from({ length: 12 }, (_, i) => addStudent(dana, `Student ${i}`, everyDay, { teacherId: teacher })),
  );
  for (const studentId of students)
    ok(
      await dana.put(`/api/students/${studentId}`, {
        paymentType: 'monthly',
        monthlyRate: 80,
        startDate: '2026-12-01',
      }),
    );
  const answers = await Promise.all(
    students.map((id) =>
      dana.post('/api/invoices/generate', { teacherId: null, ...december, selectedStudentIds: [id] }),
    ),
  );
  const numbers: string[] = answers.map((answer) => ok(answer)[0].invoiceNumber);
  expect(numbers.toSorted()).toEqual(students.map((_, i) => `INV-2026-${String(i + 1).padStart(4, '0')}`));
});

test('of an invoice and the deletion of its lesson at once only one succeeds', async () => {
  const { dana, teacher, kim } = await studioOfKim(rondo);
  const body = { teacherId: teacher, studentId: kim, startTime: '10:00', duration: 45 };
  for (let pair = 0; pair < 50; pair += 1) {
    const date = addDays('2026-10-01', pair);
    const lesson = ok(await dana.post('/api/lessons', { ...body, lessonDate: date }));
    const period = { billingPeriodStart: date, billingPeriodEnd: date };
    const [invoice, deletion] = await Promise.all([
      dana.post('/api/invoices/generate', { teacherId: null, ...period, selectedStudentIds: [kim] }),
      dana.delete(`/api/lessons/${lesson.id}`),
    ]);
    const failed = [invoice, deletion].filter(({ status }) => status !== 200);
    expect(failed, `on ${date}`).toHaveLength(1);
    for (const answer of failed) expect(refused(answer)[0]).toBe(409);
  }
});

test('payments, a void, a refund and statuses at once pay no invoice twice, and no credit is used twice', async () => {
  const { dana, kim } = await kimInDecember(rondo);
  const [first] = ok(await dana.post('/api/invoices/generate', { ...december, selectedStudentIds: [kim] }));
  ok(await dana.put(`/api/invoices/${first.id}/status`, { status: 'sent' }));
  const date = '2026-11-23';
  const pay = (amount: number) => dana.post('/api/payments', { payerId: kim, date, amount, method: 'cash' });
  const january = { billingPeriodStart: '2027-01-01', billingPeriodEnd: '2027-01-31' };
  const [second] = ok(await dana.post('/api/invoices/generate', { ...january, selectedStudentIds: [kim] }));
  const early = ok(await pay(70));
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => pay(90)),
    dana.post(`/api/payments/${early.id}/void`, {}),
    dana.put(`/api/invoices/${second.id}/status`, { status: 'sent' }),
    dana.post(`/api/accounts/${kim}/refunds`, { date, amount: 40, method: 'cash' }),
    dana.post(`/api/accounts/${kim}/apply-credit`, {}),
    dana.put(`/api/invoices/${first.id}/status`, { status: 'overdue' }),
  ]);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const account = ok(await dana.get(`/api/accounts/${kim}`));
  const payments: { amount: number; voidedAt: string | null; allocations: { to: string; amount: number }[] }[] = ok(
    await dana.get(`/api/payments?payerId=${kim}`),
  );
  const standing = payments.filter(({ voidedAt }) => voidedAt === null);
  const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
  expect(standing.filter(({ amount }) => amount === 90)).toHaveLength(6);
  expect(account.lines.filter(({ kind }: { kind: string }) => kind === 'payment')).toHaveLength(standing.length);
  const refunded = sum(
    account.lines.flatMap(({ kind, amount }: { kind: string; amount: number }) => (kind === 'refund' ? amount : [])),
  );
  const paid = sum(standing.map(({ amount }) => amount));
  expect(account.balance).toBe(first.total + second.total + refunded - paid);
  for (const { id, total } of [first, second]) {
    const invoice = ok(await dana.get(`/api/invoices/${id}`));
    const parts = standing.flatMap(({ allocations }) =>
      allocations.flatMap(({ to, amount }) => (to === id ? amount : [])),
    );
    expect(invoice.paidAmount, 'what its payments say').toBe(sum(parts));
    expect(invoice.paidAmount).toBeLessThanOrEqual(total);
    expect(invoice.status === 'paid').toBe(invoice.openAmount === 0);
  }
});
