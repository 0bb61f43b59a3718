import { z } from 'zod';
import { instantOf } from '../calendar/instants.ts';
import { invoiceContent, invoiceProgress, type BillingEvent } from './billing.ts';

/** An invoice with everything that happened to it. */
export const invoice = invoiceContent.extend({
  ...invoiceProgress.shape,
  createdAt: z.string(),
  deleted: z.boolean(),
  /** Deleted, and its number may be given again. */
  numberFreed: z.boolean(),
});
export type Invoice = z.infer<typeof invoice>;

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
      return { ...before, deleted: true, numberFreed: event.data.freesNumber };
    case 'InvoiceRestored':
      return { ...before, ...invoiceProgress.parse(event.data), deleted: false, numberFreed: false };
  }
};
