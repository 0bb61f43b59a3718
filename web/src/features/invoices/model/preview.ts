import type { Invoice, InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';
import type { AnswerTo } from '../../../api/calls.ts';

export type BillingRow = AnswerTo<'GET /api/lessons/billing/studio'>[number];

/** A student whom an invoice can be created for; removed ones have lessons that are not billed yet. */
export type Payer = {
  readonly id: string;
  readonly name: string;
  /** Null: removed. */
  readonly student: Student | null;
  /** What can be billed in the period; null if there is nothing. */
  readonly row: BillingRow | null;
  /** The numbers of the invoices that bill the period already. */
  readonly billedOn: readonly string[];
};

/** Something to bill or to refund; other rows only name the invoices that bill the period already. */
const isBillable = ({ lessonCount, months, refundsSinceLastInvoice }: BillingRow): boolean =>
  lessonCount > 0 || months.length > 0 || refundsSinceLastInvoice > 0;

/** The students in the order of their list, then removed ones who still have something to bill. */
export const payersOf = (
  students: readonly { readonly student: Student; readonly name: string }[],
  rows: readonly BillingRow[],
): Payer[] => {
  const rowOf = new Map(rows.map((row) => [row.studentId, row]));
  const known = new Set(students.map(({ student }) => student.id));
  const billingOf = (id: string): Pick<Payer, 'row' | 'billedOn'> => {
    const row = rowOf.get(id);
    return { row: row && isBillable(row) ? row : null, billedOn: row?.billedOn ?? [] };
  };
  return [
    ...students.map(({ student, name }) => ({ id: student.id, name, student, ...billingOf(student.id) })),
    ...rows
      .filter((row) => !known.has(row.studentId) && isBillable(row))
      .map(({ studentId: id, studentName: name }) => ({ id, name, student: null, ...billingOf(id) })),
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

type Refunds = { readonly dates: readonly string[]; readonly amount: number };

const refundsAmong = (entries: readonly InvoiceEntry[]): Refunds => {
  const refunded = entries.filter(({ refund }) => refund !== null);
  return { dates: refunded.map(({ date }) => date), amount: sumOf(refunded.map(({ refund }) => refund ?? 0)) };
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
  /** Refunds on the invoice that bills the lessons themselves, and those of lessons on earlier invoices. */
  readonly cancelled: Refunds;
  readonly since: Refunds;
  /** Every date that it bills or refunds. */
  readonly entries: readonly InvoiceEntry[];
  /** Lessons before the period that no invoice bills. */
  readonly earlier: number;
  readonly missingRate: 'perLessonRate' | 'monthlyRate' | null;
};

const lineOf = (invoice: Invoice, payer: Payer | undefined): PreviewLine => {
  const { entries = [] } = invoice;
  return {
    studentId: invoice.studentId,
    name: invoice.studentName,
    student: payer?.student ?? null,
    invoice,
    charges: invoice.items.flatMap(({ itemType, quantity, rate }) =>
      itemType === 'refund' ? [] : [{ kind: itemType, quantity, rate }],
    ),
    cancelled: refundsAmong(entries.filter(({ billedOn }) => billedOn === null)),
    since: refundsAmong(entries.filter(({ billedOn }) => billedOn !== null)),
    entries,
    earlier: payer?.row?.earlierUnbilled ?? 0,
    missingRate: missingRate(invoice, payer?.student ?? null),
  };
};

/** What a run creates: lines with warnings first, then by student; who gets no invoice; and the sums. */
export const previewOf = (
  invoices: readonly Invoice[],
  selected: readonly Payer[],
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
    .map((invoice) => lineOf(invoice, payerOf.get(invoice.studentId)));
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
