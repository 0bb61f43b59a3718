import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mondayMorning } from '../../testing/settable-time.ts';
import { addStudent, everyDay } from '../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../testing/test-rondo.ts';
import { ok, refused } from '../../testing/visitor.ts';
import { december, studioOfKim } from './testing/studio-of-kim.ts';

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
