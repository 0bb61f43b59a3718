import type { Invoice, InvoiceEntry } from '@rondo/contracts/api/billing.ts';

type Item = Invoice['items'][number];

/** An item of an invoice for tests. */
export const anItem = (more: Partial<Item>): Item => ({
  invoiceId: 'i',
  studentId: 's',
  teacherId: 'dana',
  itemType: 'lesson',
  description: 'Lessons with Dana Whitfield, Nov 2 – 30, 2026',
  quantity: 4,
  rate: 55,
  amount: 220,
  lessonIds: ['l'],
  ...more,
});

/** A billed date for tests: a lesson at 55.00 that takes place. */
export const anEntry = (date: string, more: Partial<InvoiceEntry> = {}): InvoiceEntry => ({
  studentId: 's',
  lessonId: 'l',
  kind: 'lesson',
  billedOn: null,
  date,
  originalDate: date,
  movedTo: null,
  startTime: '15:15',
  duration: 45,
  teacherId: 'dana',
  rate: 55,
  refund: null,
  refundedOn: null,
  status: 'scheduled',
  cancelledAt: null,
  cancelledBy: null,
  noticeHours: null,
  corrected: null,
  correctedOn: null,
  toRefund: 0,
  cancellation: null,
  closure: null,
  attendance: null,
  minutesLate: 0,
  absenceCharge: null,
  policyFrom: null,
  ...more,
});

const invoice = {
  id: 'i',
  userId: 'u',
  teacherId: null,
  studentId: 's',
  studentName: 'Ava Lindqvist',
  invoiceNumber: 'INV-2026-0001',
  billingPeriodStart: '2026-11-01',
  billingPeriodEnd: '2026-11-30',
  subtotal: 220,
  refunds: 0,
  total: 220,
  currency: 'USD',
  status: 'draft',
  notes: null,
  pdfUrl: null,
  createdAt: '2026-11-20T15:00:00.000000Z',
  sentAt: null,
  paidAt: null,
  dueDate: null,
  pastDue: false,
  mail: null,
  mailDetail: null,
  mailTo: null,
  mailAt: null,
  revision: '0',
  items: [anItem({})],
} satisfies Partial<Invoice>;

/** An invoice for tests: a draft over November 2026 for four lessons at 55.00. Nothing of a sent one is paid. */
export const anInvoice = (more: Partial<Invoice>): Invoice => {
  const { status, total, subtotal, refunds, studentId, studentName } = { ...invoice, ...more };
  const open = status === 'sent' || status === 'overdue' ? Math.max(0, total) : 0;
  return {
    ...invoice,
    payer: { type: 'student', id: studentId, name: studentName },
    students: [{ studentId, name: studentName, subtotal, refunds, charges: 0, total }],
    paidAmount: status === 'paid' ? total : 0,
    openAmount: open,
    paidOn: null,
    issuedOn: null,
    creditApplied: 0,
    toPay: total,
    ...more,
  };
};
