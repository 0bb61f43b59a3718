import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { openCentsOf } from '@rondo/contracts/events/billing/invoice.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { balanceOf, creditsOf, linesOf } from '@rondo/contracts/money/ledger.ts';
import { expect, test } from 'vitest';
import { dayIn } from '../../studio/clock.ts';
import { recordMail, requestMail, setStatus } from '../decide.ts';
import { deleteInvoice } from '../deletion.ts';
import { wording } from '../pdf/testing/invoices-to-print.ts';
import { billingAggregate, copyOf, type BillingState } from '../state.ts';
import { bare } from '../testing/students.ts';
import { accountOf, type AccountDay } from './credit.ts';
import { applyCredit, recordPayment, setAllocations, voidPayment, type NewPayment } from './record.ts';
import { refundMoney } from './refund.ts';

// One payer's account, step by step: what each step pays, opens and closes. Every other row of the table starts from the same state.

const day: AccountDay = { today: '2026-11-30', termsDays: 14, dayOf: dayIn('UTC') };
let revision = -1;

const after = (state: BillingState, decide: (state: BillingState) => BillingEvent[]): BillingState => {
  let next = copyOf(state);
  for (const event of decide(state)) {
    revision += 1;
    const second = String(revision % 60).padStart(2, '0');
    const minute = String(Math.floor(revision / 60)).padStart(2, '0');
    next = billingAggregate.evolve(next, event, { revision, recordedAt: `2026-11-30T12:${minute}:${second}.000000Z` });
  }
  return next;
};

const invoice = (count: number, cents: number, dueOn: string): BillingEvent[] => [
  bare(String(count), count, { studentId: 'lee', totalCents: cents, subtotalCents: cents }),
  {
    type: 'InvoiceStatusSet',
    data: { invoiceId: String(count), status: 'sent', dueOn, print: null, issuedOn: dueOn, creditCents: 0, moves: [] },
  },
];

const opened = (): BillingState =>
  after(billingAggregate.initialState(), () => [
    ...invoice(1, 15_000, '2026-10-14'),
    ...invoice(2, 20_000, '2026-11-14'),
    ...invoice(3, 12_000, '2026-12-14'),
  ]);

const pay =
  (paymentId: string, cents: number, more: Partial<NewPayment> = {}) =>
  (state: BillingState): BillingEvent[] =>
    recordPayment(
      {
        paymentId,
        payerId: 'lee',
        date: '2026-11-20',
        method: 'check',
        reference: null,
        note: null,
        cents,
        currency: 'USD',
        invoiceIds: [],
        chosen: undefined,
        ...more,
      },
      day,
    )(state);

const mark =
  (invoiceId: string, status: 'sent' | 'paid') =>
  (state: BillingState): BillingEvent[] =>
    setStatus({ invoiceId, status, paymentId: `mark ${invoiceId}`, ...day, wording })(state);

/** What is open of the invoices, their statuses, and the balance. */
const accountIn = (state: BillingState) => {
  const account = accountOf(state, 'lee');
  const all = [...state.invoices.values()].map((billed) => billed.invoice);
  const open = all.map((one) => (one.deleted ? '-' : openCentsOf(one) / 100));
  const statuses = all.map(({ deleted, status }) => (deleted ? '-' : status));
  const balance = balanceOf(linesOf(account, day.dayOf), 'USD');
  const opens = account.invoices.reduce((sum, one) => sum + openCentsOf(one), 0);
  const credit = creditsOf(account, day.dayOf).reduce((sum, { creditCents }) => sum + creditCents, 0);
  expect(opens - credit).toBe(balance);
  return [open.join(' / '), statuses.join(', '), balanceText(balance, 'USD')];
};

const first = () => after(opened(), pay('first', 30_000));
const second = () => after(first(), pay('second', 20_000));

test('a payment pays what is due first', () => {
  expect(accountIn(first())).toEqual(['0 / 50 / 120', 'paid, sent, sent', 'Owes $170.00']);
});

