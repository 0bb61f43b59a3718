import { decimalsOf } from './money.ts';

/** What a charge is for. */
export const chargeCategories = ['book', 'registration', 'travel', 'discount', 'other'] as const;
export type ChargeCategory = (typeof chargeCategories)[number];

export const chargeCategoryNames: Readonly<Record<ChargeCategory, string>> = {
  book: 'Book or material',
  registration: 'Registration',
  travel: 'Travel',
  discount: 'Discount',
  other: 'Other',
};

export const longestDescription = 200;
const mostAmount = 100_000;

/** Why a charge of a category cannot be of an amount in a currency; null if it can. A discount is below zero. */
export const chargeProblem = (amount: number, category: ChargeCategory, currency: string): string | null => {
  const isDiscount = category === 'discount';
  if (isDiscount && !(amount < 0)) return 'A discount must be less than 0.';
  if (!isDiscount && !(amount > 0)) return 'The amount must be greater than 0.';
  if (Math.abs(amount) > mostAmount) return 'The amount must be at most 100,000.';
  if (decimalsOf(currency) === 0 && !Number.isInteger(amount)) return 'The amount must be a whole number.';
  const cents = Math.round(amount * 100);
  // An amount below a thousandth of a cent rounds to none.
  return cents === 0 || Math.abs(amount * 100 - cents) > 1e-6 ? 'The amount must have at most two decimals.' : null;
};
