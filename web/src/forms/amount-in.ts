import { decimalsOf } from '@rondo/contracts/money/money.ts';

/**
 * The number in an amount as a user types it: "55", "$1,200", "55.50"; null for none, NaN for what is no number. A comma separates thousands
 * only: "12,50" is not an amount.
 */
export const amountIn = (typed: string): number | null => {
  const text = typed.replaceAll(/[\s$€£¥]|,(?=\d{3}(?:\D|$))/g, '');
  return text === '' ? null : Number(text);
};

/** An amount as its field has it at first: "55.50", or "900" in a currency without decimals. */
export const typedText = (amount: number, currency: string): string =>
  amount.toFixed(Number.isInteger(amount) ? Math.min(2, decimalsOf(currency)) : 2);
