import { billingEvents } from '@rondo/contracts/events/billing.ts';
import { invoiceAfter, type Invoice } from '@rondo/contracts/events/invoice.ts';
import type { Aggregate } from '../command-handling/aggregate.ts';

/** An invoice, and when it was generated, got its notes and was deleted: revisions of the stream. */
export type Billed = {
  readonly invoice: Invoice;
  readonly generatedAt: number;
  readonly notedAt: number;
  readonly deletedAt: number | null;
};

/** A studio's invoices, deleted ones too. Only `evolve` mutates it, and only the handler's own copies. */
export type BillingState = {
  readonly invoices: ReadonlyMap<string, Billed>;
  /** Of the last event; -1 before the first. */
  readonly revision: number;
};

const copied = ({ invoices }: BillingState): Map<string, Billed> =>
  invoices instanceof Map ? invoices : new Map(invoices);

/** The invoices of one studio: one stream, because numbers and "billed once" need one order. */
export const billingAggregate: Aggregate<typeof billingEvents, BillingState> = {
  category: billingEvents,
  stateVersion: 4,
  initialState: () => ({ invoices: new Map(), revision: -1 }),
  copy: ({ invoices, revision }) => ({ invoices: new Map(invoices), revision }),
  evolve: (state, event, { revision, recordedAt }) => {
    const invoices = copied(state);
    const { invoiceId } = event.data;
    const before = invoices.get(invoiceId);
    const invoice = invoiceAfter(before?.invoice, event, recordedAt);
    if (!invoice) return { invoices, revision };
    const deletedAt = event.type === 'InvoiceDeleted' ? revision : invoice.deleted ? (before?.deletedAt ?? null) : null;
    const notedAt = before && before.invoice.notes === invoice.notes ? before.notedAt : revision;
    invoices.set(invoiceId, { invoice, generatedAt: before?.generatedAt ?? revision, notedAt, deletedAt });
    return { invoices, revision };
  },
};

/** The invoices that are not deleted, oldest first. */
export const liveInvoices = ({ invoices }: BillingState): Invoice[] =>
  [...invoices.values()].map(({ invoice }) => invoice).filter(({ deleted }) => !deleted);
