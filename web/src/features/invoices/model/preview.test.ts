import type { Student } from '@rondo/contracts/api/people/students.ts';
import { expect, test } from 'vitest';
import { aStudent } from '../../../calendar/days/testing.ts';
import { groupsOf, payersOf, previewOf, waitingRefunds, type BillingRow } from './preview.ts';
import { anEntry, anInvoice, anItem } from './testing.ts';

const atFiftyFive = (id: string, given: Partial<Student> = {}) => aStudent(id, { perLessonRate: 55, ...given });

const aRow = (studentId: string, more: Partial<BillingRow> = {}): BillingRow => ({
  studentId,
  studentName: studentId,
  householdId: null,
  lessonCount: 4,
  cancelledLessons: [],
  closedDates: [],
  refundsSinceLastInvoice: 0,
  refundAmount: 0,
  corrections: 0,
  correctionAmount: 0,
  charges: 0,
  chargeAmount: 0,
  alreadyBilled: 0,
  earlierUnbilled: 0,
  months: [],
  amount: 220,
  warnings: [],
  billedOn: [],
  ...more,
});

const payers = (students: readonly Student[], rows: readonly BillingRow[] = []) =>
  payersOf(
    students.map((student) => ({ student, name: student.name })),
    rows,
  );

test('removed students with lessons to bill are listed after the others', () => {
  const listed = payers([atFiftyFive('ava'), atFiftyFive('ben')], [aRow('nora'), aRow('ben')]);
  expect(listed.map(({ id, student, row }) => [id, student !== null, row !== null])).toEqual([
    ['ava', true, false],
    ['ben', true, true],
    ['nora', false, true],
  ]);
});

test('lines with warnings come first, then the order of the students; who gets no invoice is known', () => {
  const selected = payers([
    atFiftyFive('ava'),
    atFiftyFive('ben'),
    atFiftyFive('max', { perLessonRate: null }),
    atFiftyFive('zoe'),
  ]);
  const preview = previewOf(
    [
      anInvoice({ studentId: 'zoe' }),
      anInvoice({ studentId: 'ava', subtotal: 275, refunds: 55, total: 220 }),
      anInvoice({ studentId: 'max', subtotal: 0, total: 0, warnings: ['No rate per lesson is set.'] }),
    ],
    selected,
  );
  expect(preview.lines.map(({ id }) => id)).toEqual(['max', 'ava', 'zoe']);
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
    return previewOf([invoice], payers([atFiftyFive('max', more)])).lines[0]?.missingRates[0]?.rate;
  };
  expect(missing('lesson', { perLessonRate: null })).toBe('perLessonRate');
  expect(missing('monthly', { paymentType: 'monthly', perLessonRate: null })).toBe('monthlyRate');
  expect(missing('monthly', { paymentType: 'monthly', monthlyRate: 220, perLessonRate: null })).toBe('perLessonRate');
  expect(missing('lesson', {}, ['October 2026 is already billed.'])).toBeUndefined();
});

test('a family is one line: its children stand together where the first of them stands', () => {
  const some = payers(
    [atFiftyFive('ava'), atFiftyFive('mia'), atFiftyFive('noa'), atFiftyFive('theo')],
    [aRow('mia', { householdId: 'park' }), aRow('theo', { householdId: 'park' })],
  );
  const groups = groupsOf(some, [{ id: 'park', name: 'Park family' }]);
  expect(groups.map(({ family, payers: own }) => [family?.name, ...own.map(({ id }) => id)])).toEqual([
    [undefined, 'ava'],
    ['Park family', 'mia', 'theo'],
    [undefined, 'noa'],
  ]);
  const park = anInvoice({
    payer: { type: 'household', id: 'park', name: 'Park family' },
    students: ['mia', 'theo'].map((studentId) => ({
      studentId,
      name: studentId,
      subtotal: 220,
      refunds: 0,
      charges: 0,
      total: 220,
    })),
  });
  const preview = previewOf([park], some);
  expect(preview.lines).toMatchObject([{ id: 'park', name: 'Park family' }]);
  expect(preview.without.map(({ id }) => id)).toEqual(['ava', 'noa']);
});

test('refunds of this period’s lessons and of earlier invoices have their own dates and sums', () => {
  const entries = [
    anEntry('2026-11-02'),
    anEntry('2026-11-09', { refund: 55, status: 'cancelled' }),
    anEntry('2026-10-26', { refund: 40, status: 'cancelled', billedOn: 'INV-2026-0032' }),
  ];
  const [line] = previewOf([anInvoice({ studentId: 'ava', refunds: 95, entries })], payers([atFiftyFive('ava')])).lines;
  expect(line?.cancelled).toEqual({ dates: ['2026-11-09'], amount: 55 });
  expect(line?.since).toEqual({ dates: ['2026-10-26'], amount: 40 });
});

test('the refunds that wait are those of all selected students', () => {
  const rows = [aRow('ava', { refundsSinceLastInvoice: 1, refundAmount: 40 }), aRow('ben')];
  expect(waitingRefunds(payers([atFiftyFive('ava'), atFiftyFive('ben')], rows))).toEqual({ count: 1, amount: 40 });
});

test('a row of a student whom an invoice bills already is nothing to bill, but names the invoice', () => {
  const rows = [
    aRow('ava', { lessonCount: 0, amount: 0, alreadyBilled: 4, billedOn: ['INV-2026-0061'] }),
    aRow('nora', { lessonCount: 0, amount: 0, billedOn: ['INV-2026-0062'] }),
  ];
  expect(payers([atFiftyFive('ava')], rows)).toMatchObject([{ id: 'ava', row: null, billedOn: ['INV-2026-0061'] }]);
});
