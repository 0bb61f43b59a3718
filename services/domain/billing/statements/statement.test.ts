import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { expect, test } from 'vitest';
import { stateAfter } from '../../../testing/given.ts';
import { billingAggregate } from '../state.ts';
import { accountsIn } from '../testing/accounts-in.ts';
import { bare } from '../testing/students.ts';
import { statementView } from './statement.ts';

type Sent = { readonly cents: number; readonly issuedOn: string; readonly dueOn: string };

const sent = (count: number, { cents, issuedOn, dueOn }: Sent): BillingEvent[] => [
  bare(String(count), count, { studentId: 'lee', totalCents: cents, subtotalCents: cents }),
  {
    type: 'InvoiceStatusSet',
    data: { invoiceId: String(count), status: 'sent', dueOn, print: null, issuedOn, creditCents: 0, moves: [] },
  },
];
const before = [
  ...sent(1, { cents: 15_000, issuedOn: '2026-09-30', dueOn: '2026-10-14' }),
  ...sent(2, { cents: 20_000, issuedOn: '2026-10-31', dueOn: '2026-11-14' }),
];
const paid: BillingEvent = {
  type: 'PaymentRecorded',
  data: {
    paymentId: 'check',
    payerId: 'lee',
    date: '2026-11-20',
    cents: 30_000,
    currency: 'USD',
    method: 'check',
    reference: null,
    note: null,
    byStatus: false,
    replaces: null,
    moves: [
      { from: 'check', to: '1', cents: 15_000, on: '2026-11-20' },
      { from: 'check', to: '2', cents: 15_000, on: '2026-11-20' },
    ],
  },
};
const third = sent(3, { cents: 12_000, issuedOn: '2026-11-30', dueOn: '2026-12-14' });

const statementOf = (events: readonly BillingEvent[], from: string, to: string) =>
  statementView(accountsIn(stateAfter(billingAggregate, events), 'lee'), 'lee', { from, to });

const none = { notDue: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 };

test('a statement of November has what was owed before it, its lines, and how old what is left is at its end', () => {
  const statement = statementOf([...before, paid, ...third], '2026-11-01', '2026-11-30');
  expect(statement).toMatchObject({
    opening: 350,
    closing: 170,
    aging: { ...none, notDue: 120, days1to30: 50 },
  });
  expect(statement.lines.map(({ date, kind, amount, balance }) => [date, kind, amount, balance])).toEqual([
    ['2026-11-20', 'payment', -300, 50],
    ['2026-11-30', 'invoice', 120, 170],
  ]);
});

test('as of the day before, nothing of it is paid', () => {
  expect(statementOf(before, '2026-11-01', '2026-11-30')).toMatchObject({
    opening: 350,
    lines: [],
    closing: 350,
    aging: { ...none, days1to30: 200, days31to60: 150 },
  });
});

test('what is dated later does not count: neither an invoice, nor a payment, nor a refund of one', () => {
  const refund: BillingEvent = {
    type: 'MoneyRefunded',
    data: {
      refundId: 'refund',
      payerId: 'lee',
      date: '2026-11-30',
      cents: 10_000,
      currency: 'USD',
      method: 'cash',
      reference: null,
      byStatus: false,
      taken: [{ from: 'check', to: '2', cents: 10_000 }],
      moves: [{ from: 'check', to: '2', cents: -10_000, on: null }],
    },
  };
  const all = [...before, paid, ...third, refund];
  expect(statementOf(all, '2026-10-01', '2026-10-31')).toMatchObject({
    opening: 150,
    closing: 350,
    aging: { ...none, notDue: 200, days1to30: 150 },
  });
  expect(statementOf(all, '2026-11-01', '2026-11-29')).toMatchObject({
    opening: 350,
    closing: 50,
    aging: { ...none, days1to30: 50 },
  });
  expect(statementOf(all, '2026-11-01', '2026-11-30')).toMatchObject({
    closing: 270,
    aging: { ...none, notDue: 120, days1to30: 150 },
  });
});
