import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { firstDayOf, lastDayOf, monthOf } from '@rondo/contracts/calendar/months.ts';
import { billingEvents, type BillingEvent, type InvoiceStatus } from '@rondo/contracts/events/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import type { CommandHandler, Executed } from '../../platform/commands/command-handler.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import type { StudioClock } from '../studio/clock.ts';
import { deletions, invoicesFor } from './decide.ts';
import { liveInvoices, type BillingState } from './state.ts';

/** A student who pays by the month, and how far the invoice for last month is. */
export type SampleInvoice = {
  readonly studentId: string;
  readonly teacherId: string | null;
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
  readonly currency: string;
  /** Days from sending to the day by which to pay. */
  readonly termsDays: number;
};

/** How an invoice becomes what it is: what was paid or is overdue was sent when the month began. */
const progressOf = (invoiceId: string, status: InvoiceStatus, { today, termsDays }: Given): BillingEvent[] => {
  if (status === 'draft') return [];
  const sentOn = status === 'sent' ? today : firstSampleDay(today);
  const dueOn = addDays(sentOn, termsDays);
  const sent: BillingEvent = { type: 'InvoiceStatusSet', data: { invoiceId, status: 'sent', dueOn, print: null } };
  return status === 'sent'
    ? [sent]
    : [sent, { type: 'InvoiceStatusSet', data: { invoiceId, status, dueOn: null, print: null } }];
};

/** Invoices for last month's monthly rates. */
const makeInvoices =
  (invoices: readonly SampleInvoice[], given: Given) =>
  (state: BillingState): BillingEvent[] => {
    const { commandId, today, currency } = given;
    const month = lastMonth(today);
    const idOf = (studentId: string): string => derivedId(commandId, studentId);
    const generated = invoicesFor({
      students: invoices.map(({ status: _, teacherId, ...student }) => ({
        payer: { ...student, paymentType: 'monthly', firstMonth: month, lastMonth: null, firstTeacherId: teacherId },
        lessonsTo: () => [],
        invoiceId: idOf(student.studentId),
      })),
      billing: { from: firstDayOf(month), to: lastDayOf(month), teacherId: null, withRefunds: false },
      year: today.slice(0, 4),
      currency,
      sample: true,
    });
    return [
      ...generated(state),
      ...invoices.flatMap(({ studentId, status }) => progressOf(idOf(studentId), status, given)),
    ];
  };

type Done = Executed<typeof billingEvents>;

type SampleInvoicesDependencies = {
  readonly handler: CommandHandler<typeof billingEvents, BillingState>;
  readonly clock: Pick<StudioClock, 'settings'>;
};

/** Invoices of the sample studio, which leave no numbers behind when they are removed. */
export const sampleInvoices = ({ handler, clock }: SampleInvoicesDependencies) => ({
  make: async (context: CommandContext, invoices: readonly SampleInvoice[], today: IsoDate): Promise<Done> => {
    const { studioId, commandId } = context;
    const { currency, paymentTermsDays: termsDays } = await clock.settings(studioId);
    const decide = makeInvoices(invoices, { commandId, today, currency, termsDays });
    return handler.execute(streamName(billingEvents, studioId), context, { input: 'sample invoices', decide });
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
