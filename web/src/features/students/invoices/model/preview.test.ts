import type { Student } from '@rondo/contracts/api/students.ts';
import { expect, test } from 'vitest';
import { payersOf, previewOf, waitingRefunds, type BillingRow } from './preview.ts';
import { anInvoice, anItem } from './testing.ts';

const aStudent = (id: string, more: Partial<Student> = {}): Student => ({
  id,
  userId: 'u',
  firstName: id,
  lastName: 'Ito',
  name: `${id} Ito`,
  phone: null,
  email: null,
  address: '1 Hill Rd',
  city: null,
  zipCode: null,
  latitude: null,
  longitude: null,
  locationPrecision: null,
  lessonDuration: 45,
  startDate: null,
  calendarUrl: null,
  paymentType: 'per_lesson',
  perLessonRate: 55,
  monthlyRate: null,
  createdAt: '',
  availability: [],
  sample: false,
  origin: null,
  revision: '0',
  ...more,
});

const aRow = (studentId: string, more: Partial<BillingRow> = {}): BillingRow => ({
  studentId,
  studentName: studentId,
  lessonCount: 4,
  cancelledLessons: [],
  refundsSinceLastInvoice: 0,
  refundAmount: 0,
  alreadyBilled: 0,
  earlierUnbilled: 0,
  months: [],
  amount: 220,
  warnings: [],
  ...more,
});

const payers = (students: readonly Student[], rows: readonly BillingRow[] = []) =>
  payersOf(
    students.map((student) => ({ student, name: student.name })),
    rows,
  );

test('removed students with lessons to bill are listed after the others', () => {
  const listed = payers([aStudent('ava'), aStudent('ben')], [aRow('nora'), aRow('ben')]);
  expect(listed.map(({ id, student, row }) => [id, student !== null, row !== null])).toEqual([
    ['ava', true, false],
    ['ben', true, true],
    ['nora', false, true],
  ]);
});

test('lines with warnings come first, then the order of the students; who gets no invoice is known', () => {
  const selected = payers([
    aStudent('ava'),
    aStudent('ben'),
    aStudent('max', { perLessonRate: null }),
    aStudent('zoe'),
  ]);
  const preview = previewOf(
    [
      anInvoice({ studentId: 'zoe' }),
      anInvoice({ studentId: 'ava', subtotal: 275, refunds: 55, total: 220 }),
      anInvoice({ studentId: 'max', subtotal: 0, total: 0, warnings: ['No rate per lesson is set.'] }),
    ],
    selected,
    true,
  );
  expect(preview.lines.map(({ studentId }) => studentId)).toEqual(['max', 'ava', 'zoe']);
  expect(preview.without.map(({ id }) => id)).toEqual(['ben']);
  expect(preview).toMatchObject({ billed: 495, refunded: 55, total: 440, warnings: 1 });
});

test('the rate that is missing is the one that is billed', () => {
  const missing = (
    kind: 'lesson' | 'monthly',
    more: Partial<Student>,
    warnings = ['No rate'],
  ): string | null | undefined => {
    const invoice = anInvoice({ studentId: 'max', warnings, items: [anItem({ itemType: kind })] });
    return previewOf([invoice], payers([aStudent('max', more)]), false).lines[0]?.missingRate;
  };
  expect(missing('lesson', { perLessonRate: null })).toBe('perLessonRate');
  expect(missing('monthly', { paymentType: 'monthly', perLessonRate: null })).toBe('monthlyRate');
  expect(missing('monthly', { paymentType: 'monthly', monthlyRate: 220, perLessonRate: null })).toBe('perLessonRate');
  expect(missing('lesson', {}, ['October 2026 is already billed.'])).toBe(null);
});

test('refunds of this period’s lessons and of earlier invoices have their own sums', () => {
  const rows = [
    aRow('ava', { cancelledLessons: [{ lessonDate: '2026-11-09' }], refundsSinceLastInvoice: 1, refundAmount: 40 }),
  ];
  const selected = payers([aStudent('ava')], rows);
  const [line] = previewOf([anInvoice({ studentId: 'ava', refunds: 95 })], selected, true).lines;
  expect(line?.cancelled).toEqual({ dates: ['2026-11-09'], amount: 55 });
  expect(line?.since).toEqual({ count: 1, amount: 40 });
  expect(waitingRefunds(selected)).toEqual({ count: 1, amount: 40 });
  const [off] = previewOf([anInvoice({ studentId: 'ava', refunds: 55 })], selected, false).lines;
  expect(off?.cancelled.amount).toBe(55);
  expect(off?.since.count).toBe(0);
});
