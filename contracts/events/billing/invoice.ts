import { z } from 'zod';
import { instantOf } from '../../calendar/instants.ts';
import {
  documentShape,
  movesOf,
  paidAfter,
  paidCents,
  payingAfter,
  sourceShape,
  usedCents,
  payerAfter,
} from './allocations.ts';
import {
  heldCredit,
  invoiceContent,
  invoiceProgress,
  isOnInvoice,
  type BillingEvent,
  type InvoiceContent,
  type InvoiceEvent,
} from './billing.ts';
import { keptAfter, keptAfterUndo } from './invoice-keeping.ts';
import { savedInstead } from './statements.ts';

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
  /** The status it has when what pays it no longer does; null unless payments or credit have paid it. */
  statusBefore: invoiceProgress.shape.status.nullable(),
  /** The credit that waits for its mail. */
  held: z.array(heldCredit),
  ...documentShape,
  /** Of one below zero, which is a credit. */
  ...sourceShape,
});
export type Invoice = z.infer<typeof invoice>;
/** What an account needs to know of an invoice: nothing of its lessons and pages. */
export type AccountInvoice = Omit<Invoice, 'entries' | 'months' | 'refunds' | 'corrections' | 'items' | 'print'>;

/** An invoice after news of its mail, unless they are about an earlier one. */
const withMail = (
  before: Invoice,
  mailId: string,
  news: Pick<z.infer<typeof invoiceMail>, 'state' | 'detail' | 'statedAt'>,
): Invoice => (before.mail?.mailId === mailId ? { ...before, mail: { ...before.mail, ...news } } : before);

/** What a new invoice has of what happens to it later. */
export const notYetIssued = {
  status: 'draft',
  sentAt: null,
  dueOn: null,
  paidAt: null,
  notes: null,
  keptAt: null,
  print: null,
  keptWith: null,
  deleted: false,
  numberFreed: false,
  mailed: false,
  mail: null,
  issuedAt: null,
  issuedOn: null,
  creditCents: 0,
  statusBefore: null,
  held: [],
  paidBy: [],
  pays: [],
  refundedCents: 0,
} satisfies Omit<Invoice, keyof InvoiceContent | 'createdAt'>;

/** When it was first issued, and with which credit. */
const issuedAfter = (
  before: Invoice,
  {
    issuedOn = null,
    creditCents = 0,
  }: { readonly issuedOn?: string | null | undefined; readonly creditCents?: number | undefined },
  at: string,
): Pick<Invoice, 'issuedAt' | 'issuedOn' | 'creditCents'> => {
  if (before.issuedAt !== null)
    return { issuedAt: before.issuedAt, issuedOn: before.issuedOn, creditCents: before.creditCents };
  return { issuedAt: at, issuedOn, creditCents };
};

/** Whether it counts in its payer's account. */
export const isIssued = ({ deleted, status }: Pick<Invoice, 'deleted' | 'status'>): boolean =>
  !deleted && status !== 'draft';

/** What is left to pay of it. */
export const openCentsOf = (invoice: AccountInvoice): number =>
  isIssued(invoice) ? Math.max(0, Math.max(0, invoice.totalCents) - paidCents(invoice)) : 0;

/** What is left of it as a credit. */
export const creditCentsOf = (invoice: AccountInvoice): number =>
  isIssued(invoice) ? Math.max(0, Math.max(0, -invoice.totalCents) - usedCents(invoice)) : 0;

/** Its status without what pays it. */
export const ownStatus = ({ status, statusBefore }: Invoice): Invoice['status'] => statusBefore ?? status;

/** The id of what pays an invoice that was marked as paid before there were payments: a payment, or a refund of a credit. */
export const markId = (invoiceId: string): string => `${invoiceId}-paid`.slice(-64);

/** Events of before there were payments say of nothing what pays it: it is paid by its mark alone. */
const isBeforePayments = (event: BillingEvent): boolean =>
  (event.type === 'InvoiceStatusSet' || event.type === 'InvoiceDeleted' || event.type === 'InvoiceRestored') &&
  event.data.moves === null;

/** An invoice of before there were payments, with what its mark pays. */
const markedAfter = (after: Invoice, at: string): Invoice => {
  const isMarked = after.status === 'paid' && !after.deleted;
  const cents = Math.abs(after.totalCents);
  const marked = { ...after, paidBy: [], pays: [], refundedCents: 0, statusBefore: null };
  if (!isMarked || cents === 0) return marked;
  const before = after.sentAt === null ? ('draft' as const) : ('sent' as const);
  return after.totalCents < 0
    ? { ...marked, refundedCents: cents, statusBefore: before }
    : {
        ...marked,
        paidBy: [{ from: markId(after.invoiceId), cents, on: null, at: after.paidAt ?? at }],
        statusBefore: before,
      };
};

