import type { Invoice as InvoiceAnswer, InvoiceDetail } from '@rondo/contracts/api/billing.ts';
import { unknownStudent } from '@rondo/contracts/api/placeholders.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { calendarDate, dateRange } from '@rondo/contracts/calendar/words.ts';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { InvoiceEntry, InvoiceItem, InvoiceRefund } from '@rondo/contracts/events/billing.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { PersonRow } from '@rondo/projections/lessons/queries.ts';
import { amountOf } from './amounts.ts';
import { monthOf } from './ledger.ts';
import { monthName } from './months.ts';

export type Names = { readonly studentOf: (id: string) => string; readonly teacherOf: (id: string) => string };

const nameOf = (person: PersonRow | undefined, unknown: string): string =>
  person ? `${person.first_name} ${person.last_name}`.trim() : unknown;

/** The names of students and teachers, removed ones too. */
export const namesFrom = (people: ReadonlyMap<string, PersonRow>): Names => ({
  studentOf: (id) => nameOf(people.get(id), unknownStudent),
  teacherOf: (id) => nameOf(people.get(id), 'Unknown Teacher'),
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

export type Shown = { readonly studioId: string; readonly names: Names; readonly today: IsoDate };

/** An invoice as lists show it. */
export const invoiceView = (invoice: Invoice, { studioId, names, today }: Shown): InvoiceAnswer => {
  const { invoiceId, studentId, status, dueOn } = invoice;
  return {
    id: invoiceId,
    userId: studioId,
    teacherId: invoice.teacherId,
    studentId,
    studentName: names.studentOf(studentId),
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
    pastDue: dueOn !== null && dueOn < today && status !== 'paid',
    mail: invoice.mail?.state ?? null,
    mailDetail: invoice.mail?.detail ?? null,
    mailTo: invoice.mail?.email ?? null,
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

type DetailEntry = InvoiceDetail['entries'][number];

type Traced = {
  /** Invoices that this one refunds dates of. */
  readonly invoiceOf: (invoiceId: string) => Invoice | undefined;
  /** When and by whom a row was last cancelled before this invoice was made. */
  readonly cancellationOf: (rowId: string) => { readonly at: string; readonly by: string } | null;
  readonly timeZone: string;
};

const hours = 3_600_000;

const entryView = (
  entry: InvoiceEntry,
  { refund, billedOn }: { refund: InvoiceRefund | undefined; billedOn: string | null },
  { cancellationOf, timeZone }: Traced,
): DetailEntry => {
  const { kind, rowId, date, start, duration, teacherId, rateCents } = entry;
  const row = refund?.cancelledRowId ?? null;
  const cancellation = row === null ? null : cancellationOf(row);
  const at = cancellation?.at ?? null;
  const notice = at === null ? null : startOf(date, start, timeZone) - epochMillisecondsOf(at);
  return {
    lessonId: row ?? rowId,
    kind,
    billedOn,
    date,
    startTime: toTimeText(start),
    duration,
    teacherId,
    rate: amountOf(rateCents),
    refund: refund ? amountOf(refund.amountCents) : null,
    status: refund === undefined ? 'scheduled' : row === null ? 'deleted' : 'cancelled',
    cancelledAt: at,
    cancelledBy: cancellation?.by ?? null,
    noticeHours: notice === null ? null : Math.round((notice / hours) * 10) / 10,
  };
};

/** Every date behind the amounts of an invoice: those that it bills, then those of earlier invoices that it refunds. */
export const entriesView = (invoice: Invoice, traced: Traced): DetailEntry[] => {
  const { invoiceId, entries, refunds } = invoice;
  const own = entries.map((entry, i) => {
    const refund = refunds.find((one) => one.invoiceId === invoiceId && one.entry === i);
    return entryView(entry, { refund, billedOn: null }, traced);
  });
  const earlier = refunds.flatMap((refund) => {
    const billing = refund.invoiceId === invoiceId ? undefined : traced.invoiceOf(refund.invoiceId);
    const entry = billing?.entries[refund.entry];
    return billing && entry ? entryView(entry, { refund, billedOn: billing.invoiceNumber }, traced) : [];
  });
  return [...own, ...earlier];
};
