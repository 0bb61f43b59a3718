import { billingEvents } from '@rondo/contracts/events/billing.ts';
import { invoiceAfter } from '@rondo/contracts/events/invoice.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, queriedModel, reading, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import type { InvoicesDb } from './queries.ts';
import { invoicesTable } from './table.ts';

const read = eventReader(billingEvents);

const on = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  const key = [studioId, event.data.invoiceId];
  return reading(invoicesTable, [key], (rows) => {
    const invoice = invoiceAfter(rows.get(invoicesTable, key)?.invoice, event, recordedAtOf(recorded));
    if (!invoice) return [];
    return [
      put(invoicesTable, {
        studio_id: studioId,
        invoice_id: invoice.invoiceId,
        student_id: invoice.studentId,
        deleted: invoice.deleted,
        invoice,
        revision: recorded.revision,
      }),
    ];
  });
};

/** Invoices, with every billed date. */
export const invoicesModel = queriedModel<InvoicesDb, 'invoices'>({
  name: 'invoices',
  version: 4,
  categories: ['billing'],
  tables: [invoicesTable],
  on,
});
