import { z } from 'zod';
import { instantOf } from '../calendar/instants.ts';
import { invoiceContent, invoiceProgress, type BillingEvent } from './billing.ts';

/** The last mail with an invoice. */
const invoiceMail = z.object({
  mailId: z.string(),
  email: z.string(),
  dueOn: z.string().nullable(),
  requestedAt: z.string(),
  /** When its state was last recorded. */
  statedAt: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  /** A sentence: why it is not sent yet, why it failed, or that it was saved instead. */
  detail: z.string().nullable(),
});

/** An invoice with everything that happened to it. */
export const invoice = invoiceContent.extend({
  ...invoiceProgress.shape,
  createdAt: z.string(),
  deleted: z.boolean(),
  /** Deleted, and its number may be given again. */
  numberFreed: z.boolean(),
  /** A mail with it has arrived, or may have: its number is never given again. */
  mailed: z.boolean().default(false),
  mail: invoiceMail.nullable(),
});
export type Invoice = z.infer<typeof invoice>;

/** An invoice after news of its mail, unless they are about an earlier one. */
const withMail = (
  before: Invoice,
  mailId: string,
  news: Pick<z.infer<typeof invoiceMail>, 'state' | 'detail' | 'statedAt'>,
): Invoice => (before.mail?.mailId === mailId ? { ...before, mail: { ...before.mail, ...news } } : before);

/** An invoice after an event. The only fold of invoices, shared by the aggregate and the read model. */
export const invoiceAfter = (
  before: Invoice | undefined,
  event: BillingEvent,
  recordedAt: string,
): Invoice | undefined => {
  const at = instantOf(recordedAt);
  if (event.type === 'InvoiceGenerated')
    return {
      ...event.data,
      status: 'draft',
      sentAt: null,
      dueOn: null,
      paidAt: null,
      notes: null,
      createdAt: at,
      deleted: false,
      numberFreed: false,
      mailed: false,
      mail: null,
    };
  if (!before) return undefined;
  switch (event.type) {
    case 'InvoiceStatusSet': {
      const { status, dueOn } = event.data;
      return {
        ...before,
        status,
        sentAt: status === 'sent' ? (before.sentAt ?? at) : before.sentAt,
        dueOn: before.dueOn ?? dueOn,
        paidAt: status === 'paid' ? at : null,
      };
    }
    case 'InvoiceNotesChanged':
      return { ...before, notes: event.data.notes };
    case 'InvoiceDeleted':
      return {
        ...(before.mail?.state === 'queued'
          ? withMail(before, before.mail.mailId, {
              state: 'failed',
              detail: 'The invoice was deleted before it was sent.',
              statedAt: at,
            })
          : before),
        // A mail that is on its way may arrive.
        mailed: before.mailed || before.mail?.state === 'queued',
        deleted: true,
        numberFreed: event.data.freesNumber,
      };
    case 'InvoiceRestored':
      return { ...before, ...invoiceProgress.parse(event.data), deleted: false, numberFreed: false };
    case 'InvoiceSendRequested': {
      const { mailId, email, dueOn } = event.data;
      return {
        ...before,
        mail: { mailId, email, dueOn, requestedAt: at, state: 'queued', detail: null, statedAt: at },
      };
    }
    case 'InvoiceMailSent': {
      const { mailId, savedAs } = event.data;
      // Not in which file: where a server keeps its files is not for its users.
      const detail =
        savedAs === null ? null : 'This server sends no email. It was saved as a file on the server instead.';
      const mailed = { ...before, mailed: true };
      const after = withMail(mailed, mailId, { state: 'sent', detail, statedAt: at });
      if (after === mailed || before.deleted) return after;
      return {
        ...after,
        status: before.status === 'draft' ? 'sent' : before.status,
        sentAt: before.sentAt ?? at,
        dueOn: before.dueOn ?? before.mail?.dueOn ?? null,
      };
    }
    case 'InvoiceMailDelayed':
      return withMail(before, event.data.mailId, { state: 'queued', detail: event.data.reason, statedAt: at });
    case 'InvoiceMailFailed':
      return withMail(before, event.data.mailId, { state: 'failed', detail: event.data.reason, statedAt: at });
  }
};
