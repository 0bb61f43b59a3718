import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import { billingEvents, type BillingEvent } from '@rondo/contracts/events/billing.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import { MailDelayed, MailRefused, type Mailer } from '../../../platform/mail/mailer.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { recordDelay, recordMail, type MailOutcome } from '../decide.ts';
import type { InvoicePrinting } from '../pdf/printing.ts';
import type { BillingState } from '../state.ts';
import { invoiceMail } from './invoice-mail.ts';
import type { QueuedMail } from './reactor.ts';

export type DeliveryWorkDependencies = {
  readonly handler: CommandHandler<typeof billingEvents, BillingState>;
  readonly mailer: Pick<Mailer, 'deliver'>;
  readonly printing: Pick<InvoicePrinting, 'printedOf' | 'print'>;
  readonly clock: Pick<StudioClock, 'settings'>;
  /** Whether what the mail shows has been read up to a position of the log. */
  readonly isShown: (position: string) => Promise<boolean>;
  /** The time by which the log records, in epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds after which a mail that could not be delivered has failed. */
  readonly patience?: number;
};

const day = 24 * 60 * 60 * 1000;
const longestReason = 300;

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, longestReason);

/** Why a mail is not sent yet, in words for its sender. The details are in the log. */
const reasonOf = (error: unknown): string =>
  error instanceof MailRefused || error instanceof MailDelayed
    ? inOneLine(error.message)
    : 'The email could not be prepared.';

const importedReason =
  'The email was still to be sent when this studio was exported. If it has not arrived, send it again.';

/** One attempt at a mail. */
export const deliveryWork = (dependencies: DeliveryWorkDependencies) => {
  const { handler, mailer, printing, clock, isShown, now, patience = day } = dependencies;

  const execute = async (
    queued: QueuedMail,
    what: string,
    decide: (state: BillingState) => BillingEvent[],
  ): Promise<void> => {
    const { studio_id: studioId, mail_id: mailId } = queued;
    const context = {
      studioId,
      actor: 'mails',
      commandId: derivedId(queued.event_id, what),
      correlationId: queued.correlation_id,
      causationId: queued.event_id,
      batchId: queued.batch_id,
      passesFences: true,
    };
    await handler.execute(streamName(billingEvents, studioId), context, { input: mailId, decide });
  };
  const record = (queued: QueuedMail, outcome: MailOutcome): Promise<void> =>
    execute(queued, outcome.state, recordMail({ invoiceId: queued.invoice_id, mailId: queued.mail_id }, outcome));
  /** Each attempt is a command of its own, which records only another reason than the one that is shown. */
  const delay = (queued: QueuedMail, reason: string): Promise<void> =>
    execute(
      queued,
      `delayed at ${now()}`,
      recordDelay({ invoiceId: queued.invoice_id, mailId: queued.mail_id }, reason),
    );

  /** The invoice and its mail; undefined once the mail has ended, was replaced, or the invoice was deleted. */
  const stillQueued = async ({ studio_id: studioId, invoice_id: invoiceId, mail_id: mailId }: QueuedMail) => {
    const { state } = await handler.load(streamName(billingEvents, studioId));
    const invoice = state.invoices.get(invoiceId)?.invoice;
    const mail = invoice?.mail;
    if (!invoice || invoice.deleted || mail?.mailId !== mailId || mail.state !== 'queued') return undefined;
    return { invoice, mail };
  };

  /** Delivers a mail unless it has ended. @throws what prevents it for now */
  const attempt = async (queued: QueuedMail): Promise<void> => {
    const { studio_id: studioId } = queued;
    const found = await stillQueued(queued);
    if (!found) return;
    const { invoice, mail } = found;
    if (queued.imported) return record(queued, { state: 'failed', reason: importedReason });
    let outcome: MailOutcome;
    try {
      if (!(await isShown(queued.position))) throw new Unavailable('The read models have not caught up.');
      const printed = await printing.printedOf(studioId, invoice, mail.dueOn);
      const [settings, pdf] = await Promise.all([clock.settings(studioId), printing.print(printed)]);
      // Printing takes a while, in which the invoice may have been deleted.
      if (!(await stillQueued(queued))) return;
      const { savedAs } = await mailer.deliver(invoiceMail({ studioId, invoice, mail, printed, settings, pdf }));
      outcome = { state: 'sent', savedAs };
    } catch (error) {
      const said = reasonOf(error);
      const isLate = now() - epochMillisecondsOf(mail.requestedAt) > patience;
      if (error instanceof MailRefused) outcome = { state: 'failed', reason: `The mail server refused it: ${said}` };
      else if (isLate) outcome = { state: 'failed', reason: `It could not be sent for a day. ${said}` };
      else {
        if (!(error instanceof Unavailable)) await delay(queued, said);
        throw error;
      }
    }
    await record(queued, outcome);
  };
  return { attempt };
};
export type DeliveryWork = ReturnType<typeof deliveryWork>;
