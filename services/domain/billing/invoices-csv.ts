import type { Invoice as InvoiceAnswer } from '@rondo/contracts/api/billing.ts';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { namesLabel } from '@rondo/contracts/people/family-name.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import * as queries from '@rondo/projections/invoices/queries.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { amount, csvOf, typed, type Column } from '../../platform/http/bodies/csv.ts';
import type { Services } from '../../platform/kit/services.ts';
import { studioNow } from '../studio/clock.ts';
import { listInvoices } from './invoices.ts';
import { namesFrom } from './names.ts';

/** An invoice with the names of its teachers, and its days in the studio's time zone. */
type Line = InvoiceAnswer & {
  readonly teachers: string;
  readonly created: string;
  readonly sent: string | null;
  readonly paid: string | null;
};

const number: Column<Line> = ['Number', ({ invoiceNumber }) => typed(invoiceNumber)];
const progress: readonly Column<Line>[] = [
  ['Created', ({ created }) => created],
  ['Sent', ({ sent }) => sent],
  ['Due', ({ dueDate }) => dueDate],
  ['Paid', ({ paid }) => paid],
];

const invoiceColumns: readonly Column<Line>[] = [
  number,
  ['Student', ({ students }) => typed(namesLabel(students.map(({ name }) => name)))],
  ['Teacher', ({ teachers }) => typed(teachers)],
  ['From', ({ billingPeriodStart }) => billingPeriodStart],
  ['To', ({ billingPeriodEnd }) => billingPeriodEnd],
  ['Status', ({ status }) => status],
  ['Subtotal', ({ subtotal }) => amount(subtotal)],
  ['Refunds', ({ refunds }) => amount(refunds)],
  ['Total', ({ total }) => amount(total)],
  ['Currency', ({ currency }) => currency],
  ...progress,
  ['Notes', ({ notes }) => typed(notes)],
  ['Payer', ({ payer }) => typed(payer.name)],
  ['Paid amount', ({ paidAmount }) => amount(paidAmount)],
  ['Open', ({ openAmount }) => amount(openAmount)],
];

/** One amount of an invoice: a lesson, a month, a charge, or a refund. */
type Amount = {
  readonly line: Line;
  readonly student: string;
  readonly kind: 'lesson' | 'month' | 'charge' | 'correction' | 'refund';
  readonly date: string;
  readonly entry: InvoiceEntry | null;
  readonly teacher: string;
  readonly cents: number;
};

const ofInvoice = ([title, cell]: Column<Line>): Column<Amount> => [title, ({ line }) => cell(line)];

const lessonColumns: readonly Column<Amount>[] = [
  ofInvoice(number),
  ['Student', ({ student }) => typed(student)],
  ['What', ({ kind }) => kind],
  ['Date', ({ date }) => date],
  ['Start', ({ entry }) => entry && toTimeText(entry.start)],
  ['Minutes', ({ entry }) => entry && entry.duration],
  ['Teacher', ({ teacher }) => typed(teacher)],
  ['Amount', ({ cents }) => amount(cents / 100)],
  ['Currency', ({ line }) => line.currency],
  ['Status', ({ line }) => line.status],
  ...progress.map(ofInvoice),
];

/** A studio's invoices, or those of one teacher, as a CSV file. @param perLesson one row per lesson, month and refund */
export const invoicesAsCsv = async (
  services: Pick<Services, 'models' | 'settingsOf' | 'now'>,
  studioId: string,
  { teacherId, perLesson }: { readonly teacherId: string | undefined; readonly perLesson: boolean },
): Promise<string> => {
  const { models } = services;
  const [list, recorded, people, { timeZone }] = await Promise.all([
    listInvoices(services, studioId, teacherId),
    queries.listInvoices(invoicesModel.read(models), studioId),
    peopleById(lessonsModel.read(models), studioId),
    studioNow(services, studioId),
  ]);
  const { teacherOf, studentOf } = namesFrom(people);
  const dayOf = (instant: string): string => wallClock(epochMillisecondsOf(instant), timeZone).date;
  const lines = list.map((invoice): Line => {
    const teacherIds = new Set(invoice.items.flatMap((item) => item.teacherId ?? []));
    return {
      ...invoice,
      teachers: [...teacherIds].map(teacherOf).join(', '),
      created: dayOf(invoice.createdAt),
      sent: invoice.sentAt === null ? null : dayOf(invoice.sentAt),
      paid: invoice.paidAt === null ? null : dayOf(invoice.paidAt),
    };
  });
  if (!perLesson) return csvOf(invoiceColumns, lines);
  const byId = new Map<string, Invoice>(recorded.map((invoice) => [invoice.invoiceId, invoice]));
  const amountsOf = (line: Line): Amount[] => {
    const { entries = [], months = [], charges = [], refunds = [], corrections = [] } = byId.get(line.id) ?? {};
    const of = <Part extends { readonly studentId: string }>(
      kind: Amount['kind'],
      parts: readonly Part[],
      rest: (part: Part) => Omit<Amount, 'line' | 'kind' | 'student'>,
    ): Amount[] => parts.map((part) => ({ line, kind, student: studentOf(part.studentId), ...rest(part) }));
    return [
      ...of('lesson', entries, (entry) => ({
        date: entry.date,
        entry,
        teacher: teacherOf(entry.teacherId),
        // A charged month costs, not its lessons.
        cents: entry.kind === 'covered' ? 0 : entry.rateCents,
      })),
      ...of('month', months, ({ month, amountCents }) => ({
        date: `${month}-01`,
        entry: null,
        teacher: line.teachers,
        cents: amountCents,
      })),
      ...of('charge', charges, ({ date, cents }) => ({ date, entry: null, teacher: '', cents })),
      ...of('correction', corrections, ({ invoiceId, entry: at, teacherId, amountCents }) => {
        const entry = byId.get(invoiceId)?.entries[at] ?? null;
        const date = entry?.date ?? line.billingPeriodStart;
        return { date, entry, teacher: teacherOf(teacherId), cents: amountCents };
      }),
      ...of('refund', refunds, ({ invoiceId, entry: at, teacherId, amountCents }) => {
        const entry = byId.get(invoiceId)?.entries[at] ?? null;
        const date = entry?.date ?? line.billingPeriodStart;
        return { date, entry, teacher: teacherOf(teacherId), cents: -amountCents };
      }),
    ];
  };
  return csvOf(lessonColumns, lines.flatMap(amountsOf));
};