/** The status follows what pays it: paid once nothing is open or left of it, and what it was before when that ends. */
const withFollowingStatus = (invoice: Invoice, event: BillingEvent, at: string): Invoice => {
  if (!isIssued(invoice) || invoice.totalCents === 0) return invoice;
  if (openCentsOf(invoice) + creditCentsOf(invoice) === 0) {
    const paidAt = invoice.paidBy.reduce((last, part) => (part.at > last ? part.at : last), '');
    return {
      ...invoice,
      status: 'paid',
      statusBefore: invoice.statusBefore ?? invoice.status,
      paidAt: paidAt === '' ? (invoice.paidAt ?? at) : paidAt,
    };
  }
  // The payment of one that is marked as paid is the next event.
  if (invoice.status !== 'paid' || event.type === 'InvoiceStatusSet' || event.type === 'InvoiceRestored')
    return invoice;
  const reopened = { ...invoice, paidAt: null, statusBefore: null };
  if (invoice.statusBefore !== null && invoice.statusBefore !== 'draft')
    return { ...reopened, status: invoice.statusBefore };
  const dueOn = dueAgain(event, invoice.invoiceId);
  return { ...reopened, status: 'sent', sentAt: invoice.sentAt ?? at, dueOn: invoice.dueOn ?? dueOn };
};

/** By when to pay what is open again although it was never sent. */
const dueAgain = (event: BillingEvent, invoiceId: string): string | null =>
  movesOf(event).find(({ to, dueOn }) => to === invoiceId && typeof dueOn === 'string')?.dueOn ?? null;

/** An invoice after an event. The only fold of invoices, shared by the aggregate and the read model. */
export const invoiceAfter = (
  before: Invoice | undefined,
  event: BillingEvent,
  recordedAt: string,
): Invoice | undefined => {
  const at = instantOf(recordedAt);
  const after = isOnInvoice(event) ? changedBy(before, event, at) : before;
  if (!after) return undefined;
  if (isBeforePayments(event)) return markedAfter(after, at);
  const { invoiceId } = after;
  if (event.type === 'AccountMerged' || event.type === 'AccountParted')
    return { ...after, payer: payerAfter(after.payer, invoiceId, event) };
  return withFollowingStatus(payingAfter(paidAfter(after, invoiceId, event, at), invoiceId, event, at), event, at);
};

/** Events of before there were payments do not say when an invoice was issued. */
const issuedAtAfterUndo = (
  before: Invoice,
  event: Extract<BillingEvent, { type: 'InvoiceRestored' }>,
  at: string,
): string | null => {
  const { status, sentAt, issuedAt } = event.data;
  if (!isBeforePayments(event)) return issuedAt;
  return status === 'draft' ? null : (before.issuedAt ?? sentAt ?? at);
};

/** A draft that was issued is one that was marked as paid: what pays it comes back with the next event. */
const restoredStatus = (
  event: BillingEvent,
  { status, issuedAt, paidAt }: Pick<Invoice, 'status' | 'issuedAt' | 'paidAt'>,
  at: string,
): Pick<Invoice, 'status' | 'statusBefore' | 'paidAt'> =>
  !isBeforePayments(event) && status === 'draft' && issuedAt !== null
    ? { status: 'paid', statusBefore: 'draft', paidAt: at }
    : { status, statusBefore: null, paidAt };

/** What an event says of the invoice itself. */
const changedBy = (before: Invoice | undefined, event: InvoiceEvent, at: string): Invoice | undefined => {
  if (event.type === 'InvoiceGenerated')
    return {
      ...event.data,
      ...notYetIssued,
      createdAt: at,
    };
  if (!before) return undefined;
  switch (event.type) {
    case 'InvoiceStatusSet': {
      const { status, dueOn } = event.data;
      return {
        ...before,
        ...keptAfter(before, event.data, at),
        ...issuedAfter(before, event.data, at),
        held: [],
        status,
        statusBefore: status === 'paid' && before.totalCents !== 0 ? ownStatus(before) : null,
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
        held: [],
        numberFreed: event.data.freesNumber,
      };
    case 'InvoiceRestored': {
      const progress = invoiceProgress.parse(event.data);
      return {
        ...before,
        ...progress,
        ...keptAfterUndo(before, progress, at),
        issuedAt: issuedAtAfterUndo(before, event, at),
        ...restoredStatus(event, progress, at),
        deleted: false,
        numberFreed: false,
      };
    }
    case 'InvoiceSendRequested': {
      const { mailId, email, dueOn, held: credits } = event.data;
      return {
        ...before,
        ...keptAfter(before, event.data, at),
        held: credits,
        // Nothing was issued with what an earlier mail was to bring.
        creditCents: before.issuedAt === null ? credits.reduce((sum, { cents }) => sum + cents, 0) : before.creditCents,
        mail: { mailId, email, dueOn, requestedAt: at, state: 'queued', detail: null, statedAt: at },
      };
    }
    case 'InvoiceMailSent': {
      const { mailId, savedAs } = event.data;
      const detail = savedAs === null ? null : savedInstead;
      const mailed = { ...before, mailed: true };
      const after = withMail(mailed, mailId, { state: 'sent', detail, statedAt: at });
      if (after === mailed || before.deleted) return after;
      return {
        ...after,
        ...(before.issuedAt === null ? issuedAfter(before, event.data, at) : {}),
        held: [],
        status: before.status === 'draft' ? 'sent' : before.status,
        sentAt: before.sentAt ?? at,
        dueOn: before.dueOn ?? before.mail?.dueOn ?? null,
      };
    }
    case 'InvoiceMailDelayed':
      return withMail(before, event.data.mailId, { state: 'queued', detail: event.data.reason, statedAt: at });
    case 'InvoiceMailFailed': {
      const failed = withMail(before, event.data.mailId, { state: 'failed', detail: event.data.reason, statedAt: at });
      return failed === before
        ? before
        : { ...failed, held: [], creditCents: before.issuedAt === null ? 0 : before.creditCents };
    }
  }
};
