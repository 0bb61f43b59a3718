import type { InvoiceEntry, InvoiceItem } from '@rondo/contracts/events/billing/billing.ts';
import { notYetIssued, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { openingSettings } from '@rondo/contracts/events/studio.ts';
import type { Wording } from '../../decide.ts';
import { printedInvoice, type PrintSource } from '../printed.ts';

const entry = (date: string, more: Partial<InvoiceEntry> = {}): InvoiceEntry => ({
  studentId: 'ava',
  kind: 'lesson',
  lessonId: 'weekly',
  rowId: 'weekly',
  originalDate: date,
  date,
  root: 'weekly',
  teacherId: 'dana',
  start: 960,
  duration: 45,
  isSingle: false,
  origin: null,
  again: false,
  rateCents: 5500,
  ...more,
});

const item = (more: Partial<InvoiceItem>): InvoiceItem => ({
  studentId: 'ava',
  itemType: 'lesson',
  teacherId: 'dana',
  chargeId: null,
  quantity: 1,
  rateCents: 5500,
  amountCents: 5500,
  from: '2026-11-02',
  to: '2026-11-30',
  lessonIds: [],
  ...more,
});

const plain: Invoice = {
  invoiceId: 'november',
  invoiceNumber: 'INV-2026-0063',
  payer: { type: 'student', id: 'ava' },
  studentId: 'ava',
  teacherId: null,
  currency: 'USD',
  from: '2026-11-01',
  to: '2026-11-30',
  entries: [],
  months: [],
  refunds: [],
  corrections: [],
  charges: [],
  items: [],
  subtotalCents: 0,
  refundsCents: 0,
  totalCents: 0,
  sample: false,
  ...notYetIssued,
  status: 'sent',
  createdAt: '2026-11-29T18:00:00.000000Z',
  sentAt: '2026-11-29T18:05:00.000000Z',
  dueOn: '2026-12-13',
};

const october: Invoice = {
  ...plain,
  invoiceId: 'october',
  invoiceNumber: 'INV-2026-0032',
  entries: [entry('2026-10-26')],
};

/** Five lessons, one of them cancelled, and a refund of an earlier invoice. */
export const november: Invoice = {
  ...plain,
  notes: 'The lesson of November 16 was moved to November 18.',
  entries: ['2026-11-02', '2026-11-09', '2026-11-18', '2026-11-23', '2026-11-30'].map((date) => entry(date)),
  refunds: [
    {
      studentId: 'ava',
      invoiceId: 'november',
      entry: 1,
      amountCents: 5500,
      teacherId: 'dana',
      cancelledRowId: 'cancelled',
      cancellation: null,
      closure: null,
      absence: null,
    },
    {
      studentId: 'ava',
      invoiceId: 'october',
      entry: 0,
      amountCents: 5500,
      teacherId: 'dana',
      cancelledRowId: null,
      cancellation: null,
      closure: null,
      absence: null,
    },
  ],
  items: [
    item({ quantity: 5, amountCents: 27_500 }),
    item({ itemType: 'refund', quantity: 2, rateCents: -5500, amountCents: -11_000 }),
  ],
  subtotalCents: 27_500,
  refundsCents: 11_000,
  totalCents: 16_500,
};

export const source: PrintSource = {
  names: {
    studentOf: () => 'Ava Lindqvist',
    teacherOf: (id) => (id === 'dana' ? 'Dana Whitfield' : `Teacher ${id}`),
    householdOf: () => null,
  },
  related: [october],
  address: ['1905 S 5th St', 'Austin, 78704'],
  cancelledOn: () => '2026-11-08',
  settings: {
    ...openingSettings({ timeZone: 'America/Chicago', startGrid: 5 }),
    studioName: 'Whitfield Strings & Keys',
    studioAddress: '2210 Bluebonnet Ln, Austin, TX 78704',
    studioPhone: '(512) 555-0100',
    studioEmail: 'studio@whitfieldstrings.example',
    paymentInstructions:
      'Zelle to studio@whitfieldstrings.example, or a check to Whitfield Strings & Keys at the address above.',
  },
};

/** The words of any invoice, as that studio prints it. */
export const wording: Wording = (invoice, dueOn) => printedInvoice(invoice, { ...source, dueOn });

/** One line for each of some teachers. */
export const withLines = (count: number, more: Partial<Invoice> = {}): Invoice => {
  const teachers = Array.from({ length: count }, (_, i) => `no. ${i + 1}`);
  return {
    ...plain,
    entries: teachers.flatMap((teacherId) =>
      ['2026-11-03', '2026-11-10', '2026-11-17', '2026-11-24'].map((date) => entry(date, { teacherId })),
    ),
    items: teachers.map((teacherId) => item({ teacherId, quantity: 4, amountCents: 22_000 })),
    subtotalCents: count * 22_000,
    totalCents: count * 22_000,
    ...more,
  };
};
