import type { OpeningEntry } from '@rondo/contracts/events/billing/account-entry.ts';
import { paidCents, usedCents } from '@rondo/contracts/events/billing/allocations.ts';
import type { BillingEvent } from '@rondo/contracts/events/billing/billing.ts';
import type { Move } from '@rondo/contracts/events/billing/payments.ts';
import { balanceText } from '@rondo/contracts/money/balance.ts';
import { moneyText } from '@rondo/contracts/money/money.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { BillingState } from '../state.ts';
import { accountOf, endOfSource, refuseHeld, type AccountDay } from './credit.ts';
import { refuseStale } from './record.ts';

// What a payer owed, or had as credit, before Rondo kept the account.

type Opening = Pick<OpeningEntry, 'side' | 'cents' | 'note'> & { readonly date: string };

/** A payer's opening balance, in words; null without one. */
export const openingInWords = (state: BillingState, payerId: string): string | null => {
  const known = accountOf(state, payerId).entries.find(({ kind }) => kind === 'opening');
  if (known?.kind !== 'opening') return null;
  return balanceText(known.side === 'owes' ? known.cents : -known.cents, known.currency);
};

/** @throws RuleBroken when there is one already */
export const setOpeningBalance =
  (
    opening: Opening &
      Pick<OpeningEntry, 'payerId' | 'currency'> & { readonly openingId: string; readonly payer: string },
  ) =>
  (state: BillingState): BillingEvent[] => {
    const { payer, ...data } = opening;
    const known = openingInWords(state, opening.payerId);
    if (known !== null) throw new RuleBroken(`${payer} has an opening balance already: ${known}. Change it instead.`);
    return [{ type: 'OpeningBalanceSet', data: { ...data, moves: [] } }];
  };

/** @throws NotFound */
export const openingIn = ({ entries }: BillingState, id: string): OpeningEntry => {
  const entry = entries.get(id);
  if (entry?.kind !== 'opening' || entry.removed) throw new NotFound('There is no such opening balance.');
  return entry;
};

/** @throws RuleBroken when more of a credit is used than is left */
const refuseUsed = (opening: OpeningEntry, left: number): void => {
  const used = usedCents(opening);
  if (used > left) throw new RuleBroken(`${moneyText(used / 100, opening.currency)} of this credit was used.`);
};

/** What has paid more of a debt than there is now, the newest first, is credit. */
const overpaid = (opening: OpeningEntry, left: number): Move[] => {
  let over = paidCents(opening) - left;
  return opening.paidBy.toReversed().flatMap(({ from, cents }) => {
    const part = Math.max(0, Math.min(over, cents));
    over -= part;
    return part > 0 ? [{ from, to: opening.entryId, cents: -part, on: null }] : [];
  });
};

export type OpeningChange = Partial<Opening> & { readonly openingId: string; readonly revision: string | undefined };

/** A debt that is less than what is paid of it makes credit of the rest. @throws NotFound, RuleBroken, StaleRevision */
export const changeOpeningBalance =
  ({ openingId, revision, ...change }: OpeningChange) =>
  (state: BillingState): BillingEvent[] => {
    const opening = openingIn(state, openingId);
    refuseStale(revision, opening, 'opening balance');
    const { payerId, currency, on } = opening;
    const after = {
      date: change.date ?? on ?? '',
      side: change.side ?? opening.side,
      cents: change.cents ?? opening.cents,
      note: change.note === undefined ? opening.note : change.note,
    };
    const isSame =
      after.date === on && after.side === opening.side && after.cents === opening.cents && after.note === opening.note;
    if (isSame) return [];
    refuseHeld(accountOf(state, payerId).invoices, openingId);
    refuseUsed(opening, after.side === 'credit' ? after.cents : 0);
    const moves = overpaid(opening, after.side === 'owes' ? after.cents : 0);
    // What it pays has been paid on its day.
    const redated =
      after.date === on
        ? []
        : opening.pays.flatMap(({ to, cents, at }): Move[] => [
            { from: openingId, to, cents: -cents, on: null },
            { from: openingId, to, cents, on: after.date, at },
          ]);
    return [
      { type: 'OpeningBalanceSet', data: { openingId, payerId, currency, ...after, moves: [...moves, ...redated] } },
    ];
  };

/** What paid it is credit, and what it paid is open again. @throws NotFound, RuleBroken */
export const removeOpeningBalance =
  (openingId: string, day: AccountDay) =>
  (state: BillingState): BillingEvent[] => {
    const opening = openingIn(state, openingId);
    const { payerId, pays, refundedCents } = opening;
    refuseHeld(accountOf(state, payerId).invoices, openingId);
    if (refundedCents > 0) refuseUsed(opening, 0);
    const moves = [...overpaid(opening, 0), ...endOfSource(state, openingId, pays, day)];
    return [{ type: 'OpeningBalanceRemoved', data: { openingId, payerId, moves } }];
  };
