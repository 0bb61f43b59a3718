import type { InvoicePrint } from '@rondo/contracts/events/invoice-print.ts';
import { Piscina } from 'piscina';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly printer: Pick<Printer, 'print'>;
  }
}

/** Prints invoices into PDF files. */
export type Printer = {
  readonly print: (invoices: readonly InvoicePrint[]) => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

const idleMilliseconds = 60_000;

/**
 * Prints in a thread of its own, so that the caller's event loop stays free. It starts on demand and ends after an idle minute.
 * @param options.niceness added to the thread's: other threads then go first where both need a processor
 */
export const openPrinter = ({ niceness = 0 }: { readonly niceness?: number } = {}): Printer => {
  const pool = new Piscina<readonly InvoicePrint[], Uint8Array>({
    filename: new URL('render.ts', import.meta.url).href,
    name: 'renderInvoices',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMilliseconds,
    niceIncrement: niceness,
  });
  return {
    print: async (invoices) => Buffer.from(await pool.run(invoices)),
    close: () => pool.close(),
  };
};
