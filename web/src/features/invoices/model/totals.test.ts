import { expect, test } from 'vitest';
import { anInvoice } from './testing.ts';
import { currenciesOf, totalsOf } from './totals.ts';

test('what is billed is what is paid and what is outstanding; drafts count nowhere', () => {
  const totals = totalsOf(
    [
      anInvoice({ status: 'draft', total: 1000 }),
      anInvoice({ status: 'sent', total: 100.1 }),
      anInvoice({ status: 'sent', total: 50, pastDue: true }),
      anInvoice({ status: 'overdue', total: 20 }),
      anInvoice({ status: 'paid', total: 200.2, pastDue: true }),
    ],
    'USD',
  );
  expect(totals).toEqual({
    billed: { amount: 370.3, count: 4 },
    paid: { amount: 200.2, count: 1 },
    outstanding: { amount: 170.1, count: 3 },
    late: { amount: 70, count: 2 },
  });
});

test('a credit lowers what is outstanding and is never past due', () => {
  const totals = totalsOf([anInvoice({ status: 'sent', total: -55, pastDue: true })], 'USD');
  expect(totals.outstanding).toEqual({ amount: -55, count: 1 });
  expect(totals.late).toEqual({ amount: 0, count: 0 });
});

test('amounts in different currencies are never added', () => {
  const invoices = [anInvoice({ status: 'sent' }), anInvoice({ status: 'sent', currency: 'EUR', total: 90 })];
  expect(totalsOf(invoices, 'EUR').billed).toEqual({ amount: 90, count: 1 });
  expect(currenciesOf(invoices, 'EUR')).toEqual(['EUR', 'USD']);
  expect(currenciesOf([], 'EUR')).toEqual([]);
});
