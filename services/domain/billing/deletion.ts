import type { BillingEvent, InvoiceEntry } from '@rondo/contracts/events/billing/billing.ts';
import type { Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { RuleBroken } from '../../platform/kit/errors.ts';
import { hasNewestNumber, invoiceIn, newestNumberFirst } from './decide.ts';
import { sameDateOfStudent } from './due/match.ts';
import { refuseUsedCredit, releaseOf, releaseOfCredit } from './payments/credit.ts';
import { liveInvoices, refundsAmong, type BillingState } from './state.ts';

/** How a refusal names the invoice that is to go, and the one that is in its way. */
type Naming = (going: Invoice, first: Invoice) => { readonly it: string; readonly first: string };

const onItsScreen: Naming = () => ({ it: 'this invoice', first: 'that one' });
/** One of several, or of an undo. */
const byNumber: Naming = (going, first) => ({ it: going.invoiceNumber, first: first.invoiceNumber });

/** @throws RuleBroken when an invoice that stays refunds or corrects one of its lessons */
const refuseRefunded = (live: readonly Invoice[], going: Invoice, naming: Naming): void => {
  for (const other of live) {
    if (other.invoiceId === going.invoiceId) continue;
    const isOfGoing = ({ invoiceId }: { readonly invoiceId: string }): boolean => invoiceId === going.invoiceId;
    const verb = other.refunds.some(isOfGoing) ? 'refunds' : other.corrections.some(isOfGoing) ? 'corrects' : null;
    if (verb === null) continue;
    const { it, first } = naming(going, other);
    throw new RuleBroken(`${other.invoiceNumber} ${verb} a lesson of ${it}. Delete ${first} first.`);
  }
};

/**
 * A date that was refunded can be billed again: without the refund it would be billed twice.
 * @throws RuleBroken when an invoice that stays bills a date, too, that this one refunds
 */
const refuseBilledAnew = (staying: readonly Invoice[], { going, naming }: { going: Invoice; naming: Naming }): void => {
  const isRefunded = refundsAmong(staying);
  const entriesIn = (list: readonly Invoice[]): InvoiceEntry[] =>
    going.refunds.flatMap(
      ({ invoiceId, entry }) => list.find((invoice) => invoice.invoiceId === invoiceId)?.entries[entry] ?? [],
    );
  const isToBeReleased = refundsAmong([going]);
  const isReleased = sameDateOfStudent(entriesIn(staying));
  // Dates that it refunds itself go with it. Who bills one of a month's again then bills what no invoice has refunded.
  const isOwn = sameDateOfStudent(entriesIn([going]));
  const again = staying.find(({ invoiceId, entries }) =>
    entries.some(
      (entry, i) =>
        !isToBeReleased(invoiceId, i) &&
        !isRefunded(invoiceId, i) &&
        (isReleased(entry) || (entry.again && isOwn(entry))),
    ),
  );
  if (!again) return;
  const { it, first } = naming(going, again);
  throw new RuleBroken(`${again.invoiceNumber} bills a lesson again that ${it} refunds. Delete ${first} first.`);
};

type Deletion = Extract<BillingEvent, { type: 'InvoiceDeleted' }>;

const deletionOf = (all: readonly Invoice[], invoice: Invoice): Deletion => ({
  type: 'InvoiceDeleted',
  data: {
    invoiceId: invoice.invoiceId,
    moves: [],
    // Families who have it by mail know it by its number, and a mail that is on its way may arrive.
    freesNumber:
      (invoice.status === 'draft' || invoice.sample) &&
      !invoice.mailed &&
      invoice.mail?.state !== 'queued' &&
      hasNewestNumber(all, invoice),
  },
});

/** Deletes invoices, newest number first, so that drafts free their numbers. @throws RuleBroken */
export const deletions = (state: BillingState, going: readonly Invoice[], naming = byNumber): Deletion[] => {
  const goingIds = new Set(going.map(({ invoiceId }) => invoiceId));
  const staying = liveInvoices(state).filter(({ invoiceId }) => !goingIds.has(invoiceId));
  const all = new Map([...state.invoices].map(([id, { invoice }]) => [id, invoice]));
  return going.toSorted(newestNumberFirst).map((invoice) => {
    refuseRefunded(staying, invoice, naming);
    refuseBilledAnew(staying, { going: invoice, naming });
    const deletion = deletionOf([...all.values()], invoice);
    all.set(invoice.invoiceId, { ...invoice, deleted: true, numberFreed: deletion.data.freesNumber });
    return deletion;
  });
};

/** The deletions of invoices, with what becomes of what pays them. @throws RuleBroken */
const withReleases = (state: BillingState, deleted: readonly Deletion[]): BillingEvent[] =>
  deleted.flatMap(({ type, data }): BillingEvent[] => {
    const invoice = invoiceIn(state, data.invoiceId);
    refuseUsedCredit(state, invoice);
    const { moves, events } = releaseOf(state, invoice);
    return [{ type, data: { ...data, moves } }, ...events, ...releaseOfCredit(state, invoice)];
  });

/** Deletes an invoice: payments that marked it as paid are voided, and what else paid it is credit. @throws NotFound, RuleBroken */
export const deleteInvoice =
  (invoiceId: string) =>
  (state: BillingState): BillingEvent[] => {
    const invoice = invoiceIn(state, invoiceId);
    return withReleases(state, deletions(state, [invoice], onItsScreen));
  };

/** Some invoices in the order in which they are deleted: the newest number first, and last what is no invoice. */
export const inOrderOfDeletion = ({ invoices }: BillingState, invoiceIds: readonly string[]): string[] => {
  const known = invoiceIds.flatMap((id) => invoices.get(id)?.invoice ?? []).toSorted(newestNumberFirst);
  return [...known.map(({ invoiceId }) => invoiceId), ...invoiceIds.filter((id) => !invoices.has(id))];
};
