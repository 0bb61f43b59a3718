import { expect, test } from 'vitest';
import { filteredInvoices, firstOf, monthsOf, invoiceFilterOf } from './list.ts';
import { anInvoice } from './testing.ts';

const ava = anInvoice({ id: 'a', invoiceNumber: 'INV-2026-0063', status: 'sent', pastDue: true });
const zoe = anInvoice({ id: 'z', invoiceNumber: 'INV-2026-0062', studentName: 'Zoë Adeyemi' });
const october = anInvoice({
  id: 'o',
  invoiceNumber: 'INV-2026-0064',
  billingPeriodStart: '2026-10-01',
  status: 'paid',
  total: 55,
});
const found = (filter: string | null, search = ''): string[] =>
  filteredInvoices([ava, zoe, october], { filter: invoiceFilterOf(filter), search }).map(({ id }) => id);

test('invoices are found by student or number', () => {
  expect(found(null, 'zoe')).toEqual(['z']);
  expect(found(null, '0064')).toEqual(['o']);
  expect(found(null, ' inv-2026 ')).toEqual(['a', 'z', 'o']);
  expect(found(null, 'nora')).toEqual([]);
});

test('the list shows a status, or what a figure counts; a word it does not know shows all', () => {
  expect(found('draft')).toEqual(['z']);
  expect(found('billed')).toEqual(['a', 'o']);
  expect(found('outstanding')).toEqual(['a']);
  expect(found('late')).toEqual(['a']);
  const partly = anInvoice({ id: 'p', status: 'sent', toPay: 220, paidAmount: 20, openAmount: 200 });
  const paid = filteredInvoices([ava, october, partly], { filter: 'paid', search: '' });
  expect(paid.map(({ id }) => id)).toEqual(['o', 'p']);
  expect(found('strange')).toEqual(['a', 'z', 'o']);
});

test('months are listed by when their periods start, newest first, with what is billed', () => {
  const months = monthsOf([october, ava, zoe]);
  expect(months.map(({ month, drafts, billed }) => ({ month, drafts, billed }))).toEqual([
    { month: '2026-11', drafts: 1, billed: [{ currency: 'USD', amount: 220 }] },
    { month: '2026-10', drafts: 0, billed: [{ currency: 'USD', amount: 55 }] },
  ]);
  expect(firstOf(months, 2).map(({ month, invoices }) => `${month} ${invoices.length}`)).toEqual(['2026-11 2']);
});
