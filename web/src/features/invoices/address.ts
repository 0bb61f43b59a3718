import { useSearchParams } from 'react-router-dom';
import { useSearchParam } from '../../lib/page/search-param.ts';
import { invoiceFilterOf, type InvoiceFilter } from './model/list.ts';

export type InvoicesView = 'recent' | 'create';

/** What of the invoices is in the URL: `/students?tab=invoices&view=create`, `&show=late`, `&find=ava`, `&invoice=INV-2026-0063`. */
const own: ReadonlySet<string> = new Set(['view', 'show', 'find', 'invoice']);

/** The URL of the other tab, which keeps the teacher alone. */
export const withoutInvoices = (params: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...params].filter(([name]) => !own.has(name)));

export const useInvoicesView = (): [InvoicesView, (view: InvoicesView) => void] => {
  const [view, setView] = useSearchParam('view');
  return [view === 'create' ? 'create' : 'recent', (next) => setView(next === 'create' ? next : null)];
};

export const useInvoiceFilter = (): [InvoiceFilter, (filter: InvoiceFilter) => void] => {
  const [filter, setFilter] = useSearchParam('show');
  return [invoiceFilterOf(filter), (next) => setFilter(next === 'all' ? null : next)];
};

/** The number of the invoice that is open. */
export const useOpenInvoice = (): [string | null, (number: string | null) => void] => useSearchParam('invoice');

/** Shows all invoices: without filters, together, because the second of two changes would undo the first. */
export const useShowAll = (): (() => void) => {
  const [, setParams] = useSearchParams();
  return () =>
    setParams((now) => new URLSearchParams([...now].filter(([name]) => !['show', 'find', 'teacher'].includes(name))), {
      replace: true,
    });
};
