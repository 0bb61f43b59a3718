import { z } from 'zod';
import { instantOf } from '../../calendar/instants.ts';
import { invoiceContent, invoiceProgress, type BillingEvent } from './billing.ts';
import type { InvoicePrint } from './invoice-print.ts';

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
  /** Of an invoice that is kept without a print: what was on it then and may have changed since. */
  keptWith: z.object({ notes: z.string().nullable(), dueOn: z.string().nullable() }).nullable(),
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

type Keeping = Pick<Invoice, 'keptAt' | 'print' | 'keptWith'>;

/** What is kept permanently after an event that takes an invoice out of the studio's hands. */
const keptAfter = (
  before: Invoice,
  { print, dueOn }: { readonly print: InvoicePrint | null; readonly dueOn: string | null },
  at: string,
): Keeping => {
  if (before.keptAt !== null) return { keptAt: before.keptAt, print: before.print ?? print, keptWith: before.keptWith };
  if (print) return { keptAt: at, print, keptWith: before.keptWith };
  return { keptAt: at, print: null, keptWith: { notes: before.notes, dueOn: before.dueOn ?? dueOn } };
};

/** Whether it was ever to be mailed: its text stays as it was then, also when the mail failed, which leaves its number free. */
export const wasToBeMailed = ({ mail }: Pick<Invoice, 'mail'>): boolean => mail !== null;

/** The same after an undo. Those of before prints were kept do not say since when. */
const keptAfterUndo = (
  before: Invoice,
  { status, sentAt, keptAt, print }: Pick<Invoice, 'status' | 'sentAt' | 'keptAt' | 'print'>,
  at: string,
): Pick<Keeping, 'keptAt' | 'print'> => {
  if (keptAt !== null) return { keptAt, print };
  if (status === 'draft' && !wasToBeMailed(before)) return { keptAt: null, print: null };
  return { keptAt: before.keptAt ?? sentAt ?? at, print: before.print };
};

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
      keptAt: null,
      print: null,
      keptWith: null,
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
        ...keptAfter(before, event.data, at),
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
    case 'InvoiceRestored': {
      const progress = invoiceProgress.parse(event.data);
      return { ...before, ...progress, ...keptAfterUndo(before, progress, at), deleted: false, numberFreed: false };
    }
    case 'InvoiceSendRequested': {
      const { mailId, email, dueOn } = event.data;
      return {
        ...before,
        ...keptAfter(before, event.data, at),
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
