import { z } from 'zod';
import { instantOf } from '../../calendar/instants.ts';
import { paymentMethods } from '../../money/payment-methods.ts';
import {
  documentShape,
  paidAfter,
  paidCents,
  payerAfter,
  payingAfter,
  readdressedBy,
  sourceShape,
  touchedBy,
  usedCents,
} from './allocations.ts';
import { isOnCharge, isOnInvoice, isOnStatement, type AccountEvent, type BillingEvent } from './billing.ts';
import { markId, type Invoice } from './invoice.ts';

// What an account has besides its invoices: payments, refunds of money, and opening balances.

const common = {
  entryId: z.string(),
  payerId: z.string(),
  /** Null of what was paid by marking an invoice before there were payments: the studio's day of `createdAt`. */
  on: z.string().nullable(),
  cents: z.number(),
  currency: z.string(),
  createdAt: z.string(),
  /** The revision with which it was recorded: the order of one day. */
  since: z.number(),
  /** The revision that changed it last. */
  revision: z.number(),
  /** Taken back by an undo, or removed: it was never there. */
  removed: z.boolean(),
};
const paid = {
  method: z.enum(paymentMethods),
  reference: z.string().nullable(),
  byStatus: z.boolean(),
  voidedAt: z.string().nullable(),
};

const payment = z.object({
  kind: z.literal('payment'),
  ...common,
  ...paid,
  note: z.string().nullable(),
  replaces: z.string().nullable(),
  ...sourceShape,
});
const refund = z.object({
  kind: z.literal('refund'),
  ...common,
  ...paid,
  taken: z.array(z.object({ from: z.string(), to: z.string().nullable(), cents: z.number() })),
});
const opening = z.object({
  kind: z.literal('opening'),
  ...common,
  side: z.enum(['owes', 'credit']),
  note: z.string().nullable(),
  ...documentShape,
  ...sourceShape,
});
export const accountEntry = z.discriminatedUnion('kind', [payment, refund, opening]);
export type AccountEntry = z.infer<typeof accountEntry>;
export type PaymentEntry = z.infer<typeof payment>;
export type RefundEntry = z.infer<typeof refund>;
export type OpeningEntry = z.infer<typeof opening>;

/** Whether it counts in the account. */
export const isStanding = (entry: AccountEntry): boolean =>
  !entry.removed && (entry.kind === 'opening' || entry.voidedAt === null);

/** What of it is left as credit. */
export const creditOfEntry = (entry: AccountEntry): number =>
  entry.kind === 'refund' || !isStanding(entry) || (entry.kind === 'opening' && entry.side === 'owes')
    ? 0
    : Math.max(0, entry.cents - usedCents(entry));

/** What is left to pay of an opening debt. */
export const openOfEntry = (entry: AccountEntry): number =>
  entry.kind === 'opening' && entry.side === 'owes' && isStanding(entry)
    ? Math.max(0, entry.cents - paidCents(entry))
    : 0;

/** The entry that an event records, changes or voids by itself; null for what is about an invoice or allocations. */
const ownEntryId = ({ data }: BillingEvent): string | null => {
  if ('paymentId' in data) return data.paymentId;
  if ('refundId' in data) return data.refundId;
  if ('openingId' in data) return data.openingId;
  return null;
};

/** The invoices and other entries that an event may change; which is which, the rows say. */
export const idsIn = (event: BillingEvent): ReadonlySet<string> => {
  const own = ownEntryId(event);
  return new Set([
    ...('invoiceId' in event.data ? [event.data.invoiceId, markId(event.data.invoiceId)] : []),
    ...(own === null ? [] : [own]),
    ...touchedBy(event),
    ...readdressedBy(event),
  ]);
};

type When = { readonly at: string; readonly revision: number };

const recordedAs = (before: AccountEntry | undefined, { at, revision }: When) => ({
  createdAt: before?.createdAt ?? at,
  since: before?.since ?? revision,
  revision,
  removed: false,
});

