import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isInMonth } from '@rondo/contracts/calendar/months.ts';
import {
  invoiceProgress,
  isOnCharge,
  type BillingEvent,
  type billingEvents,
  type InvoiceEntry,
} from '@rondo/contracts/events/billing/billing.ts';
import { wasToBeMailed } from '@rondo/contracts/events/billing/invoice-keeping.ts';
import { ownStatus, type Invoice } from '@rondo/contracts/events/billing/invoice.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { RuleBroken } from '../../platform/kit/errors.ts';
import type { UndoEffect } from '../../platform/commands/undo/undo-commands.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';
import {
  chargeContentOf,
  chargeEffect,
  chargeName,
  refuseChangedCharges,
  restoredCharge,
  type ChargeContent,
} from './charges/undo-charges.ts';
import { deletions } from './deletion.ts';
import { sameDateAs, sameDateOfStudent } from './due/match.ts';
import { sumOf } from './payments/credit.ts';
import {
  allocationChanges,
  allocationsSet,
  entryContentOf,
  entryEffect,
  entryName,
  refuseImpossible,
  restoredEntry,
  type EntryContent,
} from './payments/undo-entries.ts';
import { billingAggregate, refundsAmong, stoodTogether, type Billed, type BillingState } from './state.ts';

/** A credit has what it pays, too. */
type Progress = z.infer<typeof invoiceProgress> & { readonly pays?: Invoice['pays'] };

/**
 * What undo restores of a studio's invoices and of what pays them, by id: an empty list is a deleted one. What an invoice bills never changes,
 * and that it is paid follows from what pays it.
 */
type BillingContent = Readonly<Record<string, Progress | EntryContent | ChargeContent | readonly []>>;

const progressOf = (invoice: Invoice): Progress => {
  const progress = invoiceProgress.parse({
    ...invoice,
    status: ownStatus(invoice),
    paidAt: invoice.statusBefore === null ? invoice.paidAt : null,
  });
  return invoice.totalCents < 0 ? { ...progress, pays: invoice.pays } : progress;
};

const contentOf = ({ invoices, entries, charges }: BillingState): BillingContent =>
  Object.fromEntries([
    ...[...invoices].map(([id, { invoice }]) => [id, invoice.deleted ? ([] as const) : progressOf(invoice)] as const),
    ...[...entries].map(([id, entry]) => [id, entryContentOf(entry)] as const),
    ...[...charges].map(([id, charge]) => [id, chargeContentOf(charge)] as const),
  ]);

const isProgress = (row: BillingContent[string] | undefined): row is Progress =>
  row !== undefined && !Array.isArray(row) && !('kind' in row);

const isCharge = (row: BillingContent[string] | undefined): row is ChargeContent =>
  row !== undefined && 'kind' in row && row.kind === 'charge';

const isInMonthOf = ({ months }: Invoice, { studentId, kind, date }: InvoiceEntry): boolean =>
  kind === 'lesson' && months.some((charged) => charged.studentId === studentId && isInMonth(date, charged.month));

type Touching = { readonly invoiceId: string; readonly entry: number };

/** The billed dates that an invoice refunds or corrects. */
const touchedBy = ({ refunds, corrections }: Invoice): readonly Touching[] => [...refunds, ...corrections];

