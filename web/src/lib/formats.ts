// The browser's own formats. The first of a kind takes it 10 to 50 ms to make, so each is made when it is first used, not when a file is loaded.

const once = <Format>(make: () => Format): (() => Format) => {
  let made: Format | undefined;
  return () => (made ??= make());
};

const numbers = once(() => new Intl.NumberFormat('en-US'));
const tenths = once(() => new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const lists = once(() => new Intl.ListFormat('en-US', { type: 'conjunction' }));
const currencies = once(() => new Intl.DisplayNames('en-US', { type: 'currency' }));

/** "12,345". */
export const numberText = (value: number): string => numbers().format(value);

/** "97.0". */
export const tenthsText = (value: number): string => tenths().format(value);

/** "Monday, Tuesday, and Friday". */
export const listText = (items: Iterable<string>): string => lists().format(items);

/** "US Dollar" of USD; the code where the browser knows no name. */
export const currencyName = (code: string): string => currencies().of(code) ?? code;