const ownAfter = (before: AccountEntry | undefined, event: AccountEvent, when: When): AccountEntry | undefined => {
  switch (event.type) {
    case 'PaymentRecorded': {
      const { paymentId: entryId, date: on, moves: _, ...data } = event.data;
      const known = before?.kind === 'payment' ? before : { pays: [], refundedCents: 0 };
      const source = { pays: known.pays, refundedCents: known.refundedCents, voidedAt: null };
      return { kind: 'payment', ...data, entryId, on, ...source, ...recordedAs(before, when) };
    }
    case 'PaymentChanged': {
      const { date: on, method, reference, note } = event.data;
      return before?.kind === 'payment' ? { ...before, on, method, reference, note } : before;
    }
    case 'PaymentVoided':
      return before?.kind === 'payment'
        ? { ...before, voidedAt: event.data.at ?? when.at, removed: event.data.undone }
        : before;
    case 'MoneyRefunded': {
      const { refundId: entryId, date: on, moves: _, taken: takings, ...data } = event.data;
      const parts = takings.map(({ from, to, cents }) => ({ from, to, cents }));
      return { kind: 'refund', ...data, entryId, on, taken: parts, voidedAt: null, ...recordedAs(before, when) };
    }
    case 'MoneyRefundVoided':
      return before?.kind === 'refund'
        ? { ...before, voidedAt: event.data.at ?? when.at, removed: event.data.undone }
        : before;
    case 'OpeningBalanceSet': {
      const { openingId: entryId, date: on, moves: _, ...data } = event.data;
      const parts =
        before?.kind === 'opening'
          ? { paidBy: before.paidBy, pays: before.pays, refundedCents: before.refundedCents }
          : { paidBy: [], pays: [], refundedCents: 0 };
      return { kind: 'opening', ...data, entryId, on, ...parts, ...recordedAs(before, when) };
    }
    case 'OpeningBalanceRemoved':
      return before && { ...before, removed: true };
    case 'AllocationsSet':
    case 'AccountMerged':
    case 'AccountParted':
      return before;
  }
};

/** What pays an invoice that was marked as paid before there were payments. */
const markAfter = (before: AccountEntry | undefined, invoice: Invoice, when: When): AccountEntry | undefined => {
  const { invoiceId, currency, totalCents } = invoice;
  const payerId = invoice.payer.id;
  const entryId = markId(invoiceId);
  const isPaid = invoice.paidBy.some(({ from }) => from === entryId);
  const isRefunded = totalCents < 0 && invoice.refundedCents > 0;
  if (!isPaid && !isRefunded) return before && { ...before, ...('pays' in before ? { pays: [] } : {}), removed: true };
  const cents = Math.abs(totalCents);
  const mark = {
    entryId,
    payerId,
    on: null,
    cents,
    currency,
    method: 'other' as const,
    reference: null,
    byStatus: true,
    voidedAt: null,
    createdAt: invoice.paidAt ?? when.at,
    since: when.revision,
    revision: when.revision,
    removed: false,
  };
  return isRefunded
    ? { kind: 'refund', ...mark, taken: [{ from: invoiceId, to: null, cents }] }
    : {
        kind: 'payment',
        ...mark,
        note: null,
        replaces: null,
        pays: [{ to: invoiceId, cents, at: mark.createdAt }],
        refundedCents: 0,
      };
};

/**
 * An entry after an event. The only fold of entries, shared by the aggregate and the read model.
 * @param invoice after the event: of a change of an invoice
 */
export const entryAfter = (
  id: string,
  before: AccountEntry | undefined,
  event: BillingEvent,
  {
    recordedAt,
    revision,
    invoice,
  }: { readonly recordedAt: string; readonly revision: number; readonly invoice: Invoice | undefined },
): AccountEntry | undefined => {
  const when = { at: instantOf(recordedAt), revision };
  if (invoice && isMark(event, id)) return markAfter(before, invoice, when);
  if (isOnStatement(event) || isOnCharge(event)) return before;
  const own = !isOnInvoice(event) && ownEntryId(event) === id ? ownAfter(before, event, when) : before;
  if (!own) return undefined;
  if (event.type === 'AccountMerged' || event.type === 'AccountParted') {
    const payer = payerAfter({ type: 'student', id: own.payerId }, id, event);
    return { ...own, payerId: payer.id, revision };
  }
  if (own.kind === 'refund') return own === before ? before : { ...own, revision };
  const paying = payingAfter(own, id, event, when.at);
  const after = paying.kind === 'opening' ? paidAfter(paying, id, event, when.at) : paying;
  return after === before ? before : { ...after, revision };
};

/** Whether an event of before there were payments decides what a mark pays. */
const isMark = (event: BillingEvent, id: string): boolean =>
  (event.type === 'InvoiceStatusSet' || event.type === 'InvoiceDeleted' || event.type === 'InvoiceRestored') &&
  event.data.moves === null &&
  id === markId(event.data.invoiceId);
