import type { Invoice } from '@rondo/contracts/events/invoice.ts';

/** `INV-2026-0001`: counts within a year. */
export const numberText = (year: string, count: number): string => `INV-${year}-${String(count).padStart(4, '0')}`;

const countOf = (invoiceNumber: string): number => Number(invoiceNumber.slice('INV-2026-'.length));
const yearOf = (invoiceNumber: string): string => invoiceNumber.slice('INV-'.length, 'INV-2026'.length);

/** The newest number of a year that is in use; 0 before the first. A deleted invoice keeps its number unless it was freed. */
export const lastCount = (invoices: Iterable<Pick<Invoice, 'invoiceNumber' | 'numberFreed'>>, year: string): number => {
  let last = 0;
  for (const { invoiceNumber, numberFreed } of invoices)
    if (!numberFreed && yearOf(invoiceNumber) === year) last = Math.max(last, countOf(invoiceNumber));
  return last;
};

/** True if no number of its year after this one is in use. */
export const hasNewestNumber = (invoices: Iterable<Invoice>, { invoiceNumber }: Invoice): boolean =>
  lastCount(invoices, yearOf(invoiceNumber)) === countOf(invoiceNumber);

/** Newest number first. */
export const newestNumberFirst = (a: Invoice, b: Invoice): number =>
  Number(yearOf(b.invoiceNumber)) - Number(yearOf(a.invoiceNumber)) ||
  countOf(b.invoiceNumber) - countOf(a.invoiceNumber);
