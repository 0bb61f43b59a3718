import { expect, test } from 'vitest';
import { centsOf, refuseCardNumbers } from './amounts.ts';

test.each([0, -1, Number.NaN])('%d is no amount', (amount) => {
  expect(() => centsOf(amount, 'USD')).toThrow('The amount must be greater than 0.');
});

test.each([0.005, 100.001, 1e-7, 1e-9, 1e-12, Number.MIN_VALUE])('%d has more than two decimals', (amount) => {
  expect(() => centsOf(amount, 'USD')).toThrow('The amount must have at most two decimals.');
});

test.each([
  [0.01, 1],
  [0.1 + 0.2, 30],
  [178.5, 17_850],
  [999_999.99, 99_999_999],
  [1_000_000, 100_000_000],
])('%d is %d cents', (amount, cents) => {
  expect(centsOf(amount, 'USD')).toBe(cents);
});

test('a currency without decimals has whole amounts up to a million', () => {
  expect(centsOf(1200, 'JPY')).toBe(120_000);
  expect(() => centsOf(1200.5, 'JPY')).toThrow('The amount must be a whole number.');
  expect(() => centsOf(1e9, 'JPY')).toThrow('The amount must be at most 1,000,000.');
});

test.each(['4111111111111111', 'Visa 4111-1111-1111-1111', '4111.1111.1111.1111', 'check 1042 4111 1111 1111 1111'])(
  '%s may be the number of a card',
  (text) => {
    expect(() => refuseCardNumbers(null, text)).toThrow('This looks like a card number.');
  },
);

test.each(['1042', '4111 1111 1111 1112', 'DE89 3704 0044 0532 0130 00', '(512) 555-0100, 2026-11-20'])(
  '%s is no number of a card',
  (text) => {
    expect(() => refuseCardNumbers(text)).not.toThrow();
  },
);
