import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import { billingEvents, type BillingEvent, type InvoiceStatus } from '@rondo/contracts/events/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { StudioClock } from '../studio/clock.ts';
import { deletions, invoicesFor } from './decide.ts';
import { postalLines, printedInvoice } from './pdf/printed.ts';
import { liveInvoices, type BillingState } from './state.ts';

/** A student who pays by the month, and how far the invoice for last month is. */
export type SampleInvoice = {
  readonly studentId: string;
  readonly studentName: string;
  readonly address: { readonly address: string | null; readonly city: string | null; readonly zipCode: string | null };
  readonly teacher: { readonly teacherId: string; readonly name: string } | null;
  readonly monthlyRateCents: number;
  readonly perLessonRateCents: number | null;
  readonly status: InvoiceStatus;
};

const lastMonth = (today: IsoDate): string => monthOf(addDays(firstDayOf(monthOf(today)), -1));

/** The first day that an invoice of the sample bills. */
export const firstSampleDay = (today: IsoDate): IsoDate => firstDayOf(lastMonth(today));

type Given = {
  readonly commandId: string;
  readonly today: IsoDate;
  readonly settings: StudioSettings;
};

/** What an invoice says; read models do not know its student and teacher yet. */
const wordsOf = (
  invoice: Invoice,
  { studentName, address: { address, city, zipCode }, teacher }: SampleInvoice,
  { settings, dueOn }: { readonly settings: StudioSettings; readonly dueOn: IsoDate },
): InvoicePrint =>
  printedInvoice(invoice, {
    names: { studentOf: () => studentName, teacherOf: () => teacher?.name ?? '' },
    address: postalLines(address, city, zipCode),
    settings,
    dueOn,
    related: [],
    cancelledOn: () => null,
  });

/** How an invoice becomes what it is: what was paid or is overdue was sent when the month began. */
const progressOf = (invoice: Invoice, sample: SampleInvoice, { today, settings }: Given): BillingEvent[] => {
  const { invoiceId } = invoice;
  const { status } = sample;
  if (status === 'draft') return [];
  const sentOn = status === 'sent' ? today : firstSampleDay(today);
  const dueOn = addDays(sentOn, settings.paymentTermsDays);
  const print = wordsOf(invoice, sample, { settings, dueOn });
  const sent: BillingEvent = { type: 'InvoiceStatusSet', data: { invoiceId, status: 'sent', dueOn, print } };
  return status === 'sent'
    ? [sent]
    : [sent, { type: 'InvoiceStatusSet', data: { invoiceId, status, dueOn: null, print: null } }];
};

const invoiceIdOf = ({ commandId }: Given, { studentId }: SampleInvoice): string => derivedId(commandId, studentId);

/** Invoices for last month's monthly rates. */
const makeInvoices = (samples: readonly SampleInvoice[], given: Given) => {
  const { today, settings } = given;
  const month = lastMonth(today);
  return invoicesFor({
    students: samples.map((sample) => ({
      payer: {
        studentId: sample.studentId,
        paymentType: 'monthly',
        monthlyRateCents: sample.monthlyRateCents,
        perLessonRateCents: sample.perLessonRateCents,
        firstMonth: month,
        lastMonth: null,
        firstTeacherId: sample.teacher?.teacherId ?? null,
      },
      lessonsTo: () => [],
      invoiceId: invoiceIdOf(given, sample),
    })),
    billing: { from: firstDayOf(month), to: lastDayOf(month), teacherId: null, withRefunds: false },
    year: today.slice(0, 4),
    currency: settings.currency,
    sample: true,
  });
};

/** What has happened to them since, apart from their generation: what they say includes when that was. */
const advanceInvoices =
  (samples: readonly SampleInvoice[], given: Given) =>
  ({ invoices }: BillingState): BillingEvent[] =>
    samples.flatMap((sample) => {
      const invoice = invoices.get(invoiceIdOf(given, sample))?.invoice;
      const isNew = invoice !== undefined && !invoice.deleted && invoice.status === 'draft';
      return isNew ? progressOf(invoice, sample, given) : [];
    });

type Done = Executed<typeof billingEvents>;

type SampleInvoicesDependencies = {
  readonly handler: CommandHandler<typeof billingEvents, BillingState>;
  readonly clock: Pick<StudioClock, 'settings'>;
};

/** Invoices of the sample studio, which leave no numbers behind when they are removed. */
export const sampleInvoices = ({ handler, clock }: SampleInvoicesDependencies) => ({
  /** In two commands of one batch. */
  make: async (context: CommandContext, samples: readonly SampleInvoice[], today: IsoDate): Promise<Done[]> => {
    const { studioId, commandId } = context;
    const stream = streamName(billingEvents, studioId);
    const given = { commandId, today, settings: await clock.settings(studioId) };
    const input = 'sample invoices';
    const made = await handler.execute(stream, context, { input, decide: makeInvoices(samples, given) });
    const later = { ...context, commandId: derivedId(commandId, 'later'), batchId: context.batchId ?? commandId };
    const advanced = await handler.execute(stream, later, { input, decide: advanceInvoices(samples, given) });
    return [made, advanced];
  },
  /** Deletes every invoice of the students. */
  remove: (context: CommandContext, studentIds: readonly string[]): Promise<Done> =>
    handler.execute(streamName(billingEvents, context.studioId), context, {
      input: 'sample invoices',
      decide: (state) =>
        deletions(
          state,
          liveInvoices(state).filter(({ studentId }) => studentIds.includes(studentId)),
        ),
    }),
});
export type SampleInvoices = ReturnType<typeof sampleInvoices>;
