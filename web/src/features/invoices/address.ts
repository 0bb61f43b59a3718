import { useAddressParams, useSearchParam } from '../../lib/page/search-param.ts';
import { invoiceFilterOf, type InvoiceFilter } from './model/list.ts';

export type InvoicesView = 'recent' | 'create';

/** What of the invoices is in the URL: `/students?tab=invoices&view=create`, `&show=late`, `&find=ava`, `&invoice=INV-2026-0063`. */
const own: ReadonlySet<string> = new Set(['view', 'show', 'find', 'invoice']);

/** Removes them from the URL for the other tab, which keeps the teacher alone. */
export const removeInvoices = (params: URLSearchParams): void => {
  for (const name of own) params.delete(name);
};

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

/** Shows all invoices: without filters. */
export const useShowAll = (): (() => void) => {
  const [, change] = useAddressParams();
  return () =>
    change(
      (next) => {
        for (const name of ['show', 'find', 'teacher']) next.delete(name);
      },
      { replace: true },
    );
};
