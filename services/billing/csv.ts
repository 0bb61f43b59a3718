import type { Invoice } from '@rondo/contracts/api/billing.ts';

/** A cell that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/;

/** A text as a CSV cell: spreadsheets show it and never compute it. */
const textCell = (text: string): string => {
  const shown = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
};

const amountCell = (amount: number): string => amount.toFixed(2);

const columns: readonly (readonly [title: string, cell: (invoice: Invoice) => string])[] = [
  ['Number', ({ invoiceNumber }) => textCell(invoiceNumber)],
  ['Student', ({ studentName }) => textCell(studentName)],
  ['From', ({ billingPeriodStart }) => billingPeriodStart],
  ['To', ({ billingPeriodEnd }) => billingPeriodEnd],
  ['Status', ({ status }) => status],
  ['Subtotal', ({ subtotal }) => amountCell(subtotal)],
  ['Refunds', ({ refunds }) => amountCell(refunds)],
  ['Total', ({ total }) => amountCell(total)],
  ['Currency', ({ currency }) => currency],
  ['Created', ({ createdAt }) => createdAt],
  ['Sent', ({ sentAt }) => sentAt ?? ''],
  ['Due', ({ dueDate }) => dueDate ?? ''],
  ['Paid', ({ paidAt }) => paidAt ?? ''],
  ['Notes', ({ notes }) => textCell(notes ?? '')],
];

/** Spreadsheets read a file without it in the encoding of their computer, which garbles names. */
const byteOrderMark = '\uFEFF';

/** Invoices as a CSV file (RFC 4180), with a header line. */
export const invoicesAsCsv = (invoices: readonly Invoice[]): string =>
  byteOrderMark +
  [columns.map(([title]) => title), ...invoices.map((invoice) => columns.map(([, cell]) => cell(invoice)))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
