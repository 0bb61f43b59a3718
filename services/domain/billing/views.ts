import type { Invoice as InvoiceAnswer, InvoiceEntry as EntryAnswer } from '@rondo/contracts/api/billing.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { monthName, monthOf } from '@rondo/contracts/calendar/months.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, dateRange } from '@rondo/contracts/calendar/words.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { InvoiceEntry, InvoiceItem, InvoiceRefund } from '@rondo/contracts/events/billing/billing.ts';
import { creditCentsOf, isIssued, openCentsOf, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { issuedOnOf, paidOnOf, type DayOf } from '@rondo/contracts/money/ledger.ts';
import type { Draft } from './due/draft.ts';
import type { DateNow } from './invoicing.ts';
import type { Names } from './names.ts';

/** Integer cents as an amount with at most two decimals. */
const amountOf = (cents: number): number => cents / 100;

export const draftView = (studentId: string, draft: Draft, { studentOf }: Names) => ({
  studentId,
  studentName: studentOf(studentId),
  lessonCount: draft.lessonCount,
  cancelledLessons: draft.cancelledDates.map((lessonDate) => ({ lessonDate })),
  refundsSinceLastInvoice: draft.refundsSince.length,
  refundAmount: amountOf(draft.refundsSince.reduce((sum, { amountCents }) => sum + amountCents, 0)),
  alreadyBilled: draft.alreadyBilled,
  earlierUnbilled: draft.earlierUnbilled,
  months: draft.months.map(({ month }) => month),
  billedOn: [...draft.billedOn],
  amount: amountOf(draft.totalCents),
  warnings: [...draft.warnings],
});

const daysOf = ({ from, to }: InvoiceItem): string => (from === to ? calendarDate(from) : dateRange(from, to));

const monthsIn = ({ from, to }: InvoiceItem): string => {
  const [first, last] = [monthOf(from), monthOf(to)].map(monthName);
  return first === last ? `${first}` : `${first} – ${last}`;
};

const descriptionOf = (item: InvoiceItem, { teacherOf }: Names): string => {
  const { itemType, quantity, teacherId } = item;
  const withTeacher = teacherId === null ? '' : ` with ${teacherOf(teacherId)}`;
  switch (itemType) {
    case 'lesson':
      return `${quantity === 1 ? 'Lesson' : 'Lessons'}${withTeacher}, ${daysOf(item)}`;
    case 'monthly':
      return `Monthly rate, ${monthsIn(item)}`;
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

export const invoiceView = (
  invoice: InvoiceToShow,
  { studioId, names, today, dayOf, printedNameOf }: InvoiceContext,
): InvoiceAnswer => {
  const { invoiceId, studentId, status, dueOn } = invoice;
  const studentName = names.studentOf(studentId);
  const printedName = printedNameOf(invoice) ?? studentName;
  return {
    id: invoiceId,
    userId: studioId,
    teacherId: invoice.teacherId,
    studentId,
    studentName,
    ...(printedName === studentName ? {} : { printedName }),
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
    payer: { type: 'student', id: studentId, name: studentName },
    ...paidView(invoice, dayOf),
    mail: invoice.mail?.state ?? null,
    mailDetail: invoice.mail?.detail ?? null,
    mailTo: invoice.mail?.email ?? null,
    mailAt: invoice.mail?.statedAt ?? null,
    revision: invoice.revision === null ? '' : String(invoice.revision),
    items: invoice.items.map((item) => ({
      invoiceId,
      studentId,
      teacherId: item.teacherId,
      itemType: item.itemType,
      description: descriptionOf(item, names),
      quantity: item.quantity,
      rate: amountOf(item.rateCents),
      amount: amountOf(item.amountCents),
      lessonIds: [...item.lessonIds],
    })),
  };
};

/** When and by whom a row was cancelled, and when it was to be then. */
type Cancellation = {
  readonly at: string;
  readonly by: string;
  readonly lesson: Pick<InvoiceEntry, 'date' | 'start'> | null;
};

export type EntryContext = {
  readonly related: readonly Invoice[];
  /** What the dates that the invoice bills are now; empty for one that is not saved yet. */
  readonly datesNow: readonly DateNow[];
  /** The last cancellation of a row, up to an instant if one is given. */
  readonly cancellationOf: (rowId: string, until: string | null) => Cancellation | null;
  readonly timeZone: string;
};

const hours = 3_600_000;

type Fate = {
  readonly refund: InvoiceRefund | undefined;
  /** The number of the earlier invoice that bills it. */
  readonly billedOn: string | null;
  readonly later: { readonly invoice: Invoice; readonly refund: InvoiceRefund } | undefined;
  readonly now: DateNow | undefined;
};

/** False for a date that takes place; else the cancelled row, or null if the lesson is gone. */
const cancelledRow = ({ refund, later, now }: Fate): string | null | false => {
  const anyRefund = refund ?? later?.refund;
  if (anyRefund) return anyRefund.cancelledRowId;
  return now?.isOver === true ? (now.lesson?.rowId ?? null) : false;
};

const entryView = (
  entry: InvoiceEntry,
  fate: Fate,
  cancellation: Cancellation | null,
  timeZone: string,
): EntryAnswer => {
  const { kind, rowId, originalDate, date, start, duration, teacherId, rateCents } = entry;
  const { refund, billedOn, later, now } = fate;
  const cancelled = cancelledRow(fate);
  const at = cancellation?.at ?? null;
  // It can have been moved after it was billed, and also after its cancellation was refunded.
  const wasToBe = cancellation?.lesson ?? { date, start };
  const notice = at === null ? null : startOf(wasToBe.date, wasToBe.start, timeZone) - epochMillisecondsOf(at);
  const dateNow = now?.lesson?.date ?? wasToBe.date;
  return {
    lessonId: cancelled === false ? rowId : (cancelled ?? rowId),
    kind,
    billedOn,
    date,
    originalDate,
    movedTo: dateNow === date ? null : dateNow,
    startTime: toTimeText(start),
    duration,
    teacherId,
    rate: amountOf(rateCents),
    refund: refund ? amountOf(refund.amountCents) : null,
    refundedOn: later?.invoice.invoiceNumber ?? null,
    status: cancelled === false ? 'scheduled' : cancelled === null ? 'deleted' : 'cancelled',
    cancelledAt: at,
    cancelledBy: cancellation?.by ?? null,
    noticeHours: notice === null ? null : Math.round((notice / hours) * 10) / 10,
  };
};

/** The rows of which an invoice's entries show the cancellation. */
export const cancelledRows = (
  { invoiceId, refunds }: Pick<Invoice, 'invoiceId' | 'refunds'>,
  datesNow: readonly DateNow[],
  related: readonly Invoice[],
): string[] => [
  ...refunds.flatMap(({ cancelledRowId }) => cancelledRowId ?? []),
  // A lesson that was refunded can take place again by now.
  ...related.flatMap((later) =>
    later.refunds.flatMap((refund) => (refund.invoiceId === invoiceId ? (refund.cancelledRowId ?? []) : [])),
  ),
  ...datesNow.flatMap(({ isOver, lesson }) => (isOver && lesson ? lesson.rowId : [])),
];

/** Every date behind the amounts of an invoice: those that it bills, then those of earlier invoices that it refunds. */
export const entriesView = (
  { invoiceId, entries, refunds, createdAt }: Invoice,
  { related, datesNow, cancellationOf, timeZone }: EntryContext,
): EntryAnswer[] => {
  const view = (entry: InvoiceEntry, fate: Fate): EntryAnswer => {
    const row = cancelledRow(fate);
    // A refund was decided on what was known when its invoice was created.
    const until = fate.refund ? createdAt : (fate.later?.invoice.createdAt ?? '');
    const cancellation = typeof row === 'string' ? cancellationOf(row, until === '' ? null : until) : null;
    return entryView(entry, fate, cancellation, timeZone);
  };
  const others = related.filter((other) => other.invoiceId !== invoiceId && !other.deleted);
  const laterOf = (entry: number): Fate['later'] =>
    others
      .flatMap((invoice) => invoice.refunds.map((refund) => ({ invoice, refund })))
      .find(({ refund }) => refund.invoiceId === invoiceId && refund.entry === entry);
  const own = entries.map((entry, i) => {
    const refund = refunds.find((one) => one.invoiceId === invoiceId && one.entry === i);
    return view(entry, { refund, billedOn: null, later: laterOf(i), now: datesNow[i] });
  });
  const earlier = refunds.flatMap((refund) => {
    const billing = others.find((one) => one.invoiceId === refund.invoiceId);
    const entry = billing?.entries[refund.entry];
    if (!billing || !entry) return [];
    return view(entry, { refund, billedOn: billing.invoiceNumber, later: undefined, now: undefined });
  });
  return [...own, ...earlier];
};
