import type { BillingEvent, InvoiceContent } from '@rondo/contracts/events/billing/billing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased } from '../testing/people-facts.ts';
import { invoicesModel } from './project.ts';
import { findInvoice, invoicesOfStudents, listInvoices, type InvoicesDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(invoicesModel);
});
afterAll(() => model.close());

const fact = ({ type, data }: BillingEvent, studioId = 'studio'): Fact => ({
  stream: `billing-${studioId}`,
  type,
  data,
  studioId,
});
const content = (invoiceId: string, studentId = 'ann'): InvoiceContent => ({
  invoiceId,
  invoiceNumber: 'INV-2026-0001',
  payer: { type: 'student', id: studentId },
  studentId,
  teacherId: null,
  currency: 'USD',
  from: '2026-12-01',
  to: '2026-12-31',
  entries: [],
  months: [{ studentId, month: '2026-12', amountCents: 18_000 }],
  refunds: [],
  corrections: [],
  charges: [],
  items: [],
  subtotalCents: 18_000,
  refundsCents: 0,
  totalCents: 18_000,
  sample: false,
});
const generated = (invoiceId: string, studentId?: string): BillingEvent => ({
  type: 'InvoiceGenerated',
  data: content(invoiceId, studentId),
});
const set = (status: 'sent' | 'paid' | 'overdue', dueOn: string | null = null): BillingEvent => ({
  type: 'InvoiceStatusSet',
  data: { invoiceId: 'one', status, dueOn, print: null, issuedOn: null, creditCents: 0, moves: null },
});
const deleted: BillingEvent = { type: 'InvoiceDeleted', data: { invoiceId: 'one', freesNumber: true, moves: null } };
const db = () => model.tables().withTables<InvoicesDb>();
const at = (second: number) => `2026-11-23T15:00:0${second}.000000Z`;

test('an invoice has a row with its content, progress and revision', async () => {
  await model.after(fact(generated('one')), fact(set('sent', '2027-01-14')), fact(set('paid')));
  expect(await findInvoice(db(), 'studio', 'one')).toEqual({
    ...content('one'),
    status: 'paid',
    createdAt: at(0),
    sentAt: at(1),
    dueOn: '2027-01-14',
    paidAt: at(2),
    notes: null,
    keptAt: at(1),
    print: null,
    keptWith: { notes: null, dueOn: '2027-01-14' },
    deleted: false,
    numberFreed: false,
    mail: null,
    mailed: false,
    issuedAt: at(1),
    issuedOn: null,
    creditCents: 0,
    statusBefore: 'sent',
    held: [],
    paidBy: [{ from: 'one-paid', cents: 18_000, on: null, at: at(2) }],
    pays: [],
    refundedCents: 0,
    revision: 2,
  });
});

test('leaving paid clears when it was paid, and sending again changes no date', async () => {
  await model.after(fact(generated('one')), fact(set('sent', '2027-01-14')), fact(set('paid')), fact(set('sent')));
  expect(await findInvoice(db(), 'studio', 'one')).toMatchObject({
    status: 'sent',
    sentAt: at(1),
    dueOn: '2027-01-14',
    paidAt: null,
  });
});

test('a deleted invoice is kept for its undo, but not listed', async () => {
  await model.after(fact(generated('one')), fact(generated('two', 'ben')), fact(deleted));
  expect((await listInvoices(db(), 'studio')).map(({ invoiceId }) => invoiceId)).toEqual(['two']);
  expect(await findInvoice(db(), 'studio', 'one')).toBeUndefined();
  expect(await invoicesOfStudents(db(), 'studio', ['ann'])).toMatchObject([{ deleted: true, numberFreed: true }]);
  expect(await invoicesOfStudents(db(), 'studio', [])).toEqual([]);
});

test('a restored invoice is as the undo says', async () => {
  const progress = {
    status: 'sent',
    sentAt: at(1),
    dueOn: '2027-01-14',
    paidAt: null,
    notes: 'Thanks.',
    keptAt: at(1),
    print: null,
    issuedOn: null,
    issuedAt: null,
    creditCents: 0,
  } as const;
  const restored: BillingEvent = { type: 'InvoiceRestored', data: { invoiceId: 'one', ...progress, moves: null } };
  await model.after(fact(generated('one')), fact(deleted), fact(restored));
  expect(await findInvoice(db(), 'studio', 'one')).toMatchObject({
    ...progress,
    issuedAt: at(1),
    deleted: false,
    numberFreed: false,
  });
});

test('notes change, and a change to an unknown invoice is ignored', async () => {
  const noted: BillingEvent = { type: 'InvoiceNotesChanged', data: { invoiceId: 'one', notes: 'Thanks.' } };
  expect(await model.after(fact(noted))).toEqual({
    invoices: [],
    account_entries: [],
    charges: [],
    account_members: [],
    statement_mails: [],
    earlier_people: [],
    earlier_settings: [],
  });
  await model.after(fact(generated('one')), fact(noted), fact(generated('one'), 'other'));
  expect(await listInvoices(db(), 'studio')).toMatchObject([{ notes: 'Thanks.' }]);
  expect(await listInvoices(db(), 'other')).toMatchObject([{ notes: null }]);
});

test('an erased studio has no invoice', async () => {
  expect(await model.after(fact(generated('one')), erased(), fact(generated('two')))).toEqual({
    invoices: [],
    account_entries: [],
    charges: [],
    account_members: [],
    statement_mails: [],
    earlier_people: [],
    earlier_settings: [],
  });
});
