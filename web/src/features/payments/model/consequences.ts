import type { Account } from '@rondo/contracts/api/payer-accounts.ts';
import type { Allocation, Payment } from '@rondo/contracts/api/payments.ts';
import { moneyText, sumOf } from '@rondo/contracts/money/money.ts';
import { capitalized, documentName } from './words.ts';

/** What the end of allocations does to their documents: "INV-2026-0083 will be open again with $200.00." */
export const opensAgain = (
  { documents }: Pick<Account, 'documents'>,
  ended: readonly Allocation[],
  currency: string,
): string[] =>
  ended.map(({ to, number, amount }) => {
    const open = documents.find(({ id }) => id === to)?.open ?? 0;
    const name = capitalized(documentName({ number }));
    const sum = moneyText(sumOf([open, amount]), currency);
    return open === 0 ? `${name} will be open again with ${sum}.` : `${name} will have ${sum} open.`;
  });

/** What a refund ends of a payment: its credit goes first, then what it paid last. */
export const endedBy = ({ unallocated, allocations }: Payment, refunded: number): Allocation[] => {
  let remaining = Math.round((refunded - unallocated) * 100);
  return allocations.toReversed().flatMap((one) => {
    const cents = Math.max(0, Math.min(remaining, Math.round(one.amount * 100)));
    remaining -= cents;
    return cents === 0 ? [] : [{ ...one, amount: cents / 100 }];
  });
};
