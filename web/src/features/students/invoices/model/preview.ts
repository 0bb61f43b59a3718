import type { Invoice, studioBilling } from '@rondo/contracts/api/billing.ts';
import type { ResponseOf } from '@rondo/contracts/api/endpoint.ts';
import type { Student } from '@rondo/contracts/api/students.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';

export type BillingRow = ResponseOf<typeof studioBilling>[number];

/** A student whom an invoice can be created for; removed ones have lessons that are not billed yet. */
export type Payer = {
  readonly id: string;
  readonly name: string;
  /** Null: removed. */
  readonly student: Student | null;
  /** What can be billed in the period; null if there is nothing. */
  readonly row: BillingRow | null;
};

/** The students in the order of their list, then removed ones who still have something to bill. */
export const payersOf = (
  students: readonly { readonly student: Student; readonly name: string }[],
  rows: readonly BillingRow[],
): Payer[] => {
  const rowOf = new Map(rows.map((row) => [row.studentId, row]));
  const known = new Set(students.map(({ student }) => student.id));
  return [
    ...students.map(({ student, name }) => ({ id: student.id, name, student, row: rowOf.get(student.id) ?? null })),
    ...rows
      .filter(({ studentId }) => !known.has(studentId))
      .map((row) => ({ id: row.studentId, name: row.studentName, student: null, row })),
  ];
};

/** The rate that a person should set before this invoice is created; null if none is missing. */
const missingRate = (
  { items, warnings = [] }: Invoice,
  student: Student | null,
): 'perLessonRate' | 'monthlyRate' | null => {
  if (!student || warnings.length === 0) return null;
  const bills = (kind: 'lesson' | 'monthly'): boolean => items.some(({ itemType }) => itemType === kind);
  if (bills('monthly') && student.monthlyRate === null) return 'monthlyRate';
  return student.perLessonRate === null ? 'perLessonRate' : null;
};

/** One student of the preview. */
export type PreviewLine = {
  readonly studentId: string;
  readonly name: string;
  readonly student: Student | null;
  readonly invoice: Invoice;
  /** "4 × $55.00": what is billed, without refunds. */
  readonly charges: readonly {
    readonly kind: 'lesson' | 'monthly';
    readonly quantity: number;
    readonly rate: number;
  }[];
  /** Refunds on the invoice that bills the lessons themselves, with their dates, and those of earlier invoices. */
  readonly cancelled: { readonly dates: readonly string[]; readonly amount: number };
  readonly since: { readonly count: number; readonly amount: number };
  /** Lessons before the period that no invoice bills. */
  readonly earlier: number;
  readonly missingRate: 'perLessonRate' | 'monthlyRate' | null;
};

const lineOf = (invoice: Invoice, payer: Payer | undefined, withRefunds: boolean): PreviewLine => {
  const row = payer?.row ?? null;
  const since = withRefunds && row ? { count: row.refundsSinceLastInvoice, amount: row.refundAmount } : none;
  return {
    studentId: invoice.studentId,
    name: invoice.studentName,
    student: payer?.student ?? null,
    invoice,
    charges: invoice.items.flatMap(({ itemType, quantity, rate }) =>
      itemType === 'refund' ? [] : [{ kind: itemType, quantity, rate }],
    ),
    cancelled: {
      dates: row?.cancelledLessons.map(({ lessonDate }) => lessonDate) ?? [],
      amount: sumOf([invoice.refunds, -since.amount]),
    },
    since,
    earlier: row?.earlierUnbilled ?? 0,
    missingRate: missingRate(invoice, payer?.student ?? null),
  };
};

const none = { count: 0, amount: 0 };

/** What a run creates: lines with warnings first, then by student; who gets no invoice; and the sums. */
export const previewOf = (
  invoices: readonly Invoice[],
  selected: readonly Payer[],
  withRefunds: boolean,
): {
  readonly lines: readonly PreviewLine[];
  readonly without: readonly Payer[];
  readonly billed: number;
  readonly refunded: number;
  readonly total: number;
  readonly warnings: number;
} => {
  const payerOf = new Map(selected.map((payer) => [payer.id, payer]));
  const order = selected.map(({ id }) => id);
  const warned = ({ warnings = [] }: Invoice): number => (warnings.length > 0 ? 0 : 1);
  const lines = invoices
    .toSorted((a, b) => warned(a) - warned(b) || order.indexOf(a.studentId) - order.indexOf(b.studentId))
    .map((invoice) => lineOf(invoice, payerOf.get(invoice.studentId), withRefunds));
  const billedIds = new Set(lines.map(({ studentId }) => studentId));
  return {
    lines,
    without: selected.filter(({ id }) => !billedIds.has(id)),
    billed: sumOf(invoices.map(({ subtotal }) => subtotal)),
    refunded: sumOf(invoices.map(({ refunds }) => refunds)),
    total: sumOf(invoices.map(({ total }) => total)),
    warnings: invoices.reduce((sum, { warnings = [] }) => sum + warnings.length, 0),
  };
};

/** What was cancelled after it was billed, of all selected students: refunded by this run, or waiting. */
export const waitingRefunds = (selected: readonly Payer[]): { readonly count: number; readonly amount: number } => ({
  count: selected.reduce((sum, { row }) => sum + (row?.refundsSinceLastInvoice ?? 0), 0),
  amount: sumOf(selected.map(({ row }) => row?.refundAmount ?? 0)),
});
