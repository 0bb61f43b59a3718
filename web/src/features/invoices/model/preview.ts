import type { Invoice, InvoiceEntry } from '@rondo/contracts/api/billing.ts';
import type { Student } from '@rondo/contracts/api/people/students.ts';
import { sumOf } from '@rondo/contracts/money/money.ts';
import type { AnswerTo } from '../../../api/calls.ts';

export type BillingRow = AnswerTo<'GET /api/lessons/billing/studio'>[number];

/** A student whom an invoice can be created for; removed ones have lessons that are not billed yet. */
export type Payer = {
  readonly id: string;
  readonly name: string;
  /** The family that pays; null where the student does. */
  readonly householdId: string | null;
  /** Null: removed. */
  readonly student: Student | null;
  /** What can be billed in the period; null if there is nothing. */
  readonly row: BillingRow | null;
  /** The numbers of the invoices that bill the period already. */
  readonly billedOn: readonly string[];
};

/** Something to bill or to refund; other rows only name the invoices that bill the period already. */
const isBillable = ({ lessonCount, months, refundsSinceLastInvoice, charges }: BillingRow): boolean =>
  lessonCount > 0 || months.length > 0 || refundsSinceLastInvoice > 0 || charges > 0;

/** The students in the order of their list, then removed ones who still have something to bill. */
export const payersOf = (
  students: readonly { readonly student: Student; readonly name: string }[],
  rows: readonly BillingRow[],
): Payer[] => {
  const rowOf = new Map(rows.map((row) => [row.studentId, row]));
  const known = new Set(students.map(({ student }) => student.id));
  const billingOf = (id: string, student: Student | null): Pick<Payer, 'row' | 'billedOn' | 'householdId'> => {
    const row = rowOf.get(id);
    return {
      row: row && isBillable(row) ? row : null,
      billedOn: row?.billedOn ?? [],
      householdId: row?.householdId ?? student?.householdId ?? null,
    };
  };
  return [
    ...students.map(({ student, name }) => ({ id: student.id, name, student, ...billingOf(student.id, student) })),
    ...rows
      .filter((row) => !known.has(row.studentId) && isBillable(row))
      .map(({ studentId: id, studentName: name }) => ({ id, name, student: null, ...billingOf(id, null) })),
  ];
};

/** A rate that a person should set before the invoice is created. */
type MissingRate = { readonly student: Student; readonly rate: 'perLessonRate' | 'monthlyRate' };

const missingRates = ({ items, warnings = [] }: Invoice, payers: readonly Payer[]): MissingRate[] =>
  payers.flatMap(({ student, id }): MissingRate[] => {
    if (!student || warnings.length === 0) return [];
    const own = payers.length > 1 ? items.filter(({ studentId }) => studentId === id) : items;
    if (own.some(({ itemType }) => itemType === 'monthly') && student.monthlyRate === null)
      return [{ student, rate: 'monthlyRate' }];
    const isPriced = payers.length > 1 && !own.some(({ itemType }) => itemType === 'lesson');
    return student.perLessonRate === null && !isPriced ? [{ student, rate: 'perLessonRate' }] : [];
  });

type Refunds = { readonly dates: readonly string[]; readonly amount: number };

const refundsAmong = (entries: readonly InvoiceEntry[]): Refunds => {
  const refunded = entries.filter(({ refund }) => refund !== null);
  return { dates: refunded.map(({ date }) => date), amount: sumOf(refunded.map(({ refund }) => refund ?? 0)) };
};

/** One invoice of the preview. */
export type PreviewLine = {
  readonly id: string;
  readonly name: string;
  readonly invoice: Invoice;
  /** "4 × $55.00": what is billed, without refunds; a charge has its description. */
  readonly billed: readonly {
    readonly key: string;
    readonly kind: 'lesson' | 'monthly' | 'charge';
    readonly description: string;
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
  readonly missingRates: readonly MissingRate[];
};

const lineOf = (invoice: Invoice, payers: readonly Payer[]): PreviewLine => {
  const { entries = [] } = invoice;
  return {
    id: invoice.payer.id,
    name: invoice.payer.name,
    invoice,
    billed: invoice.items.flatMap(({ itemType, description, quantity, rate, chargeId, teacherId }) =>
      itemType === 'refund'
        ? []
        : [{ key: chargeId ?? `${itemType} ${teacherId} ${rate}`, kind: itemType, description, quantity, rate }],
    ),
    cancelled: refundsAmong(entries.filter(({ billedOn }) => billedOn === null)),
    since: refundsAmong(entries.filter(({ billedOn }) => billedOn !== null)),
    entries,
    earlier: payers.reduce((sum, { row }) => sum + (row?.earlierUnbilled ?? 0), 0),
    missingRates: missingRates(invoice, payers),
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
    .map((invoice) =>
      lineOf(
        invoice,
        invoice.students.flatMap(({ studentId }) => payerOf.get(studentId) ?? []),
      ),
    );
  const billedIds = new Set(invoices.flatMap(({ students }) => students.map(({ studentId }) => studentId)));
  return {
    lines,
    without: selected.filter(({ id }) => !billedIds.has(id)),
    billed: sumOf(invoices.map(({ subtotal }) => subtotal)),
    refunded: sumOf(invoices.map(({ refunds }) => refunds)),
    total: sumOf(invoices.map(({ total }) => total)),
    warnings: invoices.reduce((sum, { warnings = [] }) => sum + warnings.length, 0),
  };
};

/** One line of the list of whom to bill: a student, or a family with its children. */
export type PayerGroup = {
  readonly family: { readonly id: string; readonly name: string } | null;
  readonly payers: readonly Payer[];
};

/** The children of one family together, at the place of the first. */
export const groupsOf = (payers: readonly Payer[], families: readonly Family[]): PayerGroup[] => {
  const known = new Map(families.map((family) => [family.id, family]));
  const grouped = Map.groupBy(payers, ({ id, householdId }) => (known.has(householdId ?? '') ? householdId : id));
  return [...grouped].map(([id, own]) => ({ family: known.get(id ?? '') ?? null, payers: own }));
};

type Family = { readonly id: string; readonly name: string };

/** What was cancelled after it was billed, of all selected students: refunded by this run, or waiting. */
export const waitingRefunds = (selected: readonly Payer[]): { readonly count: number; readonly amount: number } => ({
  count: selected.reduce((sum, { row }) => sum + (row?.refundsSinceLastInvoice ?? 0), 0),
  amount: sumOf(selected.map(({ row }) => row?.refundAmount ?? 0)),
});
