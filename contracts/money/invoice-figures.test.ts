import { expect, test } from 'vitest';
import { currenciesOf, figuresOf } from './invoice-figures.ts';

type Figured = Parameters<typeof figuresOf>[0][number];
const anInvoice = ({ status = 'draft', total = 220, ...more }: Partial<Figured>): Figured => ({
  status,
  total,
  currency: 'USD',
  pastDue: false,
  openAmount: status === 'sent' || status === 'overdue' ? Math.max(0, total) : 0,
  paidAmount: status === 'paid' ? total : 0,
  ...more,
});

test('what is billed is what is paid and what is outstanding; drafts are a figure of their own', () => {
  const figures = figuresOf(
    [
      anInvoice({ status: 'draft', total: 1000 }),
      anInvoice({ status: 'sent', total: 100.1 }),
      anInvoice({ status: 'sent', total: 50, pastDue: true }),
      anInvoice({ status: 'overdue', total: 20 }),
      anInvoice({ status: 'paid', total: 200.2, pastDue: true }),
    ],
    'USD',
  );
  expect(figures).toEqual({
    drafts: { amount: 1000, count: 1 },
    billed: { amount: 370.3, count: 4 },
    paid: { amount: 200.2, count: 1 },
    outstanding: { amount: 170.1, count: 3 },
    pastDue: { amount: 70, count: 2 },
  });
});

test('a credit is neither outstanding nor past due', () => {
  const figures = figuresOf([anInvoice({ status: 'sent', total: -55, pastDue: true })], 'USD');
  expect(figures.outstanding).toEqual({ amount: 0, count: 1 });
  expect(figures.pastDue).toEqual({ amount: 0, count: 0 });
});

test('amounts in different currencies are never added', () => {
  const invoices = [anInvoice({ status: 'sent' }), anInvoice({ status: 'sent', currency: 'EUR', total: 90 })];
  expect(figuresOf(invoices, 'EUR').billed).toEqual({ amount: 90, count: 1 });
  expect(currenciesOf(invoices, 'EUR')).toEqual(['EUR', 'USD']);
  expect(currenciesOf([], 'EUR')).toEqual(['EUR']);
});