/** Why a deleted invoice cannot come back to the invoices that stand; null if it can. `all`: deleted ones too. */
const obstacle = (billed: Billed, standing: readonly Billed[], all: Iterable<Billed>): string | null => {
  const { invoice } = billed;
  const { invoiceId, invoiceNumber } = invoice;
  for (const { invoice: other } of all)
    if (other.invoiceId !== invoiceId && other.invoiceNumber === invoiceNumber && !other.numberFreed)
      return `${invoiceNumber} is the number of another invoice now`;

  const isOwn = sameDateAs(invoice.entries);
  const isRefunded = refundsAmong([invoice, ...standing.map((other) => other.invoice)]);
  const open = sameDateOfStudent(invoice.entries.filter((_, entry) => !isRefunded(invoiceId, entry)));
  for (const one of standing) {
    const { invoice: other } = one;
    const isNew = !stoodTogether(billed, one);
    const bills =
      other.entries.some(
        (entry, i) =>
          (isNew && (isOwn(entry) || isInMonthOf(invoice, entry))) || (!isRefunded(other.invoiceId, i) && open(entry)),
      ) ||
      other.months.some(({ studentId, month }) =>
        invoice.months.some((own) => own.studentId === studentId && own.month === month),
      ) ||
      (isNew && invoice.entries.some((entry) => isInMonthOf(other, entry)));
    if (bills) return `a lesson of ${invoiceNumber} is on ${other.invoiceNumber} now`;
    const isAlsoOwn = (part: Touching): boolean =>
      touchedBy(invoice).some((own) => own.invoiceId === part.invoiceId && own.entry === part.entry);
    const refunds = isNew && other.refunds.some(isAlsoOwn);
    if (!refunds && isNew && other.corrections.some(isAlsoOwn))
      return `${other.invoiceNumber} corrects a lesson of ${invoiceNumber} now`;
    if (refunds) return `${other.invoiceNumber} refunds a lesson of ${invoiceNumber} now`;
  }
  const stands = new Set([invoiceId, ...standing.map((other) => other.invoice.invoiceId)]);
  const isMissing = touchedBy(invoice).some((part) => !stands.has(part.invoiceId));
  return isMissing ? `${invoiceNumber} refunds a lesson of an invoice that has been deleted` : null;
};

/** What is kept of an invoice that goes back: what was to be mailed is, also for a draft. */
const keptOf = (invoice: Invoice, target: Progress): Pick<Progress, 'keptAt' | 'print'> => {
  const { keptAt, print } = wasToBeMailed(invoice) ? invoice : target;
  return { keptAt, print };
};

/** The invoices that are deleted or as they were, in this order. @param reopening those that allocations end of @throws RuleBroken */
const restoredInvoices = (
  state: BillingState,
  target: BillingContent | null,
  reopening: ReadonlySet<string>,
): BillingEvent[] => {
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
    const { pays: _, ...own } = row;
    const { pays: __, ...now } = progressOf(invoice);
    const progress = { ...own, ...keptOf(invoice, row) };
    // One that was marked as paid without being sent counts as sent while what pays it is away.
    const reopens = reopening.has(invoiceId) && progress.status === 'draft';
    if (!invoice.deleted && !reopens && isDeepStrictEqual(now, progress)) continue;
    if (invoice.deleted) returning.push(billed);
    restored.push({ type: 'InvoiceRestored', data: { invoiceId, ...progress, moves: [] } });
  }
  for (const billed of returning) {
    const why = obstacle(billed, [...standing.values()], state.invoices.values());
    if (why !== null) throw new RuleBroken(`This can no longer be undone: ${why}.`);
    standing.set(billed.invoice.invoiceId, billed);
  }
  return [...deletions(state, going), ...restored];
};

/** What each source pays in a content. */
const paysIn = (row: BillingContent[string] | undefined): Invoice['pays'] =>
  row !== undefined && !Array.isArray(row) && 'pays' in row ? (row.pays ?? []) : [];

