import type { AccountEntry, PaymentEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { isStanding } from '@rondo/contracts/events/billing/account-entry.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { Move } from '@rondo/contracts/events/billing/payments.ts';
import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import { allocate, type Part } from '@rondo/contracts/money/allocation.ts';
import { openDebts, type Debt } from '@rondo/contracts/money/ledger.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { PaymentMethod } from '@rondo/contracts/money/payment-methods.ts';
import { InvalidInput, NotFound, RuleBroken, StaleRevision } from '../../../platform/kit/errors.ts';
import type { BillingState } from '../state.ts';
import { accountOf, endOfSource, freeCredits, dueWhenOpen, refuseHeld, sumOf, type AccountDay } from './credit.ts';

// Payments, and what they pay.

type Details = {
  readonly date: string;
  readonly method: PaymentMethod;
  readonly reference: string | null;
  readonly note: string | null;
};

export type NewPayment = Details & {
  readonly paymentId: string;
  readonly payerId: string;
  readonly cents: number;
  readonly currency: string;
  /** Paid first, in this order. */
  readonly invoiceIds: readonly string[];
  /** Exactly this is paid; absent: what is due first. */
  readonly chosen: readonly Part[] | undefined;
};

const money = (cents: number, currency: string): string => moneyText(cents / 100, currency);

/** Of a payer's open debts, one that a call names. @throws NotFound, RuleBroken, InvalidInput */
const refuseUnpayable = (
  state: BillingState,
  id: string,
  { payerId, currency, source }: { readonly payerId: string; readonly currency: string; readonly source: string },
): void => {
  const entry = state.entries.get(id);
  if (entry && entry.payerId === payerId && entry.kind === 'opening' && isStanding(entry)) return;
  const invoice = state.invoices.get(id)?.invoice;
  if (!invoice || invoice.deleted || invoice.payer.id !== payerId) throw new NotFound('There is no such invoice.');
  if (invoice.status === 'draft') throw new RuleBroken(`${invoice.invoiceNumber} is a draft. Send it first.`);
  if (invoice.currency !== currency)
    throw new InvalidInput(`${invoice.invoiceNumber} is in ${invoice.currency}, this ${source} is in ${currency}.`);
};

const nameOf = (state: BillingState, id: string): string =>
  state.invoices.get(id)?.invoice.invoiceNumber ?? 'The opening balance';

/** Parts as allocations of a source, each with whether it leaves something open. */
const asMoves = (from: string, on: string | null, parts: readonly Part[], debts: readonly Debt[]): Move[] =>
  parts.map(({ to, cents }) => {
    const isPart = (debts.find(({ id }) => id === to)?.openCents ?? 0) > cents;
    return { from, to, cents, on, ...(isPart ? { isPart } : {}) };
  });

/** Chosen allocations exactly, or a refusal that says why. @throws NotFound, RuleBroken, InvalidInput */
const chosenParts = (
  state: BillingState,
  chosen: readonly Part[],
  source: { readonly payerId: string; readonly currency: string; readonly cents: number; readonly source: string },
  debts: readonly Debt[],
): readonly Part[] => {
  const merged = [...Map.groupBy(chosen, ({ to }) => to)].map(([to, parts]) => ({ to, cents: sumOf(parts) }));
  for (const { to } of merged) refuseUnpayable(state, to, source);
  const { cents, currency } = source;
  const sum = sumOf(merged);
  if (sum > cents)
    throw new InvalidInput(
      `The allocations add up to ${money(sum, currency)}, more than the ${source.source} of ${money(cents, currency)}.`,
    );
  for (const part of merged) {
    const open = debts.find(({ id }) => id === part.to)?.openCents ?? 0;
    if (part.cents > open) throw new RuleBroken(`${nameOf(state, part.to)} has only ${money(open, currency)} open.`);
  }
  return merged;
};

/** @throws NotFound, RuleBroken, InvalidInput */
export const recordPayment =
  ({ paymentId, invoiceIds, chosen, ...payment }: NewPayment, { dayOf }: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const { payerId, currency, cents, date } = payment;
    const debts = openDebts(accountOf(state, payerId), dayOf).filter((debt) => debt.currency === currency);
    const source = { payerId, currency, cents, source: 'payment' };
    for (const id of invoiceIds) refuseUnpayable(state, id, source);
    const parts = chosen ? chosenParts(state, chosen, source, debts) : allocate(cents, debts, invoiceIds);
    const moves = asMoves(paymentId, date, parts, debts);
    const { method, reference, note } = payment;
    const recorded = { paymentId, payerId, date, cents, currency, method, reference, note };
    return [{ type: 'PaymentRecorded', data: { ...recorded, byStatus: false, replaces: null, moves } }];
  };

/** A payment, voided or not. @throws NotFound */
export const paymentIn = ({ entries }: BillingState, id: string): PaymentEntry => {
  const entry = entries.get(id);
  if (entry?.kind !== 'payment' || entry.removed) throw new NotFound('There is no such payment.');
  return entry;
};

/** @throws RuleBroken while something of it is refunded, or held by a mail */
const refuseUsed = (state: BillingState, { entryId, payerId, refundedCents, currency }: PaymentEntry): void => {
  if (refundedCents > 0)
    throw new RuleBroken(`${money(refundedCents, currency)} of this payment was refunded. Void the refund first.`);
  refuseHeld(accountOf(state, payerId).invoices, entryId);
};

/** Again is a no-op. @throws NotFound, RuleBroken */
export const voidPayment =
  (paymentId: string, reason: string | null, day: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const payment = paymentIn(state, paymentId);
    if (payment.voidedAt !== null) return [];
    refuseUsed(state, payment);
    const { payerId, pays } = payment;
    const moves = endOfSource(state, paymentId, pays, day);
    return [{ type: 'PaymentVoided', data: { paymentId, payerId, reason, moves, byStatus: false, undone: false } }];
  };

export type PaymentChange = { readonly [Name in keyof Details]: Details[Name] | undefined } & {
  readonly paymentId: string;
  readonly cents: number | undefined;
  readonly revision: string | undefined;
  /** Of the payment that takes its place, with another amount. */
  readonly newId: string;
};

/** With another amount it is voided, and another payment takes its place. @throws NotFound, RuleBroken */
export const changePayment =
  ({ paymentId, cents, newId, revision, ...change }: PaymentChange, day: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const payment = paymentIn(state, paymentId);
    refuseStale(revision, payment, 'payment');
    if (payment.voidedAt !== null) throw new RuleBroken('This payment was voided.');
    const { payerId, currency, pays, byStatus } = payment;
    const details = {
      date: change.date ?? payment.on,
      method: change.method ?? payment.method,
      reference: change.reference === undefined ? payment.reference : change.reference,
      note: change.note === undefined ? payment.note : change.note,
    };
    if (cents === undefined || cents === payment.cents) {
      const isSame =
        details.date === payment.on &&
        details.method === payment.method &&
        details.reference === payment.reference &&
        details.note === payment.note;
      if (isSame) return [];
      const paid = pays.map(({ to }) => to);
      return [{ type: 'PaymentChanged', data: { paymentId, payerId, ...details, pays: paid } }];
    }
    refuseUsed(state, payment);
    const account = accountOf(state, payerId);
    const paidBy = new Map(pays.map((part) => [part.to, part.cents]));
    // What it pays is open for the payment that takes its place.
    const debts = openDebts(account, day.dayOf).filter((debt) => debt.currency === currency);
    let remaining = cents;
    const same = pays.flatMap(({ to, cents: before }) => {
      const part = Math.min(remaining, before);
      remaining -= part;
      return part > 0 ? [{ to, cents: part }] : [];
    });
    const rest = allocate(remaining, debts);
    const parts = [...Map.groupBy([...same, ...rest], ({ to }) => to)].map(([to, own]) => ({ to, cents: sumOf(own) }));
    const moves = parts.map((part) => {
      const open = (paidBy.get(part.to) ?? 0) + (debts.find(({ id }) => id === part.to)?.openCents ?? 0);
      return { from: newId, ...part, on: details.date, ...(open > part.cents ? { isPart: true } : {}) };
    });
    const ended = endOfSource(state, paymentId, pays, day);
    return [
      {
        type: 'PaymentVoided',
        data: { paymentId, payerId, reason: null, moves: ended, byStatus: false, undone: false },
      },
      {
        type: 'PaymentRecorded',
        data: { paymentId: newId, payerId, cents, currency, ...details, byStatus, replaces: paymentId, moves },
      },
    ];
  };

/** Something of a payer that can pay: how much, and what it pays. @throws NotFound, RuleBroken */
const sourceIn = (state: BillingState, payerId: string, id: string) => {
  const entry = state.entries.get(id);
  if (entry && entry.payerId === payerId && entry.kind !== 'refund' && isStanding(entry)) {
    const isDebt = entry.kind === 'opening' && entry.side === 'owes';
    if (!isDebt)
      return { pays: entry.pays, cents: entry.cents - entry.refundedCents, currency: entry.currency, on: entry.on };
  }
  const invoice = state.invoices.get(id)?.invoice;
  if (!invoice || invoice.deleted || invoice.payer.id !== payerId || invoice.totalCents >= 0)
    throw new NotFound('There is no such payment.');
  if (invoice.status === 'draft') throw new RuleBroken(`${invoice.invoiceNumber} is a draft. Send it first.`);
  const { pays, totalCents, refundedCents, currency, issuedOn: on } = invoice;
  return { pays, cents: -totalCents - refundedCents, currency, on };
};

export type AllocationChange = {
  readonly payerId: string;
  readonly from: string;
  readonly parts: readonly Part[];
  readonly revision: string | undefined;
};

/** Replaces what one source pays. @throws NotFound, RuleBroken, InvalidInput */
export const setAllocations =
  ({ payerId, from, parts, revision }: AllocationChange, day: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const { pays, cents, currency, on } = sourceIn(state, payerId, from);
    refuseStale(revision, state.entries.get(from), 'payment');
    const credit = state.invoices.get(from);
    if (credit) refuseStale(revision, { revision: credit.paysAt }, 'invoice');
    const account = accountOf(state, payerId);
    const before = new Map(pays.map((part) => [part.to, part.cents]));
    const open = openDebts(account, day.dayOf).filter((debt) => debt.currency === currency);
    const free = [...new Set([...before.keys(), ...open.map(({ id }) => id)])].map((id) => {
      const debt = open.find((one) => one.id === id);
      const openCents = (debt?.openCents ?? 0) + (before.get(id) ?? 0);
      return {
        isOpening: false,
        number: '',
        dueOn: null,
        issuedOn: '',
        totalCents: 0,
        currency,
        ...debt,
        id,
        openCents,
      };
    });
    const after = chosenParts(state, parts, { payerId, currency, cents, source: 'payment' }, free);
    const isSame = after.length === pays.length && after.every(({ to, cents: part }) => before.get(to) === part);
    if (isSame) return [];
    refuseHeld(account.invoices, from);
    const ended = pays.flatMap((part) => {
      const less = part.cents - (after.find(({ to }) => to === part.to)?.cents ?? 0);
      return less > 0
        ? [{ from, to: part.to, cents: -less, on: null, ...dueWhenOpen(state.invoices.get(part.to)?.invoice, day) }]
        : [];
    });
    const made = asMoves(from, on, after, free).flatMap((move) => {
      const more = move.cents - (before.get(move.to) ?? 0);
      return more > 0 ? [{ ...move, cents: more }] : [];
    });
    return [{ type: 'AllocationsSet', data: { payerId, moves: [...ended, ...made] } }];
  };

/** Gives all credit, the oldest first, to what is open. @throws RuleBroken */
export const applyCredit =
  (payerId: string, { dayOf }: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const account = accountOf(state, payerId);
    const credits = freeCredits(account, dayOf);
    const debts = openDebts(account, dayOf);
    if (credits.length === 0) {
      for (const { from } of account.invoices.flatMap((invoice) => invoice.held)) refuseHeld(account.invoices, from);
      throw new RuleBroken('There is no credit to apply.');
    }
    if (debts.length === 0) throw new RuleBroken('Nothing is open.');
    const open = new Map(debts.map((debt) => [debt.id, debt.openCents]));
    const moves = credits.flatMap(({ id, date, currency, creditCents }) => {
      const remaining = debts
        .filter((debt) => debt.currency === currency)
        .map((debt) => ({ ...debt, openCents: open.get(debt.id) ?? 0 }));
      const parts = allocate(creditCents, remaining);
      for (const { to, cents } of parts) open.set(to, (open.get(to) ?? 0) - cents);
      return asMoves(id, date, parts, remaining);
    });
    if (moves.length === 0) throw new RuleBroken('Nothing is open.');
    return [{ type: 'AllocationsSet', data: { payerId, moves } }];
  };

/** @throws StaleRevision when an entry has changed since a revision */
export const refuseStale = (
  seen: string | undefined,
  entry: Pick<AccountEntry, 'revision'> | undefined,
  what: Parameters<typeof changedElsewhere>[0],
): void => {
  if (seen !== undefined && entry && Number(seen) < entry.revision) throw new StaleRevision(changedElsewhere(what));
};
