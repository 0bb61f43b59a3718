import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import type { BillingEvent, billingEvents, InvoiceStatus } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import type { InvoicePrint } from '@rondo/contracts/events/billing/invoice-print.ts';
import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { Services } from '../../platform/kit/services.ts';
import { invoicesFor } from './decide.ts';
import { settling } from './payments/issuing.ts';
import { postalLines, printedInvoice } from './pdf/printed.ts';
import { billingStream, type BillingState } from './state.ts';

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

export const firstSampleDay = (today: IsoDate): IsoDate => firstDayOf(lastMonth(today));

type SampleStudio = {
  readonly commandId: string;
  readonly today: IsoDate;
  readonly settings: StudioSettings;
};

/** What an invoice says; read models do not know its student and teacher yet. */
const printOf = (
  invoice: Invoice,
  { studentName, address: { address, city, zipCode }, teacher }: SampleInvoice,
  { settings, dueOn }: { readonly settings: StudioSettings; readonly dueOn: IsoDate },
): InvoicePrint =>
  printedInvoice(invoice, {
    names: { studentOf: () => studentName, teacherOf: () => teacher?.name ?? '', householdOf: () => null },
    address: postalLines(address, city, zipCode),
    settings,
    dueOn,
    related: [],
    cancelledOn: () => null,
  });

/** How an invoice becomes what it is: what was paid or is overdue was sent when the month began. */
const progressOf = (invoice: Invoice, sample: SampleInvoice, { today, settings }: SampleStudio): BillingEvent[] => {
  const { invoiceId } = invoice;
  const { status } = sample;
  if (status === 'draft') return [];
  const sentOn = status === 'sent' ? today : firstSampleDay(today);
  const dueOn = addDays(sentOn, settings.paymentTermsDays);
  const print = printOf(invoice, sample, { settings, dueOn });
  const set = { invoiceId, creditCents: 0, moves: [] };
  const sent: BillingEvent = {
    type: 'InvoiceStatusSet',
    data: { ...set, status: 'sent', dueOn, print, issuedOn: sentOn },
  };
  if (status === 'sent') return [sent];
  const after: BillingEvent = {
    type: 'InvoiceStatusSet',
    data: { ...set, status, dueOn: null, print: null, issuedOn: null },
  };
  const paymentId = derivedId(invoiceId, 'payment');
  return [sent, after, ...(status === 'paid' ? settling(invoice, { paymentId, today: sentOn, creditCents: 0 }) : [])];
};

const invoiceIdOf = ({ commandId }: SampleStudio, { studentId }: Pick<SampleInvoice, 'studentId'>): string =>
  derivedId(commandId, studentId);

const makeInvoices = (samples: readonly SampleInvoice[], studio: SampleStudio) => {
  const { today, settings } = studio;
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
      name: { first: '', last: '' },
      lessonsTo: () => [],
    })),
    invoiceIdOf: (studentId) => invoiceIdOf(studio, { studentId }),
    billing: { from: firstDayOf(month), to: lastDayOf(month), teacherId: null, withRefunds: false },
    year: today.slice(0, 4),
    currency: settings.currency,
    sample: true,
  });
};

/** What has happened to them since, apart from their generation: what they say includes when that was. */
const advanceInvoices =
  (samples: readonly SampleInvoice[], studio: SampleStudio) =>
  ({ invoices }: BillingState): BillingEvent[] =>
    samples.flatMap((sample) => {
      const invoice = invoices.get(invoiceIdOf(studio, sample))?.invoice;
      const isNew = invoice !== undefined && !invoice.deleted && invoice.status === 'draft';
      return isNew ? progressOf(invoice, sample, studio) : [];
    });

type Done = Executed<typeof billingEvents>;

/** Makes the invoices of the sample studio, in two commands of one batch. */
export const makeSampleInvoices = async (
  { handlers, settingsOf }: Pick<Services, 'handlers' | 'settingsOf'>,
  context: CommandContext,
  samples: readonly SampleInvoice[],
  today: IsoDate,
): Promise<Done[]> => {
  const { studioId, commandId } = context;
  const stream = billingStream(studioId);
  const studio = { commandId, today, settings: (await settingsOf(studioId)).settings };
  const input = 'sample invoices';
  const made = await handlers.billing.execute(stream, context, { input, decide: makeInvoices(samples, studio) });
  const later = { ...context, commandId: derivedId(commandId, 'later'), batchId: context.batchId ?? commandId };
  const advanced = await handlers.billing.execute(stream, later, { input, decide: advanceInvoices(samples, studio) });
  return [made, advanced];
};
