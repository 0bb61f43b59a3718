const minus = '−';

/** Amounts of a currency as an invoice prints them. */
export const moneyIn = (currency: string) => {
  const digits = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
  const maximumFractionDigits = Math.max(2, digits.maximumFractionDigits ?? 2);
  const style = { style: 'currency', currency, maximumFractionDigits } as const;
  const withSign = new Intl.NumberFormat('en-US', {
    ...style,
    minimumFractionDigits: digits.minimumFractionDigits ?? 2,
  });
  const bare = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: digits.minimumFractionDigits ?? 2,
    maximumFractionDigits,
  });
  const named = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' });
  const signed = (cents: number, text: string): string => (cents < 0 ? `${minus}${text}` : text);
  return {
    /** "$165.00". */
    full: (cents: number): string => signed(cents, withSign.format(Math.abs(cents) / 100)),
    /** "165.00". */
    plain: (cents: number): string => signed(cents, bare.format(Math.abs(cents) / 100)),
    /** "US dollars". */
    name: named.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency,
  };
};
export type Money = ReturnType<typeof moneyIn>;
