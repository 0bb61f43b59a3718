import { isInMonth } from '@rondo/contracts/calendar/months.ts';
import {
  invoiceProgress,
  type BillingEvent,
  type billingEvents,
  type InvoiceEntry,
} from '@rondo/contracts/events/billing/billing.ts';
import { wasToBeMailed, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { RuleBroken } from '../../platform/kit/errors.ts';
import type { UndoEffect } from '../../platform/commands/undo/undo-commands.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';
import { deletions } from './deletion.ts';
import { sameDateAs } from './due/match.ts';
import { billingAggregate, refundsAmong, stoodTogether, type Billed, type BillingState } from './state.ts';

type Progress = z.infer<typeof invoiceProgress>;

/** What undo restores of a studio's invoices, by id: an empty list is a deleted one. What an invoice bills never changes. */
type BillingContent = Readonly<Record<string, Progress | readonly []>>;

const contentOf = ({ invoices }: BillingState): BillingContent =>
  Object.fromEntries(
    [...invoices].map(([id, { invoice }]) => [id, invoice.deleted ? ([] as const) : invoiceProgress.parse(invoice)]),
  );

const isProgress = (row: Progress | readonly [] | undefined): row is Progress =>
  row !== undefined && !Array.isArray(row);

const isInMonthOf = ({ months }: Invoice, { kind, date }: InvoiceEntry): boolean =>
  kind === 'lesson' && months.some(({ month }) => isInMonth(date, month));

/** Why a deleted invoice cannot come back to the invoices that stand; null if it can. `all`: deleted ones too. */
const obstacle = (billed: Billed, standing: readonly Billed[], all: Iterable<Billed>): string | null => {
  const { invoice } = billed;
  const { invoiceId, invoiceNumber, studentId } = invoice;
  for (const { invoice: other } of all)
    if (other.invoiceId !== invoiceId && other.invoiceNumber === invoiceNumber && !other.numberFreed)
      return `${invoiceNumber} is the number of another invoice now`;

  const isOwn = sameDateAs(invoice.entries);
  const isRefunded = refundsAmong([invoice, ...standing.map((other) => other.invoice)]);
  const open = sameDateAs(invoice.entries.filter((_, entry) => !isRefunded(invoiceId, entry)));
  for (const one of standing) {
    const { invoice: other } = one;
    const isOfStudent = other.studentId === studentId;
    const isNew = !stoodTogether(billed, one);
    const bills =
      other.entries.some(
        (entry, i) =>
          (isNew && (isOwn(entry) || (isOfStudent && isInMonthOf(invoice, entry)))) ||
          (isOfStudent && !isRefunded(other.invoiceId, i) && open(entry)),
      ) ||
      (isOfStudent && other.months.some(({ month }) => invoice.months.some((own) => own.month === month))) ||
      (isNew && isOfStudent && invoice.entries.some((entry) => isInMonthOf(other, entry)));
    if (bills) return `a lesson of ${invoiceNumber} is on ${other.invoiceNumber} now`;
    const refunds = other.refunds.some((refund) =>
      invoice.refunds.some((own) => own.invoiceId === refund.invoiceId && own.entry === refund.entry),
    );
    if (refunds) return `${other.invoiceNumber} refunds a lesson of ${invoiceNumber} now`;
  }
  const stands = new Set([invoiceId, ...standing.map((other) => other.invoice.invoiceId)]);
  const isMissing = invoice.refunds.some((refund) => !stands.has(refund.invoiceId));
  return isMissing ? `${invoiceNumber} refunds a lesson of an invoice that has been deleted` : null;
};

/** What is kept of an invoice that goes back: what was to be mailed is, also for a draft. */
const keptOf = (invoice: Invoice, target: Progress): Pick<Progress, 'keptAt' | 'print'> => {
  const { keptAt, print } = wasToBeMailed(invoice) ? invoice : target;
  return { keptAt, print };
};

const restoreTo = (state: BillingState, target: BillingContent | null): BillingEvent[] => {
  const going: Invoice[] = [];
  const restored: BillingEvent[] = [];
  const standing = new Map([...state.invoices].filter(([, { invoice }]) => !invoice.deleted));
  const returning: Billed[] = [];
  for (const [invoiceId, billed] of state.invoices) {
    const row = target?.[invoiceId];
    const { invoice } = billed;
    if (!isProgress(row)) {
      if (!invoice.deleted) going.push(invoice);
      standing.delete(invoiceId);
      continue;
    }
    const progress = { ...row, ...keptOf(invoice, row) };
    if (!invoice.deleted && isDeepStrictEqual(invoiceProgress.parse(invoice), progress)) continue;
    if (invoice.deleted) returning.push(billed);
    restored.push({ type: 'InvoiceRestored', data: { invoiceId, ...progress } });
  }
  for (const billed of returning) {
    const why = obstacle(billed, [...standing.values()], state.invoices.values());
    if (why !== null) throw new RuleBroken(`This can no longer be undone: ${why}.`);
    standing.set(billed.invoice.invoiceId, billed);
  }
  return [...deletions(state, going), ...restored];
};

export const restorableBilling: Restorable<typeof billingEvents, BillingState, BillingContent> = {
  aggregate: billingAggregate,
  contentOf,
  restoreTo,
  nameOf: () => 'An invoice',
  refuses: ({ type }) => (type === 'InvoiceSendRequested' ? 'An email that was sent cannot be taken back.' : null),
};

/** What events of an undo do to invoices, in sentences. */
export const invoiceEffects = ({ invoices }: BillingState, events: readonly BillingEvent[]): UndoEffect[] =>
  events.map(({ type, data: { invoiceId } }) => {
    const invoice = invoices.get(invoiceId)?.invoice;
    const what = type === 'InvoiceDeleted' ? 'goes' : invoice?.deleted === true ? 'is back' : 'is as before';
    return { kind: 'invoices', id: invoiceId, sentence: `${invoice?.invoiceNumber ?? 'An invoice'} ${what}` };
  });
