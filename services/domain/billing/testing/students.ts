import type { BillingEvent, InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import { generateInvoices, type BilledStudent } from '../decide.ts';
import type { Billing } from '../due/draft.ts';
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
  origin: null,
  isSingle: false,
  ...more,
});
export const cancelled = (date: string): LessonDate => lesson(date, { rowId: `cancelled ${date}`, takesPlace: false });

export const tuesdays = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];
export const december: Billing = { from: '2026-12-01', to: '2026-12-31', teacherId: null, withRefunds: false };

export const student = (
  lessons: readonly LessonDate[],
  more: Parameters<typeof payer>[1] = {},
  id = 'ann',
): BilledStudent => ({
  payer: payer(id, more),
  lessonsTo: (to) => lessons.filter(({ date }) => date <= to),
  invoiceId: `invoice of ${id}`,
});
export const generate =
  (students: readonly BilledStudent[], billing = december, year = '2026') =>
  (state: BillingState): BillingEvent[] =>
    generateInvoices({ students, billing, year, currency: 'USD' }, state.billedAt)(state);

/** An invoice that bills nothing. */
export const bare = (invoiceId: string, count: number, more: Partial<InvoiceContent> = {}): BillingEvent => ({
  type: 'InvoiceGenerated',
  data: {
    invoiceId,
    invoiceNumber: `INV-2026-000${count}`,
    studentId: invoiceId,
    teacherId: null,
    currency: 'USD',
    from: '2026-12-01',
    to: '2026-12-31',
    entries: [],
    months: [],
    refunds: [],
    items: [],
    subtotalCents: 0,
    refundsCents: 0,
    totalCents: 0,
    sample: false,
    ...more,
  },
});
