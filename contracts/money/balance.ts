import { moneyText } from './money.ts';

/** What a balance means; null for a settled one. */
export const balanceWord = (balance: number): 'Owes' | 'Credit' | null =>
  balance === 0 ? null : balance > 0 ? 'Owes' : 'Credit';

/** "Owes $178.50", "Credit $30.00", "Settled": never a bare sign. */
export const balanceText = (cents: number, currency: string, amountText = moneyText): string => {
  const word = balanceWord(cents);
  return word === null ? 'Settled' : `${word} ${amountText(Math.abs(cents) / 100, currency)}`;
};
