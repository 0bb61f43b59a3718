import { addDays } from '@rondo/contracts/calendar/dates.ts';
import { liveInvoices } from '../../billing/state.ts';
import { payer } from '../../billing/testing/billed-studio.ts';
import type { CommandContext } from '../../command-handling/aggregate.ts';
import type { Step } from '../../lessons/testing/steps.ts';
import { today } from '../../schedule/testing/week.ts';
import type { StudioInMemory } from './studio-in-memory.ts';

/** Bills, marks and deletes invoices. */
export const invoiceSteps = ['invoice', 'mark invoice', 'delete invoice'] as const;
export type InvoiceStep = Omit<Step, 'kind'> & { readonly kind: (typeof invoiceSteps)[number] };

type Done = readonly { readonly batchId: string | null }[];

/** Carries out a step on invoices. */
export const onInvoices = async (studio: StudioInMemory, step: InvoiceStep, context: CommandContext): Promise<Done> => {
  const { kind, nth, ahead } = step;
  const { invoices } = studio;
  const done = (happened: boolean): Done => [{ batchId: happened ? context.commandId : null }];
  if (kind === 'invoice') {
    const billing = { from: today, to: addDays(today, 7 * ahead), teacherId: null, withRefunds: nth % 2 === 0 };
    const made = await invoices.invoice(
      studio.present().students.map((studentId) => payer(studentId)),
      billing,
      context,
    );
    return done(made.length > 0);
  }
  const live = liveInvoices(await invoices.state());
  const invoice = live[nth % Math.max(live.length, 1)];
  if (!invoice) return done(false);
  if (kind === 'mark invoice')
    return done((await invoices.setStatus(invoice.invoiceId, ahead > 0 ? 'sent' : 'paid', context)).length > 0);
  await invoices.delete(invoice.invoiceId, context);
  return done(true);
};