test('a payment pays the invoices that are named first', () => {
  const state = after(opened(), pay('first', 30_000, { invoiceIds: ['3'] }));
  expect(accountIn(state)).toEqual(['0 / 170 / 0', 'paid, sent, paid', 'Owes $170.00']);
});

test('chosen allocations are taken exactly, and the rest is credit', () => {
  const chosen = [
    { to: '2', cents: 20_000 },
    { to: '3', cents: 5000 },
  ];
  const state = after(opened(), pay('first', 30_000, { chosen }));
  expect(accountIn(state)).toEqual(['150 / 0 / 70', 'sent, paid, sent', 'Owes $170.00']);
  expect(creditsOf(accountOf(state, 'lee'), day.dayOf)).toMatchObject([{ creditCents: 5000 }]);
});

test('what is more than open is credit', () => {
  expect(accountIn(second())).toEqual(['0 / 0 / 0', 'paid, paid, paid', 'Credit $30.00']);
});

test('a refund takes the credit first, then the newest allocation', () => {
  const refund = {
    refundId: 'refund',
    payerId: 'lee',
    date: '2026-11-30',
    cents: 10_000,
    currency: 'USD',
    method: 'cash' as const,
    reference: null,
    paymentId: 'second',
  };
  expect(accountIn(after(second(), refundMoney(refund, day)))).toEqual([
    '0 / 0 / 70',
    'paid, paid, sent',
    'Owes $70.00',
  ]);
});

test('an invoice that is sent takes the credit', () => {
  const state = after(
    after(second(), () => [bare('4', 4, { studentId: 'lee', totalCents: 20_000, subtotalCents: 20_000 })]),
    mark('4', 'sent'),
  );
  expect(accountIn(state)).toEqual(['0 / 0 / 0 / 170', 'paid, paid, paid, sent', 'Owes $170.00']);
  expect(state.invoices.get('4')?.invoice).toMatchObject({ creditCents: 3000, issuedOn: '2026-11-30' });
});

test('a voided payment opens what it paid, and credit waits until it is applied', () => {
  const voided = after(second(), voidPayment('first', null, day));
  expect(accountIn(voided)).toEqual(['150 / 150 / 0', 'sent, sent, paid', 'Owes $270.00']);
  const applied = after(voided, applyCredit('lee', day));
  expect(accountIn(applied)).toEqual(['120 / 150 / 0', 'sent, sent, paid', 'Owes $270.00']);
});

test('an invoice that is no longer paid, or is deleted, leaves credit', () => {
  expect(accountIn(after(second(), mark('3', 'sent')))).toEqual(['0 / 0 / 120', 'paid, paid, sent', 'Credit $30.00']);
  expect(accountIn(after(second(), deleteInvoice('1')))).toEqual(['- / 0 / 0', '-, paid, paid', 'Credit $180.00']);
});

test('of two payments for one invoice, the second pays what is open then', () => {
  const one = after(first(), pay('a', 10_000, { invoiceIds: ['2'] }));
  expect(accountIn(one)).toEqual(['0 / 0 / 70', 'paid, paid, sent', 'Owes $70.00']);
  const both = after(one, pay('b', 10_000, { invoiceIds: ['2'] }));
  expect(accountIn(both)).toEqual(['0 / 0 / 0', 'paid, paid, paid', 'Credit $30.00']);
});

test('marking as paid pays what is open, and taking that back voids it', () => {
  const paid = after(first(), mark('2', 'paid'));
  expect(accountIn(paid)).toEqual(['0 / 0 / 120', 'paid, paid, sent', 'Owes $120.00']);
  expect(paid.entries.get('mark 2')).toMatchObject({ cents: 5000, byStatus: true });
  const sent = after(paid, mark('2', 'sent'));
  expect(sent.entries.get('mark 2')).toMatchObject({ voidedAt: expect.any(String), pays: [] });
  expect(accountIn(sent)).toEqual(['0 / 200 / 120', 'paid, sent, sent', 'Owes $170.00']);
});

