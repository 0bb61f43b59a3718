import type { Invoice as InvoiceAnswer } from '@rondo/contracts/api/billing.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { monthName, monthOf } from '@rondo/contracts/calendar/months.ts';
import { calendarDate, dateRange } from '@rondo/contracts/calendar/words.ts';
import type { InvoiceItem } from '@rondo/contracts/events/billing/billing.ts';
import { creditCentsOf, isIssued, openCentsOf, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { issuedOnOf, paidOnOf, type DayOf } from '@rondo/contracts/money/ledger.ts';
import { sumOfCharges, type ChargedDraft } from './due/charged.ts';
import { payerNamed, type Names } from './names.ts';

/** Integer cents as an amount with at most two decimals. */
export const amountOf = (cents: number): number => cents / 100;

export const draftView = (
  { studentId, householdId, draft }: { studentId: string; householdId: string | null; draft: ChargedDraft },
  { studentOf }: Names,
) => ({
  studentId,
  studentName: studentOf(studentId),
  householdId,
  lessonCount: draft.lessonCount,
  cancelledLessons: draft.cancelledLessons.map(({ date, refundCents, outcome }) => ({
    lessonDate: date,
    refund: amountOf(refundCents),
    outcome,
  })),
  closedDates: [...draft.closedDates],
  refundsSinceLastInvoice: draft.refundsSince.length,
  refundAmount: amountOf(draft.refundsSince.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  corrections: draft.correctionsSince.length,
  correctionAmount: amountOf(draft.correctionsSince.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  alreadyBilled: draft.alreadyBilled,
  earlierUnbilled: draft.earlierUnbilled,
  months: draft.months.map(({ month }) => month),
  billedOn: [...draft.billedOn],
  charges: draft.charges.length,
  chargeAmount: amountOf(sumOfCharges(draft.charges)),
  amount: amountOf(draft.totalCents),
  warnings: [...draft.warnings],
});

const daysOf = ({ from, to }: InvoiceItem): string => (from === to ? calendarDate(from) : dateRange(from, to));

const monthsIn = ({ from, to }: InvoiceItem): string => {
  const [first, last] = [monthOf(from), monthOf(to)].map(monthName);
  return first === last ? `${first}` : `${first} – ${last}`;
};

const descriptionOf = (item: InvoiceItem, { charges }: Invoice, { teacherOf }: Names): string => {
  const { itemType, quantity, teacherId, chargeId } = item;
  const withTeacher = teacherId === null ? '' : ` with ${teacherOf(teacherId)}`;
  switch (itemType) {
    case 'lesson':
      return `${quantity === 1 ? 'Lesson' : 'Lessons'}${withTeacher}, ${daysOf(item)}`;
    case 'monthly':
      return `Monthly rate, ${monthsIn(item)}`;
    case 'charge':
      return charges.find((charge) => charge.chargeId === chargeId)?.description ?? '';
    case 'refund':
      return `Refund of ${quantity === 1 ? 'a lesson' : 'lessons'}${withTeacher}, ${daysOf(item)}`;
  }
};

export type InvoiceContext = {
  readonly studioId: string;
  readonly names: Names;
  readonly today: IsoDate;
  readonly dayOf: DayOf;
  /** The student's name on an invoice; null while that is the present one. */
  readonly printedNameOf: (invoice: Invoice) => string | null;
};

/** An invoice with its revision; a preview has none. */
export type InvoiceToShow = Invoice & { readonly revision: number | null };

/** True after the due date while something of it is open. */
export const isPastDue = (invoice: Invoice, today: IsoDate): boolean =>
  invoice.dueOn !== null && invoice.dueOn < today && openCentsOf(invoice) > 0;

/** What is paid of an invoice, and open. */
export const paidView = (invoice: Invoice, dayOf: DayOf) => {
  const { totalCents, creditCents } = invoice;
  const remaining = isIssued(invoice) ? totalCents - openCentsOf(invoice) + creditCentsOf(invoice) : 0;
  return {
    paidAmount: amountOf(remaining),
    openAmount: amountOf(openCentsOf(invoice)),
    paidOn: paidOnOf(invoice, dayOf),
    issuedOn: invoice.status === 'draft' ? null : issuedOnOf(invoice, dayOf),
    creditApplied: amountOf(creditCents),
    toPay: amountOf(totalCents - creditCents),
  };
};

/** What an invoice has of each of its students. */
const studentsView = (invoice: Invoice, { studentOf }: Names): InvoiceAnswer['students'] =>
  studentsOn(invoice).map((studentId) => {
    const own = invoice.items.filter((item) => item.studentId === studentId);
    const sumOf = (items: typeof own): number => items.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const of = (kind: InvoiceItem['itemType']): number => sumOf(own.filter(({ itemType }) => itemType === kind));
    const refunds = of('refund');
    return {
      studentId,
      name: studentOf(studentId),
      subtotal: amountOf(sumOf(own) - refunds),
      refunds: amountOf(-refunds),
      charges: amountOf(of('charge')),
      total: amountOf(sumOf(own)),
    };
  });

export const invoiceView = (
  invoice: InvoiceToShow,
  { studioId, names, today, dayOf, printedNameOf }: InvoiceContext,
): InvoiceAnswer => {
  const { invoiceId, studentId, status, dueOn } = invoice;
  const studentName = names.studentOf(studentId);
  const payer = payerNamed(names, invoice.payer.id);
  const printedName = printedNameOf(invoice) ?? payer.name;
  return {
    id: invoiceId,
    userId: studioId,
    teacherId: invoice.teacherId,
    studentId,
    studentName,
    students: studentsView(invoice, names),
    ...(printedName === payer.name || printedName === studentName ? {} : { printedName }),
    invoiceNumber: invoice.invoiceNumber,
    billingPeriodStart: invoice.from,
    billingPeriodEnd: invoice.to,
    subtotal: amountOf(invoice.subtotalCents),
    refunds: amountOf(invoice.refundsCents),
    total: amountOf(invoice.totalCents),
    currency: invoice.currency,
    status,
    notes: invoice.notes,
    pdfUrl: invoice.createdAt === '' ? null : `/api/invoices/${invoiceId}/pdf`,
    createdAt: invoice.createdAt,
    sentAt: invoice.sentAt,
    paidAt: invoice.paidAt,
    dueDate: dueOn,
    pastDue: isPastDue(invoice, today),
    payer,
    ...paidView(invoice, dayOf),
    mail: invoice.mail?.state ?? null,
    mailDetail: invoice.mail?.detail ?? null,
    mailTo: invoice.mail?.email ?? null,
    mailAt: invoice.mail?.statedAt ?? null,
    revision: invoice.revision === null ? '' : String(invoice.revision),
    items: invoice.items.map((item) => ({
      invoiceId,
      studentId: item.studentId,
      teacherId: item.teacherId,
      ...(item.chargeId === null ? {} : { chargeId: item.chargeId }),
      itemType: item.itemType,
      description: descriptionOf(item, invoice, names),
      quantity: item.quantity,
      rate: amountOf(item.rateCents),
      amount: amountOf(item.amountCents),
      lessonIds: [...item.lessonIds],
    })),
  };
};
