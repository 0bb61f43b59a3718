import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';
import { renderInvoices } from './render.ts';

/** Renders invoices; called in a thread of the printer. */
export const render = (invoices: readonly InvoicePrint[]): Promise<Uint8Array> => renderInvoices(invoices);
