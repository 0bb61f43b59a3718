const formats = new Map<string, Intl.NumberFormat>();

/** The decimals that a currency has, as Intl knows them: none in yen, two in dollars, three in Kuwaiti dinars. */
const formatOf = (currency: string, decimals?: 2): Intl.NumberFormat => {
  const key = `${currency} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  });
  formats.set(key, format);
  return format;
};

/** How many decimals amounts in a currency have. */
export const decimalsOf = (currency: string): number => formatOf(currency).resolvedOptions().maximumFractionDigits ?? 2;

/** Why a rate cannot be in a currency; null if it can. Without decimals: the rates of others have two at most in any case. */
export const rateProblem = (rate: number, currency: string): string | null =>
  decimalsOf(currency) === 0 && !Number.isInteger(rate)
    ? `The rate must be a whole number: ${currency} has no decimals.`
    : null;

/** Why an amount cannot be paid, refunded or owed in a currency; null if it can. */
export const amountProblem = (amount: number, currency: string): string | null => {
  if (!(amount > 0)) return 'The amount must be greater than 0.';
  if (amount > 1_000_000) return 'The amount must be at most 1,000,000.';
  if (decimalsOf(currency) === 0 && !Number.isInteger(amount)) return 'The amount must be a whole number.';
  const cents = Math.round(amount * 100);
  // An amount below a thousandth of a cent rounds to none.
  return cents === 0 || Math.abs(amount * 100 - cents) > 1e-6 ? 'The amount must have at most two decimals.' : null;
};

/** Amounts are kept in hundredths: no part of one is hidden, also in a currency without smaller units. */
const formatFor = (amount: number, currency: string): Intl.NumberFormat => {
  const usual = formatOf(currency);
  const { maximumFractionDigits: decimals = 2 } = usual.resolvedOptions();
  return decimals < 2 && !Number.isInteger(amount) ? formatOf(currency, 2) : usual;
};

/** Minus signs as wide as digits. -0 is written as 0. */
const partsOf = (amount: number, currency: string): Intl.NumberFormatPart[] =>
  formatFor(amount, currency)
    .formatToParts(amount === 0 ? 0 : amount)
    .map((part) => (part.type === 'minusSign' ? { ...part, value: '−' } : part));

const textOf = (parts: readonly Intl.NumberFormatPart[]): string => parts.map(({ value }) => value).join('');

/** "$55.00", "−€1,200.00". */
export const moneyText = (amount: number, currency: string): string => textOf(partsOf(amount, currency));

/** The same in two parts, for a figure: "$1,200" and ".00"; "¥1,200" and "". */
export const moneyParts = (amount: number, currency: string): { whole: string; cents: string } => {
  const parts = partsOf(amount, currency);
  const decimal = parts.findIndex(({ type }) => type === 'decimal');
  if (decimal === -1) return { whole: textOf(parts), cents: '' };
  return { whole: textOf(parts.slice(0, decimal)), cents: textOf(parts.slice(decimal)) };
};

/** "−55.00": for columns whose head or total names the currency. */
export const plainAmount = (amount: number, currency: string): string =>
  textOf(partsOf(amount, currency).filter(({ type }) => type !== 'currency' && type !== 'literal'));

/** "$", "€", "CHF". */
export const currencySign = (currency: string): string =>
  partsOf(0, currency).find(({ type }) => type === 'currency')?.value ?? currency;

/** The sum of amounts with two decimals, without the errors of floating point. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;

/** "US dollars". */
export const currencyName = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')?.value ?? currency;
