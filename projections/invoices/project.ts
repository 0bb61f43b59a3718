import { instantOf } from '@rondo/contracts/calendar/instants.ts';
import {
  billingEvents,
  isOnCharge,
  isOnStatement,
  type BillingEvent,
  type ChargeEvent,
  type StatementEvent,
} from '@rondo/contracts/events/billing/billing.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import { entryAfter, idsIn } from '@rondo/contracts/events/billing/account-entry.ts';
import { chargeAfter } from '@rondo/contracts/events/billing/charge.ts';
import { invoiceAfter, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { studentsOn } from '@rondo/contracts/events/billing/payers.ts';
import { statementMailAfter } from '@rondo/contracts/events/billing/statements.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '../runner/events.ts';
import { changing, put, queriedModel, remove, type Handled, type RowChange } from '../runner/read-model.ts';
import type { SourceEvent } from '../runner/source.ts';
import { onPerson, onStudio } from './earlier.ts';
import type { InvoicesDb } from './queries.ts';
import {
  chargesTable,
  earlierPeopleTable,
  earlierSettingsTable,
  entriesTable,
  invoicesTable,
  membersTable,
  statementMailsTable,
} from './table.ts';

const read = eventReader(billingEvents);

const onCharge = (event: ChargeEvent, recorded: SourceEvent): Handled => {
  const { studioId } = recorded.metadata;
  const { chargeId } = event.data;
  return changing(chargesTable, [studioId, chargeId], (row) => {
    const when = { recordedAt: recordedAtOf(recorded), revision: recorded.revision };
    const charge = chargeAfter(row?.charge, event, when);
    return charge && { studio_id: studioId, charge_id: chargeId, student_id: charge.studentId, charge };
  });
};

const onStatement = (event: StatementEvent, recorded: SourceEvent): Handled => {
  const { studioId } = recorded.metadata;
  const { mailId, payerId } = event.data;
  return changing(statementMailsTable, [studioId, mailId], (row) => {
    const mail = statementMailAfter(row?.mail, event, recordedAtOf(recorded));
    if (!mail) return undefined;
    const revision = row?.revision ?? recorded.revision;
    return { studio_id: studioId, mail_id: mailId, payer_id: row?.payer_id ?? payerId, mail, revision };
  });
};

/** Who pays for a student. */
const memberChanges = (event: BillingEvent, studioId: string, recordedAt: string): RowChange[] => {
  if (event.type === 'AccountMerged')
    return [
      put(membersTable, {
        studio_id: studioId,
        student_id: event.data.studentId,
        household_id: event.data.householdId,
        since: instantOf(recordedAt),
        brought: event.data.rows.length > 0,
      }),
    ];
  return event.type === 'AccountParted' ? [remove(membersTable, [studioId, event.data.studentId])] : [];
};

const onBilling = (recorded: SourceEvent): Handled => {
  const event = read(recorded);
  if (isOnStatement(event)) return onStatement(event, recorded);
  if (isOnCharge(event)) return onCharge(event, recorded);
  const { studioId, actor } = recorded.metadata;
  const { revision } = recorded;
  const recordedAt = recordedAtOf(recorded);
  const ids = [...idsIn(event)];
  return {
    reads: ids.flatMap((id) => [invoicesTable, entriesTable].map((table) => ({ table, key: [studioId, id] }))),
    changes: (rows) => {
      const changes: RowChange[] = memberChanges(event, studioId, recordedAt);
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
            payer_id: invoice.payer.id,
            student_ids: studentsOn(invoice),
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

/** Invoices, with every billed date, what pays them, and the mails with statements; and what the log had at the time for those whose events do not say what was printed. */
export const invoicesModel = queriedModel<InvoicesDb, 'invoices'>({
  name: 'invoices',
  version: 9,
  categories: ['billing', 'student', 'teacher', 'studio'],
  tables: [
    invoicesTable,
    entriesTable,
    membersTable,
    chargesTable,
    statementMailsTable,
    earlierPeopleTable,
    earlierSettingsTable,
  ],
  on,
});
