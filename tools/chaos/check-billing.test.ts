import type { InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { expect, test } from 'vitest';
import { bare } from '@rondo/services/domain/billing/testing/students.ts';
import { checkBilling } from './check-billing.ts';

const studioId = 'studio';

/** The events of one studio as the log records them. */
const recorded = (...events: readonly { type: string; data: unknown }[]): SourceEvent[] =>
  events.map(({ type, data }, revision) => ({
    eventId: `event ${revision}`,
    stream: `billing-${studioId}`,
    revision,
    position: String(revision + 1),
    type,
    data,
    metadata: {
      commandId: 'command',
      inputHash: '',
      correlationId: '',
      causationId: 'command',
      batchId: 'command',
      studioId,
      actor: 'dana',
      schemaVersion: 1,
    },
    recordedAt: '2026-12-01T12:00:00Z',
  }));

const entry: InvoiceContent['entries'][number] = {
  studentId: 'ann',
  kind: 'lesson',
  lessonId: 'weekly',
  rowId: 'weekly',
  originalDate: '2026-12-01',
  date: '2026-12-01',
  root: 'weekly',
  teacherId: 'dana',
  start: 960,
  duration: 45,
  isSingle: false,
  origin: null,
  again: false,
  rateCents: 5000,
};
const refund = (invoiceId: string) => ({
  invoiceId,
  entry: 0,
  amountCents: 5000,
  teacherId: 'dana',
  cancelledRowId: null,
  cancellation: null,
  closure: null,
  absence: null,
});
const month = { month: '2026-12', amountCents: 20_000 };
const invoice = (id: string, count: number, more: Parameters<typeof bare>[2]) =>
  bare(id, count, { studentId: 'ann', ...more });

test('invoices of which each bills what no other does are sound, also after a refund and a deletion', () => {
  const events = recorded(
    invoice('a', 1, { entries: [entry], months: [month] }),
    invoice('b', 2, { refunds: [refund('a')] }),
    invoice('c', 3, { entries: [entry] }),
    { type: 'InvoiceDeleted', data: { invoiceId: 'c', freesNumber: true } },
    invoice('d', 3, { entries: [entry] }),
  );
  expect(checkBilling(events, () => false)).toEqual({ invoices: 3, doubled: [], mails: [], numbers: [], accounts: [] });
});

test('a date, a month, a refund or a number that occurs twice is reported', () => {
  const twice = checkBilling(
    recorded(
      invoice('a', 1, { entries: [entry], months: [month] }),
      invoice('b', 1, { entries: [entry], months: [month], refunds: [refund('x'), refund('x')] }),
    ),
    () => false,
  );
  expect(twice.numbers).toEqual(['billing-studio INV-2026-0001']);
  expect(twice.doubled).toEqual([
    'billed: ann weekly 2026-12-01',
    'charged: ann 2026-12',
    'refunded: x 0',
    'refunded without an invoice: x 0',
    'refunded without an invoice: x 0',
  ]);
});

test('a mail that is not delivered, ended twice or is missing is reported', () => {
  const requested = (invoiceId: string) => ({
    type: 'InvoiceSendRequested',
    data: { invoiceId, mailId: `mail of ${invoiceId}`, email: 'kim@example.com', dueOn: '2026-12-15' },
  });
  const sent = (invoiceId: string) => ({
    type: 'InvoiceMailSent',
    data: { invoiceId, mailId: `mail of ${invoiceId}`, savedAs: `${invoiceId}.eml` },
  });
  const events = recorded(
    ...['a', 'b', 'c'].map((id, i) => invoice(id, i + 1, {})),
    ...['a', 'b', 'c'].map(requested),
    ...['b', 'c', 'c'].map(sent),
  );
  expect(checkBilling(events, (file) => file === 'c.eml').mails).toEqual([
    'not delivered: mail of a',
    'ended twice: mail of c',
    'not saved: b.eml',
  ]);
});

test('a document that is paid by more than it bills, and a payment that is recorded twice, are found', () => {
  const paid = (paymentId: string, cents: number, part: number) => ({
    type: 'PaymentRecorded',
    data: {
      paymentId,
      payerId: 'ann',
      cents,
      currency: 'USD',
      date: '2026-12-01',
      method: 'cash',
      reference: null,
      note: null,
      moves: [{ from: paymentId, to: 'a', cents: part, on: '2026-12-01' }],
    },
  });
  const sent = {
    type: 'InvoiceStatusSet',
    data: { invoiceId: 'a', status: 'sent', dueOn: '2026-12-15', issuedOn: '2026-12-01', creditCents: 0, moves: [] },
  };
  const billed = [invoice('a', 1, { totalCents: 5000 }), sent];
  const saved = () => false;
  expect(checkBilling(recorded(...billed, paid('one', 5000, 5000)), saved).accounts).toEqual([]);
  const events = recorded(...billed, paid('one', 5000, 5000), paid('two', 1000, 1000), paid('two', 1000, 1000));
  expect(checkBilling(events, saved).accounts).toEqual([
    'paid by more than it bills: a',
    'pays more than there is of it: two',
    'recorded twice: two',
  ]);
});

test('a student whose family does not pay is found', () => {
  const joined = { type: 'StudentHouseholdSet', data: { studentId: 'ann', householdId: 'home' } };
  const merged = { type: 'AccountMerged', data: { studentId: 'ann', householdId: 'home', rows: [] } };
  const student = recorded(joined).map((event) => ({ ...event, stream: `student-${studioId}.ann` }));
  const saved = () => false;
  expect(checkBilling([...student, ...recorded(merged)], saved).accounts).toEqual([]);
  expect(checkBilling(student, saved).accounts).toEqual(['paid by another one: ann']);
});
