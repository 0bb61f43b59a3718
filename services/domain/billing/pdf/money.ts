import { currencyName, moneyText, plainAmount } from '@rondo/contracts/money/money.ts';

/** Amounts of a currency as an invoice prints them. */
export const moneyIn = (currency: string) => ({
  /** "$165.00". */
  full: (cents: number): string => moneyText(cents / 100, currency),
  /** "165.00". */
  plain: (cents: number): string => plainAmount(cents / 100, currency),
  /** "US dollars". */
  name: currencyName(currency),
});
export type Money = ReturnType<typeof moneyIn>;
