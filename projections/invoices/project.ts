import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { invoiceAfter } from '@rondo/contracts/events/billing/invoice.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, queriedModel, type Handled } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { onPerson, onStudio } from './earlier.ts';
import type { InvoicesDb } from './queries.ts';
import { earlierPeopleTable, earlierSettingsTable, invoicesTable } from './table.ts';

const read = eventReader(billingEvents);

const onInvoice = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  const { studioId } = recorded.metadata;
  return changing(invoicesTable, [studioId, event.data.invoiceId], (row) => {
    const invoice = invoiceAfter(row?.invoice, event, recordedAtOf(recorded));
    return (
      invoice && {
        studio_id: studioId,
        invoice_id: invoice.invoiceId,
        student_id: invoice.studentId,
        deleted: invoice.deleted,
        invoice,
        revision: recorded.revision,
      }
    );
  });
};

const on = (recorded: SourceEvent): Handled | null => {
  switch (parseStreamName(recorded.stream).category) {
    case billingEvents.name:
      return onInvoice(recorded);
    case studioEvents.name:
      return onStudio(recorded);
    default:
      return onPerson(recorded);
  }
};

/** Invoices, with every billed date; and what the log had at the time for those whose events do not say what was printed. */
export const invoicesModel = queriedModel<InvoicesDb, 'invoices'>({
  name: 'invoices',
  version: 5,
  categories: ['billing', 'student', 'teacher', 'studio'],
  tables: [invoicesTable, earlierPeopleTable, earlierSettingsTable],
  on,
});
