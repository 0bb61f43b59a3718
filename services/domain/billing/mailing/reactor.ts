import { billingEvents, isOnInvoice, isOnStatement } from '@rondo/contracts/events/billing/billing.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import {
  defineTable,
  put,
  queriedModel,
  reading,
  remove,
  type QueriedModel,
  type Reactor,
  type RowOf,
} from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { z } from 'zod';

/** The mails that have neither been sent nor failed: one per invoice, and those with statements. */
const queuedTable = defineTable({
  name: 'queued',
  row: z.object({
    studio_id: z.string(),
    /** The mail itself for a statement. */
    invoice_id: z.string(),
    mail_id: z.string(),
    /** The request in the log. */
    event_id: z.string(),
    position: z.string(),
    batch_id: z.string(),
    correlation_id: z.string(),
    /** Requested on another server, from which the studio was imported. */
    imported: z.boolean(),
  }),
  key: ['studio_id', 'invoice_id'],
  positions: ['position'],
});
export type QueuedMail = RowOf<typeof queuedTable>;
export type QueuedDb = { queued: QueuedMail };

const read = eventReader(billingEvents);

const queuedBy = (recorded: SourceEvent): QueuedMail | null => {
  const event = read(recorded);
  if (event.type !== 'InvoiceSendRequested' && event.type !== 'StatementSendRequested') return null;
  const { metadata, eventId, position } = recorded;
  return {
    studio_id: metadata.studioId,
    invoice_id: isOnStatement(event) ? event.data.mailId : event.data.invoiceId,
    mail_id: event.data.mailId,
    event_id: eventId,
    position,
    batch_id: metadata.batchId,
    correlation_id: metadata.correlationId,
    imported: metadata.importedRecordedAt !== undefined,
  };
};

/** Knows which mails are queued, and has each one delivered. It waits for none of them: a mail server takes as long as it takes. */
export const mailsReactor = (
  begin: (mail: QueuedMail) => void,
): Reactor<'mails'> & QueriedModel<QueuedDb, 'mails'> => ({
  ...queriedModel<QueuedDb, 'mails'>({
    name: 'mails',
    version: 1,
    categories: [billingEvents.name],
    tables: [queuedTable],
    on: (recorded) => {
      const event = read(recorded);
      if (!isOnInvoice(event) && !isOnStatement(event)) return null;
      switch (event.type) {
        case 'InvoiceSendRequested':
        case 'StatementSendRequested':
          return reading(queuedTable, [], () => {
            const queued = queuedBy(recorded);
            return queued ? [put(queuedTable, queued)] : [];
          });
        case 'InvoiceMailSent':
        case 'InvoiceMailFailed':
        case 'InvoiceDeleted':
          return reading(queuedTable, [], () => [
            remove(queuedTable, [recorded.metadata.studioId, event.data.invoiceId]),
          ]);
        case 'StatementMailSent':
        case 'StatementMailFailed':
          return reading(queuedTable, [], () => [remove(queuedTable, [recorded.metadata.studioId, event.data.mailId])]);
        case 'InvoiceGenerated':
        case 'InvoiceMailDelayed':
        case 'InvoiceStatusSet':
        case 'InvoiceNotesChanged':
        case 'InvoiceRestored':
          return null;
      }
    },
  }),
  // One that is still queued elsewhere fails here, in words for its sender.
  answersImported: true,
  react: async (recorded) => {
    const queued = queuedBy(recorded);
    if (queued) begin(queued);
  },
});