test('credit that a mail is to bring is held until the mail has arrived or failed', () => {
  const invoiced = after(second(), () => [
    bare('4', 4, { studentId: 'lee', totalCents: 20_000, subtotalCents: 20_000 }),
  ]);
  const mail = { invoiceId: '4', mailId: 'mail', email: 'lee@example.com', sender: 'Dana', ...day, wording };
  const queued = after(invoiced, requestMail(mail));
  expect(queued.invoices.get('4')?.invoice).toMatchObject({
    creditCents: 3000,
    held: [{ from: 'second', cents: 3000 }],
  });
  expect(creditsOf(accountOf(queued, 'lee'), day.dayOf)).toMatchObject([{ id: 'second', creditCents: 3000 }]);
  const held = 'INV-2026-0004 is being mailed with this credit. Please wait until that email is sent.';
  expect(() => voidPayment('second', null, day)(queued)).toThrow(held);
  expect(() => applyCredit('lee', day)(queued)).toThrow(held);

  const failed = after(queued, recordMail({ ...mail, ...day }, { state: 'failed', reason: 'No.' }));
  expect(failed.invoices.get('4')?.invoice).toMatchObject({ status: 'draft', creditCents: 0, held: [] });
  expect(accountIn(after(failed, voidPayment('second', null, day)))[2]).toBe('Owes $170.00');

  const sent = after(queued, recordMail({ ...mail, ...day }, { state: 'sent', savedAs: null }));
  expect(accountIn(sent)).toEqual(['0 / 0 / 0 / 170', 'paid, paid, paid, sent', 'Owes $170.00']);
  const byHand = after(queued, mark('4', 'sent'));
  expect(accountIn(byHand)).toEqual(accountIn(sent));
  expect(accountIn(after(byHand, recordMail({ ...mail, ...day }, { state: 'sent', savedAs: null })))).toEqual(
    accountIn(sent),
  );
});

test('an invoice below zero is a credit, and is not deleted once some of it is used', () => {
  const note = bare('4', 4, { studentId: 'lee', totalCents: -5000, refundsCents: 5000 });
  const issued = after(
    after(opened(), () => [note]),
    mark('4', 'sent'),
  );
  expect(accountIn(issued)).toEqual(['150 / 200 / 120 / 0', 'sent, sent, sent, sent', 'Owes $420.00']);
  const applied = after(issued, applyCredit('lee', day));
  expect(accountIn(applied)).toEqual(['100 / 200 / 120 / 0', 'sent, sent, sent, paid', 'Owes $420.00']);
  expect(() => deleteInvoice('4')(applied)).toThrow('The credit of INV-2026-0004 was used. Take it back first.');
  const refunded = after(issued, mark('4', 'paid'));
  expect(accountIn(refunded)).toEqual(['150 / 200 / 120 / 0', 'sent, sent, sent, paid', 'Owes $470.00']);
  expect(accountIn(after(refunded, deleteInvoice('4')))).toEqual([
    '150 / 200 / 120 / -',
    'sent, sent, sent, -',
    'Owes $470.00',
  ]);
});

test('what an invoice below zero pays is not replaced by a page that has not seen its last change', () => {
  const note = bare('4', 4, { studentId: 'lee', totalCents: -5000, refundsCents: 5000 });
  const issued = after(
    after(opened(), () => [note]),
    mark('4', 'sent'),
  );
  const seen = String(revision);
  const set = (cents: number) =>
    setAllocations({ payerId: 'lee', from: '4', parts: [{ to: '2', cents }], revision: seen }, day);
  const first = after(issued, set(2000));
  expect(accountIn(first)[0]).toBe('150 / 180 / 120 / 0');
  expect(() => set(3000)(first)).toThrow('This invoice was changed somewhere else in the meantime.');
});
