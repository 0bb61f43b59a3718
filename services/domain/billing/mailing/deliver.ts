import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { MailDelayed, MailRefused, type Mail } from '../../../platform/mail/mailer.ts';
import { dayIn, studioNow } from '../../studio/clock.ts';
import { recordDelay, recordMail, type MailOutcome } from '../decide.ts';
import { printedOf } from '../pdf/printing.ts';
import { billingStream, type BillingState } from '../state.ts';
import { recordStatement } from '../statements/requests.ts';
import { greetingOf, invoiceMail, statementMail } from './letters.ts';
import type { QueuedMail } from './reactor.ts';

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

type Handlers = Pick<Services, 'handlers'>;

const execute = async (
  { handlers }: Handlers,
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
  await handlers.billing.execute(billingStream(studioId), context, { input: mailId, decide });
};

const record = async (
  services: Handlers & Pick<Services, 'settingsOf' | 'now'>,
  queued: QueuedMail,
  outcome: MailOutcome,
): Promise<void> => {
  const { studio_id: studioId, invoice_id: invoiceId, mail_id: mailId } = queued;
  const { today, timeZone } = await studioNow(services, studioId);
  // The invoice of a statement is its mail.
  const decision =
    invoiceId === mailId
      ? recordStatement(mailId, outcome)
      : recordMail({ invoiceId, mailId, today, dayOf: dayIn(timeZone) }, outcome);
  await execute(services, queued, outcome.state, decision);
};

/** The invoice or statement and its mail; undefined once the mail has ended, was replaced, or the invoice was deleted. */
const stillQueued = async ({ handlers }: Handlers, queued: QueuedMail) => {
  const { state } = await handlers.billing.load(billingStream(queued.studio_id));
  const statement = state.statements.get(queued.mail_id);
  if (statement) return { statement, mail: statement.mail };
  const invoice = state.invoices.get(queued.invoice_id)?.invoice;
  const mail = invoice?.mail;
  if (!invoice || invoice.deleted || mail?.mailId !== queued.mail_id || mail.state !== 'queued') return undefined;
  return { invoice, mail };
};

type Found = NonNullable<Awaited<ReturnType<typeof stillQueued>>>;

/** The mail with what it has attached. */
const letterOf = async (
  services: Handlers & Pick<Services, 'models' | 'printer' | 'settingsOf'>,
  studioId: string,
  found: Found,
): Promise<Mail> => {
  const { settings } = await services.settingsOf(studioId);
  const { statement, invoice, mail } = found;
  if (statement) {
    const pdf = await services.printer.print([statement.print]);
    const billed = statement.print.billedTo[0] ?? '';
    const greeting = await greetingOf(services, studioId, { payerId: statement.payerId, billed });
    return statementMail(studioId, { statement, settings, greeting, pdf });
  }
  const printed = await printedOf(services, studioId, invoice, mail.dueOn);
  const [greeting, pdf] = await Promise.all([
    greetingOf(services, studioId, {
      payerId: printed.children.length === 0 ? invoice.studentId : invoice.payer.id,
      billed: printed.billedTo[0] ?? '',
    }),
    services.printer.print([printed]),
  ]);
  return invoiceMail(studioId, { invoice, mail, printed, settings, greeting, pdf });
};

/** What the mail shows. */
const shownModels = [studiosModel, lessonsModel, invoicesModel, historyModel];

/** One attempt at a mail: delivers it unless it has ended. @throws what prevents it for now */
export const deliverMail = async (
  services: Pick<
    Services,
    'handlers' | 'hasAccount' | 'models' | 'mailer' | 'printer' | 'settingsOf' | 'machineNow' | 'now'
  >,
  queued: QueuedMail,
): Promise<void> => {
  const { models, mailer, machineNow } = services;
  const { studio_id: studioId, invoice_id: invoiceId, mail_id: mailId } = queued;
  const found = await stillQueued(services, queued);
  if (!found) return;
  const { mail } = found;
  if (queued.imported) {
    // Until then its outcome may still be on its way here, after it in the studio's file.
    if (!(await services.hasAccount(studioId))) throw new Unavailable('The studio is still being brought in.');
    return record(services, queued, { state: 'failed', reason: importedReason });
  }
  let outcome: MailOutcome;
  try {
    if (!(await models.reached(queued.position, shownModels)))
      throw new Unavailable('The read models have not caught up.');
    const letter = await letterOf(services, studioId, found);
    // Printing takes a while, in which the invoice may have been deleted.
    if (!(await stillQueued(services, queued))) return;
    const { savedAs } = await mailer.deliver(letter);
    outcome = { state: 'sent', savedAs };
  } catch (error) {
    const reason = reasonOf(error);
    const isLate = machineNow() - epochMillisecondsOf(mail.requestedAt) > day;
    if (error instanceof MailRefused) outcome = { state: 'failed', reason: `The mail server refused it: ${reason}` };
    else if (isLate) outcome = { state: 'failed', reason: `It could not be sent for a day. ${reason}` };
    else {
      // Each attempt is a command of its own, which records only another reason than the one that is shown.
      if (!(error instanceof Unavailable) && !found.statement)
        await execute(services, queued, `delayed at ${machineNow()}`, recordDelay({ invoiceId, mailId }, reason));
      throw error;
    }
  }
  await record(services, queued, outcome);
};