const restoreTo = (
  state: BillingState,
  target: BillingContent | null,
  { today }: { readonly today: IsoDate },
): BillingEvent[] => {
  const sources = [
    ...[...state.entries.values()].map((entry) => ({ id: entry.entryId, payerId: entry.payerId, on: entry.on })),
    ...[...state.invoices.values()].flatMap(({ invoice }) =>
      invoice.totalCents < 0 ? [{ id: invoice.invoiceId, payerId: invoice.payer.id, on: invoice.issuedOn }] : [],
    ),
  ];
  const changes = sources.map((source) => {
    const present = state.entries.get(source.id) ?? state.invoices.get(source.id)?.invoice;
    const pays = present && 'pays' in present ? present.pays : [];
    return { ...source, ...allocationChanges(state, { ...source, pays, target: paysIn(target?.[source.id]), today }) };
  });
  const events = [
    ...allocationsSet(changes.map(({ payerId, ended }) => ({ payerId, moves: ended }))),
    ...[...state.entries.values()].flatMap((entry) => restoredEntry(entry, target?.[entry.entryId])),
    ...[...state.charges.values()].flatMap((charge) => {
      const row = target?.[charge.chargeId];
      return restoredCharge(charge, isCharge(row) ? row : null);
    }),
    ...restoredInvoices(state, target, new Set(changes.flatMap(({ ended }) => ended.map(({ to }) => to)))),
    ...allocationsSet(changes.map(({ payerId, made }) => ({ payerId, moves: made }))),
  ];
  refuseImpossible(state, events);
  refuseChangedCharges(state, events);
  return events;
};

/** How much more a source pays than a batch left it to, of each document. */
const usedSince = (
  name: string,
  after: BillingContent | null,
  now: BillingContent,
): { readonly to: string; readonly cents: number }[] => {
  const earlier = new Map(paysIn(after?.[name]).map(({ to, cents }) => [to, cents]));
  return paysIn(now[name]).flatMap(({ to, cents }) => {
    const more = cents - (earlier.get(to) ?? 0);
    return more > 0 ? [{ to, cents: more }] : [];
  });
};

const isDeleted = (row: BillingContent[string] | undefined): boolean => Array.isArray(row) && row.length === 0;

/** A payment of a batch has paid something since, or what a deleted invoice was paid with has. */
const whyChanged: NonNullable<Restorable<typeof billingEvents, BillingState, BillingContent>['whyChanged']> = (
  part,
  { before, after, now, state },
) => {
  const currency = (state.entries.get(part) ?? state.invoices.get(part)?.invoice)?.currency ?? 'USD';
  const [first] = usedSince(part, after, now);
  if (first === undefined) return null;
  const deleted = Object.keys(before ?? {}).some((id) => isProgress(before?.[id]) && isDeleted(after?.[id]));
  if (deleted) {
    const released = Object.keys(after ?? {}).filter((id) => !isDeepStrictEqual(before?.[id], after?.[id]));
    const used = sumOf(released.flatMap((id) => usedSince(id, after, now)));
    return `${moneyText(used / 100, currency)} of its payments was used since`;
  }
  const name = state.invoices.get(first.to)?.invoice.invoiceNumber ?? 'the opening balance';
  return `${moneyText(first.cents / 100, currency)} of it pays ${name} since`;
};

export const restorableBilling: Restorable<typeof billingEvents, BillingState, BillingContent> = {
  aggregate: billingAggregate,
  contentOf,
  restoreTo,
  whyChanged,
  nameOf: (content, part) => {
    const row = part === undefined ? undefined : content[part];
    if (isCharge(row)) return chargeName(row);
    return row !== undefined && 'kind' in row ? entryName(row) : 'An invoice';
  },
  refuses: ({ type }) =>
    type === 'InvoiceSendRequested' || type === 'StatementSendRequested'
      ? 'An email that was sent cannot be taken back.'
      : null,
};

/** What events of an undo do to invoices and to what pays them, in sentences. */
export const invoiceEffects = (state: BillingState, events: readonly BillingEvent[]): UndoEffect[] => {
  const moves = events.flatMap(({ data }) => ('moves' in data ? (data.moves ?? []) : []));
  return events.flatMap((event) => {
    if (isOnCharge(event)) return chargeEffect(state, event);
    if (!('invoiceId' in event.data)) return entryEffect(state, event, moves);
    const { invoiceId } = event.data;
    const invoice = state.invoices.get(invoiceId)?.invoice;
    const isBack = invoice?.deleted === true ? 'is back' : 'is as before';
    const what = event.type === 'InvoiceDeleted' ? 'goes' : isBack;
    return [{ kind: 'invoices', id: invoiceId, sentence: `${invoice?.invoiceNumber ?? 'An invoice'} ${what}` }];
  });
};
