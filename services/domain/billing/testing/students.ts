import type { BillingEvent, InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import { generateInvoices } from '../decide.ts';
import type { Billing } from '../due/billed-dates.ts';
import type { BilledStudent } from '../families/addressed.ts';
import type { LessonDate } from '../../schedule/lesson-dates.ts';
import type { BillingState } from '../state.ts';
import { payer } from './billed-studio.ts';

export const lesson = (date: string, more: Partial<LessonDate> = {}): LessonDate => ({
  lessonId: 'weekly',
  rowId: 'weekly',
  originalDate: date,
  date,
  root: 'weekly',
  teacherId: 'dana',
  start: 960,
  duration: 45,
  takesPlace: true,
  closed: null,
  origin: null,
  isSingle: false,
  ...more,
});
export const cancelled = (date: string): LessonDate => lesson(date, { rowId: `cancelled ${date}`, takesPlace: false });

export const tuesdays = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];
export const december: Billing = { from: '2026-12-01', to: '2026-12-31', teacherId: null, withRefunds: false };

type InvoicedStudent = BilledStudent & { readonly invoiceId: string };

/** The ids that the students' invoices get. */
export const idsOf =
  (students: readonly InvoicedStudent[]) =>
  (payerId: string): string =>
    students.find(({ payer: { studentId } }) => studentId === payerId)?.invoiceId ?? `invoice of ${payerId}`;

export const student = (
  lessons: readonly LessonDate[],
  more: Parameters<typeof payer>[1] = {},
  id = 'ann',
): InvoicedStudent => ({
  payer: payer(id, more),
  name: { first: id, last: '' },
  lessonsTo: (to) => lessons.filter(({ date }) => date <= to),
  invoiceId: `invoice of ${id}`,
});
export const generate =
  (students: readonly InvoicedStudent[], billing = december, year = '2026') =>
  (state: BillingState): BillingEvent[] =>
    generateInvoices({ students, invoiceIdOf: idsOf(students), billing, year, currency: 'USD' }, state.billedAt)(state);

type OfStudent<Part> = Omit<Part, 'studentId'>;
type Parts = Pick<InvoiceContent, 'entries' | 'months' | 'refunds' | 'items'>;
type OfOne = Partial<Omit<InvoiceContent, keyof Parts>> & {
  readonly [Name in keyof Parts]?: OfStudent<Parts[Name][number]>[];
};

/** An invoice to one student that bills nothing else than what is given. */
export const bare = (
  invoiceId: string,
  count: number,
  { entries = [], months = [], refunds = [], items = [], ...more }: OfOne = {},
): BillingEvent => {
  const studentId = more.studentId ?? invoiceId;
  return {
    type: 'InvoiceGenerated',
    data: {
      invoiceId,
      invoiceNumber: `INV-2026-000${count}`,
      payer: { type: 'student', id: studentId },
      studentId,
      teacherId: null,
      currency: 'USD',
      from: '2026-12-01',
      to: '2026-12-31',
      entries: entries.map((entry) => ({ ...entry, studentId })),
      months: months.map((month) => ({ ...month, studentId })),
      charges: [],
      corrections: [],
      refunds: refunds.map((refund) => ({ ...refund, studentId })),
      items: items.map((item) => ({ ...item, studentId })),
      subtotalCents: 0,
      refundsCents: 0,
      totalCents: 0,
      sample: false,
      ...more,
    },
  };
};
