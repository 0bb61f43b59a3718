import { mondayOf } from '@rondo/contracts/calendar/dates.ts';
import {
  invoiceProgress,
  type BillingEvent,
  type billingEvents,
  type InvoiceEntry,
} from '@rondo/contracts/events/billing.ts';
import type { Invoice } from '@rondo/contracts/events/invoice.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { RuleBroken } from '../errors/errors.ts';
import type { Restorable } from '../undo/restorable.ts';
import { deletions } from './decide.ts';
import { billingAggregate, type Billed, type BillingState } from './state.ts';

type Progress = z.infer<typeof invoiceProgress>;

/** What undo restores of a studio's invoices, by id: an empty list is a deleted one. What an invoice bills never changes. */
type BillingContent = Readonly<Record<string, Progress | readonly []>>;

const contentOf = ({ invoices }: BillingState): BillingContent =>
  Object.fromEntries(
    [...invoices].map(([id, { invoice }]) => [id, invoice.deleted ? ([] as const) : invoiceProgress.parse(invoice)]),
  );

const isProgress = (row: Progress | readonly [] | undefined): row is Progress =>
  row !== undefined && !Array.isArray(row);

/** True for one lesson's date, or one that it became. */
const isSameDate = (a: InvoiceEntry, b: InvoiceEntry): boolean =>
  (a.lessonId === b.lessonId && a.originalDate === b.originalDate) ||
  (a.root === b.root && mondayOf(a.originalDate) === mondayOf(b.originalDate));

/** Why a deleted invoice cannot come back; null if it can. */
const obstacle = (state: BillingState, { invoice, deletedAt }: Billed): string | null => {
  const { invoiceId, invoiceNumber, studentId } = invoice;
  const others = [...state.invoices.values()].filter((other) => other.invoice.invoiceId !== invoiceId);
  const holder = others.find(({ invoice: other }) => other.invoiceNumber === invoiceNumber && !other.numberFreed);
  if (holder) return `${invoiceNumber} is the number of another invoice now`;
  const since = others.filter(
    ({ invoice: other, generatedAt }) =>
      !other.deleted && other.studentId === studentId && generatedAt > (deletedAt ?? -1),
  );
  for (const { invoice: other } of since) {
    const bills =
      other.entries.some((entry) => invoice.entries.some((own) => isSameDate(own, entry))) ||
      other.months.some(({ month }) => invoice.months.some((own) => own.month === month));
    if (bills) return `a lesson of ${invoiceNumber} is on ${other.invoiceNumber} now`;
    const refunds = other.refunds.some((refund) =>
      invoice.refunds.some((own) => own.invoiceId === refund.invoiceId && own.entry === refund.entry),
    );
    if (refunds) return `${other.invoiceNumber} refunds a lesson of ${invoiceNumber} now`;
  }
  const missing = invoice.refunds.find((refund) => {
    const refunded = state.invoices.get(refund.invoiceId)?.invoice;
    return refund.invoiceId !== invoiceId && (refunded === undefined || refunded.deleted);
  });
  return missing ? `${invoiceNumber} refunds a lesson of an invoice that has been deleted` : null;
};

/** What is kept of an invoice that goes back: what was mailed is, also for a draft. */
const keptOf = ({ mail, keptAt, print }: Invoice, target: Progress): Pick<Progress, 'keptAt' | 'print'> =>
  mail === null ? { keptAt: target.keptAt, print: target.print } : { keptAt, print };

const restoreTo = (state: BillingState, target: BillingContent | null): BillingEvent[] => {
  const going: Invoice[] = [];
  const restored: BillingEvent[] = [];
  for (const [invoiceId, billed] of state.invoices) {
    const row = target?.[invoiceId];
    const { invoice } = billed;
    if (!isProgress(row)) {
      if (!invoice.deleted) going.push(invoice);
      continue;
    }
    const progress = { ...row, ...keptOf(invoice, row) };
    if (!invoice.deleted && isDeepStrictEqual(invoiceProgress.parse(invoice), progress)) continue;
    const why = invoice.deleted ? obstacle(state, billed) : null;
    if (why !== null) throw new RuleBroken(`This can no longer be undone: ${why}.`);
    restored.push({ type: 'InvoiceRestored', data: { invoiceId, ...progress } });
  }
  return [...deletions(state, going), ...restored];
};

/** A studio's invoices as they can be restored. */
export const restorableBilling: Restorable<typeof billingEvents, BillingState, BillingContent> = {
  aggregate: billingAggregate,
  contentOf,
  restoreTo,
  nameOf: () => 'An invoice',
  refuses: ({ type }) => (type === 'InvoiceSendRequested' ? 'An email that was sent cannot be taken back.' : null),
};
