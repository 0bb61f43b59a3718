import type { Invoice, InvoiceDetail } from '@rondo/contracts/api/billing.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';

export const longest = 'Maximiliana Featherstonehaugh-Oyelaran';

export const lessons = (quantity: number, rate: number): Invoice['items'][number] => ({
  invoiceId: 'ava',
  studentId: 'ava',
  teacherId: null,
  itemType: 'lesson',
  description: 'Lessons with Dana Whitfield, Sep 2 – 30, 2026',
  quantity,
  rate,
  amount: quantity * rate,
  lessonIds: [],
});

export const refund = (quantity: number, rate: number): Invoice['items'][number] => ({
  ...lessons(quantity, -rate),
  itemType: 'refund',
  description: 'Refund of a lesson with Dana Whitfield, Sep 9, 2026',
});

/** An invoice of September 2026 for pictures; nothing of a sent one is paid. */
export const anInvoice = (
  id: string,
  studentName: string,
  more: Partial<Invoice> & { readonly items: Invoice['items'] },
): Invoice => {
  const of = (isRefund: boolean): number =>
    more.items
      .filter(({ itemType }) => (itemType === 'refund') === isRefund)
      .reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  const [subtotal, refunds] = [of(false), of(true)];
  const total = subtotal - refunds;
  const { status = 'sent' } = more;
  return {
    id,
    userId: 'u',
    teacherId: null,
    studentId: id,
    studentName,
    invoiceNumber: `INV-2026-${id}`,
    billingPeriodStart: '2026-09-01',
    billingPeriodEnd: '2026-09-30',
    subtotal,
    refunds,
    total,
    currency: 'USD',
    status,
    notes: null,
    pdfUrl: `/api/invoices/${id}/pdf`,
    createdAt: '2026-09-01T15:00:00.000000Z',
    sentAt: '2026-09-01T15:00:00.000000Z',
    paidAt: null,
    dueDate: '2026-09-15',
    pastDue: false,
    payer: { type: 'student', id, name: studentName },
    students: [{ studentId: id, name: studentName, subtotal, refunds, charges: 0, total }],
    paidAmount: status === 'paid' ? total : 0,
    openAmount: status === 'sent' || status === 'overdue' ? Math.max(0, total) : 0,
    paidOn: null,
    issuedOn: '2026-09-01',
    creditApplied: 0,
    toPay: total,
    mail: null,
    mailDetail: null,
    mailTo: null,
    mailAt: null,
    revision: '0',
    ...more,
  };
};

const august = { billingPeriodStart: '2026-08-01', billingPeriodEnd: '2026-08-31' };
const paid = { status: 'paid', paidAt: '2026-09-03T15:00:00.000000Z' } as const;
export const monthly = (rate: number) => ({ ...lessons(1, rate), itemType: 'monthly' as const });

const ava = anInvoice('0063', 'Ava Lindqvist', {
  items: [lessons(5, 55), refund(2, 55)],
  pastDue: true,
  mail: 'sent',
  mailTo: 'karin.lindqvist@example.com',
  mailAt: '2026-09-01T15:00:00.000000Z',
});

export const invoices: readonly Invoice[] = [
  anInvoice('0065', longest, { items: [lessons(12, 110)], status: 'draft', sentAt: null, dueDate: null }),
  anInvoice('0064', 'Eli Ramos', { items: [refund(1, 55)] }),
  ava,
  anInvoice('0062', 'Priya Venkataraman', { items: [monthly(220)], ...paid }),
  anInvoice('0061', 'Zoe Adeyemi', {
    items: [lessons(5, 55), refund(1, 55)],
    ...august,
    pastDue: true,
    mail: 'failed',
    mailTo: 'zoe@example.com',
    mailAt: '2026-09-01T15:00:00.000000Z',
    mailDetail: 'The mail server refused it: 550 No such mailbox here.',
  }),
  anInvoice('0060', 'Samuel Whitaker', { items: [lessons(4, 75)], ...august, status: 'overdue', pastDue: true }),
  anInvoice('0059', 'Ruby Salazar', { items: [lessons(4, 3420)], ...august, ...paid }),
];

export const entry = (
  date: string,
  more: Partial<InvoiceDetail['entries'][number]> = {},
): InvoiceDetail['entries'][number] => ({
  studentId: ava.studentId,
  lessonId: date,
  kind: 'lesson',
  billedOn: null,
  date,
  originalDate: date,
  movedTo: null,
  refundedOn: null,
  corrected: null,
  correctedOn: null,
  toRefund: 0,
  cancellation: null,
  closure: null,
  attendance: null,
  minutesLate: 0,
  absenceCharge: null,
  policyFrom: null,
  startTime: '15:15',
  duration: 45,
  teacherId: 'dana',
  rate: 55,
  refund: null,
  status: 'scheduled',
  cancelledAt: null,
  cancelledBy: null,
  noticeHours: null,
  ...more,
});

export const print: InvoiceDetail['print'] = {
  number: ava.invoiceNumber,
  createdAt: Date.parse(ava.createdAt),
  paper: 'LETTER',
  studioName: 'Whitfield Strings',
  contact: ['1204 Larch Street, Austin, TX 78704', '(512) 555-0142', 'dana@example.com'],
  billedTo: ['Ava Lindqvist', '88 Juniper Lane', 'Austin 78745'],
  facts: [
    ['Invoice', ava.invoiceNumber],
    ['Date', 'September 1, 2026'],
    ['Period', 'September 1 – 30, 2026'],
  ],
  due: { label: 'Amount due', amount: '$165.00', by: 'by Tuesday, September 15, 2026' },
  children: [],
  heading: 'Lessons with Dana Whitfield',
  lines: [
    { text: '5 lessons', detail: 'Wednesdays, September 2, 9, 16, 23, 30', rate: '55.00', amount: '275.00' },
    {
      text: 'Refund of 2 lessons',
      detail: 'September 9 cancelled; August 26 cancelled',
      rate: '−55.00',
      amount: '−110.00',
    },
  ],
  sums: [
    ['Subtotal', '275.00'],
    ['Refunds', '−110.00'],
  ],
  total: ['Total in US dollars', '$165.00'],
  sections: [
    ['How to pay', 'By check to Whitfield Strings,\nor by card in the studio.'],
    ['Note', 'Thank you for practicing every day.'],
  ],
  dueOn: '2026-09-15',
  termsDays: 14,
  payLink: null,
};

export const detail = (ahead: IsoDate): InvoiceDetail => ({
  ...ava,
  notes: 'Thank you for practicing every day.',
  print,
  keptAt: ava.sentAt,
  entries: [
    entry('2026-09-02'),
    entry('2026-09-09', {
      status: 'cancelled',
      refund: 55,
      cancelledAt: '2026-09-08T18:15:00.000000Z',
      cancelledBy: 'Dana',
      noticeHours: 26,
    }),
    entry('2026-09-16', { originalDate: '2026-09-14' }),
    entry('2026-09-23'),
    entry(ahead),
    entry('2026-08-26', {
      status: 'cancelled',
      refund: 55,
      billedOn: 'INV-2026-0032',
      cancelledAt: '2026-08-26T14:05:00.000000Z',
      cancelledBy: 'Dana',
      noticeHours: 6.2,
    }),
  ],
  suggestedEmail: 'karin.lindqvist@example.com',
  sendsMail: true,
});
