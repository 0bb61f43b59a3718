import { expect, test } from 'vitest';
import { currencyName, currencySign, moneyParts, moneyText, plainAmount, sumOf } from './money.ts';

test('amounts have the decimals and the sign of their currency, and a real minus', () => {
  expect(moneyText(1200, 'USD')).toBe('$1,200.00');
  expect(moneyText(-55.5, 'EUR')).toBe('−€55.50');
  expect(moneyText(-0, 'USD')).toBe('$0.00');
  expect(moneyText(900, 'JPY')).toBe('¥900');
  expect(moneyText(900.5, 'JPY')).toBe('¥900.50');
  expect(moneyText(55.5, 'KWD').replace('\u00a0', ' ')).toBe('KWD 55.500');
  expect(currencySign('GBP')).toBe('£');
  expect(currencyName('USD')).toBe('US dollars');
});

test('a figure has its cents apart, a column no sign of the currency', () => {
  expect(moneyParts(-14_022.05, 'USD')).toEqual({ whole: '−$14,022', cents: '.05' });
  expect(moneyParts(5000, 'JPY')).toEqual({ whole: '¥5,000', cents: '' });
  expect(plainAmount(-1055, 'USD')).toBe('−1,055.00');
  expect(plainAmount(55, 'CHF')).toBe('55.00');
});

test('sums are exact', () => {
  expect(sumOf([0.1, 0.2, -0.3])).toBe(0);
  expect(sumOf(Array.from({ length: 300 }, () => 55.1))).toBe(16_530);
});
