import type { Invoice } from '@rondo/contracts/api/billing.ts';
import { amount, csvOf, typed, type Column } from '../../platform/http/bodies/csv.ts';

const columns: readonly Column<Invoice>[] = [
  ['Number', ({ invoiceNumber }) => typed(invoiceNumber)],
  ['Student', ({ studentName }) => typed(studentName)],
  ['From', ({ billingPeriodStart }) => billingPeriodStart],
  ['To', ({ billingPeriodEnd }) => billingPeriodEnd],
  ['Status', ({ status }) => status],
  ['Subtotal', ({ subtotal }) => amount(subtotal)],
  ['Refunds', ({ refunds }) => amount(refunds)],
  ['Total', ({ total }) => amount(total)],
  ['Currency', ({ currency }) => currency],
  ['Created', ({ createdAt }) => createdAt],
  ['Sent', ({ sentAt }) => sentAt],
  ['Due', ({ dueDate }) => dueDate],
  ['Paid', ({ paidAt }) => paidAt],
  ['Notes', ({ notes }) => typed(notes)],
];

/** Invoices as a CSV file. */
export const invoicesAsCsv = (invoices: readonly Invoice[]): Promise<string> => csvOf(columns, invoices);
