import type { PrintedInvoice } from './printed.ts';
import { renderInvoices } from './render.ts';

/** Renders invoices; called in a thread of the printer. */
export const render = (invoices: readonly PrintedInvoice[]): Promise<Uint8Array> => renderInvoices(invoices);
