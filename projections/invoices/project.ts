import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { entryAfter, idsIn } from '@rondo/contracts/events/billing/account-entry.ts';
import { invoiceAfter, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { put, queriedModel, type Handled, type RowChange } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { onPerson, onStudio } from './earlier.ts';
import type { InvoicesDb } from './queries.ts';
import { earlierPeopleTable, earlierSettingsTable, entriesTable, invoicesTable } from './table.ts';

const read = eventReader(billingEvents);

const onBilling = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  const { studioId, actor } = recorded.metadata;
  const { revision } = recorded;
  const recordedAt = recordedAtOf(recorded);
  const ids = [...idsIn(event)];
  return {
    reads: ids.flatMap((id) => [invoicesTable, entriesTable].map((table) => ({ table, key: [studioId, id] }))),
    changes: (rows) => {
      const changes: RowChange[] = [];
      const changed = (id: string): Invoice | undefined => {
        const row = rows.get(invoicesTable, [studioId, id]);
        const isOwn = 'invoiceId' in event.data && event.data.invoiceId === id;
        if (!row && !isOwn) return undefined;
        const invoice = invoiceAfter(row?.invoice, event, recordedAt);
        if (!invoice) return undefined;
        changes.push(
          put(invoicesTable, {
            studio_id: studioId,
            invoice_id: invoice.invoiceId,
            student_id: invoice.studentId,
            invoice_number: invoice.invoiceNumber,
            deleted: invoice.deleted,
            invoice,
            revision,
          }),
        );
        return invoice;
      };
      let invoice: Invoice | undefined;
      for (const id of ids) {
        const after = changed(id);
        if (after && 'invoiceId' in event.data) invoice ??= after;
        if (after) continue;
        const row = rows.get(entriesTable, [studioId, id]);
        const entry = entryAfter(id, row?.entry, event, { recordedAt, revision, invoice });
        if (entry)
          changes.push(
            put(entriesTable, {
              studio_id: studioId,
              entry_id: id,
              payer_id: entry.payerId,
              entry,
              created_by: row?.created_by ?? actor,
              revision,
            }),
          );
      }
      return changes;
    },
  };
};

const on = (recorded: SourceEvent): Handled | null => {
  switch (parseStreamName(recorded.stream).category) {
    case billingEvents.name:
      return onBilling(recorded);
    case studioEvents.name:
      return onStudio(recorded);
    default:
      return onPerson(recorded);
  }
};

/** Invoices, with every billed date, and what pays them; and what the log had at the time for those whose events do not say what was printed. */
export const invoicesModel = queriedModel<InvoicesDb, 'invoices'>({
  name: 'invoices',
  version: 7,
  categories: ['billing', 'student', 'teacher', 'studio'],
  tables: [invoicesTable, entriesTable, earlierPeopleTable, earlierSettingsTable],
  on,
});
