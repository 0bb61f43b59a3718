import { expect, test } from 'vitest';
import { absenceSentence, noShowOn, priceBefore, recordText } from './attendance-price.ts';
import { policyTerms } from './policy.ts';

const price = { rate: 70, isMonthly: false, currency: 'USD' };
const absent = (charge: number) => ({ attendance: 'absent' as const, minutesLate: 0, charge });

test('each date has the share of its own version of the policy, and the full price without one', () => {
  const terms = policyTerms.parse({ tiers: [] });
  const versions = [
    { id: 'a', from: '2026-09-01', off: false as const, ...terms, noShow: 50 },
    { id: 'b', from: '2026-11-01', off: false as const, ...terms, noShow: 0 },
    { id: 'c', from: '2026-12-01', off: true as const },
  ];
  const on = (date: string): number => noShowOn(versions, date);
  expect(['2026-08-31', '2026-10-31', '2026-11-01', '2026-12-01'].map(on)).toEqual([100, 50, 0, 100]);
  expect(noShowOn([], '2026-12-01')).toBe(100);
});

test('what a tap costs is said before it, and what a record costs after it', () => {
  expect(priceBefore(100, price)).toBe('$70.00 either way');
  expect(priceBefore(50, price)).toBe('$70.00 or $35.00');
  expect(priceBefore(33, { ...price, rate: 50 })).toBe('$50.00 or $16.50');
  expect(priceBefore(0, price)).toBe('$70.00 or $0.00');
  expect(priceBefore(50, { ...price, rate: 4501, currency: 'JPY' })).toBe('¥4,501 or ¥2,251');
  expect(priceBefore(50, { ...price, rate: null })).toBeNull();
  expect(priceBefore(50, { ...price, isMonthly: true })).toBe('$35.00 back if not home');
  expect(priceBefore(50, { ...price, isMonthly: true, rate: null })).toBe('No refund either way');

  expect(recordText({ attendance: 'taught', minutesLate: 0, charge: null }, price)).toBe('Taught');
  expect(recordText({ attendance: 'taught', minutesLate: 10, charge: null }, price)).toBe('10\u00a0min late');
  expect(recordText(absent(50), price)).toBe('$35.00 charged');
  expect(recordText(absent(0), price)).toBe('Not charged');
  expect(recordText(absent(0), { ...price, rate: null })).toBe('Not home');
  expect(recordText(absent(50), { ...price, isMonthly: true })).toBe('$35.00 refunded');
  expect(recordText(absent(100), { ...price, isMonthly: true })).toBe('No refund');
});

test('what an absence comes to, a sentence', () => {
  const price = { rate: 40, isMonthly: false, currency: 'USD' };
  const said = (percent: number, of: Partial<typeof price> | { rate: null } = {}) =>
    absenceSentence(percent, { ...price, ...of });
  expect([100, 50, 0].map((percent) => said(percent))).toEqual([
    'The full price, $40.00, is charged.',
    '$20.00 of $40.00 is charged.',
    'Nothing is charged.',
  ]);
  expect([100, 50, 0].map((percent) => said(percent, { rate: null }))).toEqual([
    'The full price is charged.',
    '50\u00a0% of the price is charged.',
    'Nothing is charged.',
  ]);
  expect([100, 50].map((percent) => said(percent, { isMonthly: true }))).toEqual([
    'The month stays charged.',
    '$20.00 of the month is refunded.',
  ]);
});
