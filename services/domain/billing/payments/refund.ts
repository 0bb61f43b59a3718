import type { RefundEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { creditOfEntry, isStanding, openOfEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import { openCentsOf } from '@rondo/contracts/events/billing/invoice.ts';
import type { Move, Taking } from '@rondo/contracts/events/billing/payments.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import type { PaymentMethod } from '@rondo/contracts/money/payment-methods.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { BillingState } from '../state.ts';
import { accountOf, dayOfSource, freeCredits, dueWhenOpen, payerIdOf, refuseHeld, type AccountDay } from './credit.ts';
import { paymentIn } from './record.ts';

// Money that is given back.

export type NewRefund = {
  readonly refundId: string;
  readonly payerId: string;
  readonly date: string;
  readonly cents: number;
  readonly currency: string;
  readonly method: PaymentMethod;
  readonly reference: string | null;
  /** Of this payment; absent: of the credit. */
  readonly paymentId: string | undefined;
};

const money = (cents: number, currency: string): string => moneyText(cents / 100, currency);

/** What a refund takes of a payment: its credit first, then its newest allocations, of one append the latest due date. @throws NotFound, RuleBroken */
const takenOfPayment = (state: BillingState, { payerId, cents, currency }: NewRefund, paymentId: string): Taking[] => {
  const payment = paymentIn(state, paymentId);
  if (payment.payerId !== payerId) throw new NotFound('There is no such payment.');
  if (payment.voidedAt !== null) throw new RuleBroken('This payment was voided.');
  refuseHeld(accountOf(state, payerId).invoices, paymentId);
  const most = payment.cents - payment.refundedCents;
  if (cents > most) throw new RuleBroken(`At most ${money(most, currency)} of this payment can be refunded.`);
  const ofCredit = Math.min(cents, creditOfEntry(payment));
  let remaining = cents - ofCredit;
  const dueOf = (to: string): string => {
    const invoice = state.invoices.get(to)?.invoice;
    return invoice?.dueOn ?? invoice?.issuedOn ?? state.entries.get(to)?.on ?? '';
  };
  const newest = payment.pays.toSorted(
    (a, b) => (a.at < b.at ? 1 : Number(a.at > b.at) * -1) || (dueOf(a.to) < dueOf(b.to) ? 1 : -1),
  );
  return [
    ...(ofCredit > 0 ? [{ from: paymentId, to: null, cents: ofCredit }] : []),
    ...newest.flatMap(({ to, cents: paid }) => {
      const part = Math.min(remaining, paid);
      remaining -= part;
      return part > 0 ? [{ from: paymentId, to, cents: part }] : [];
    }),
  ];
};

/** What a refund takes of the credit, the oldest first. @throws RuleBroken */
const takenOfCredit = (
  state: BillingState,
  { payerId, cents, currency }: NewRefund,
  { dayOf }: AccountDay,
): Taking[] => {
  const account = accountOf(state, payerId);
  const credits = freeCredits(account, dayOf).filter((credit) => credit.currency === currency);
  const credit = credits.reduce((sum, { creditCents }) => sum + creditCents, 0);
  if (cents > credit) {
    for (const { from } of account.invoices.flatMap((invoice) => invoice.held)) refuseHeld(account.invoices, from);
    throw new RuleBroken(
      credit === 0 ? 'There is no credit to refund.' : `The credit is only ${money(credit, currency)}.`,
    );
  }
  let remaining = cents;
  return credits.flatMap(({ id: from, creditCents }) => {
    const part = Math.min(remaining, creditCents);
    remaining -= part;
    return part > 0 ? [{ from, to: null, cents: part }] : [];
  });
};

/** @throws NotFound, RuleBroken */
export const refundMoney =
  (refund: NewRefund, day: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const { paymentId, ...rest } = refund;
    const takings =
      paymentId === undefined ? takenOfCredit(state, refund, day) : takenOfPayment(state, refund, paymentId);
    const moves = takings.flatMap(({ from, to, cents }): Move[] =>
      to === null ? [] : [{ from, to, cents: -cents, on: null, ...dueWhenOpen(state.invoices.get(to)?.invoice, day) }],
    );
    return [{ type: 'MoneyRefunded', data: { ...rest, byStatus: false, taken: takings, moves } }];
  };

/** @throws NotFound */
export const refundIn = ({ entries }: BillingState, id: string): RefundEntry => {
  const entry = entries.get(id);
  if (entry?.kind !== 'refund' || entry.removed) throw new NotFound('There is no such refund.');
  return entry;
};

const openOf = ({ invoices, entries }: BillingState, id: string): number => {
  const invoice = invoices.get(id)?.invoice;
  if (invoice) return openCentsOf(invoice);
  const entry = entries.get(id);
  return entry ? openOfEntry(entry) : 0;
};

/** What it took pays again where that is open; the rest is credit. Again is a no-op. @throws NotFound */
export const voidRefund =
  (refundId: string, { dayOf }: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const refund = refundIn(state, refundId);
    if (!isStanding(refund)) return [];
    const { payerId, taken: takings } = refund;
    const moves = takings.flatMap(({ from, to, cents }): Move[] => {
      // A document that is in another account by now is not paid again.
      const isPayable = to !== null && payerIdOf(state, to) === payerIdOf(state, from);
      const part = isPayable ? Math.min(cents, openOf(state, to)) : 0;
      return to === null || part === 0 ? [] : [{ from, to, cents: part, on: dayOfSource(state, from, dayOf) }];
    });
    return [
      { type: 'MoneyRefundVoided', data: { refundId, payerId, taken: takings, moves, byStatus: false, undone: false } },
    ];
  };
