import { expect, test } from 'vitest';
import { typedAmount } from './money-form.ts';

test.each([
  ['', 'Please enter the amount.'],
  ['abc', 'The amount must be a number.'],
  ['12,50', 'The amount must be a number.'],
  ['0', 'The amount must be greater than 0.'],
  ['-1', 'The amount must be greater than 0.'],
  ['0.005', 'The amount must have at most two decimals.'],
  ['12.345', 'The amount must have at most two decimals.'],
  ['1000000.01', 'The amount must be at most 1,000,000.'],
])('an amount typed as "%s" is refused before it is sent', (typed, sentence) => {
  const { error } = typedAmount('USD').safeParse(typed);
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});

test('an amount is read as the user types it, and as its currency allows', () => {
  expect(typedAmount('USD').parse('$1,200.50')).toBe(1200.5);
  expect(typedAmount('JPY').safeParse('12.5').error?.issues[0]?.message).toBe('The amount must be a whole number.');
});
