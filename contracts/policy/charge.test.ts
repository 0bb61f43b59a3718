import fc from 'fast-check';
import { expect, test } from 'vitest';
import { charge, hasLapsed, type ChargedDate } from './charge.ts';

type Cancelled = Extract<ChargedDate, { readonly is: 'cancelled' }>;
const cancelled = (outcome: Cancelled['outcome'], more: Partial<Cancelled> = {}): ChargedDate => ({
  is: 'cancelled',
  by: 'family',
  outcome,
  lapsed: false,
  ...more,
});
const owed: Cancelled['outcome'] = { owed: true, until: '2026-12-31' };

test.each<readonly [string, ChargedDate, number]>([
  ['takes place', { is: 'standing', absent: null }, 5000],
  ['absent', { is: 'standing', absent: 100 }, 5000],
  ['absent at a third', { is: 'standing', absent: 33 }, 1650],
  ['cancelled without a policy', cancelled(null), 0],
  ['cancelled at a half', cancelled({ charge: 50 }), 2500],
  ['cancelled for nothing', cancelled({ charge: 0 }), 0],
  ['owed', cancelled(owed), 5000],
  ['owed and lapsed, by the family', cancelled(owed, { lapsed: true }), 5000],
  ['owed and lapsed, by the teacher', cancelled(owed, { lapsed: true, by: 'teacher' }), 0],
  ['owed and lapsed, by nobody named', cancelled(owed, { lapsed: true, by: null }), 0],
  ['closed', { is: 'closed', money: 'refund', lapsed: false }, 0],
  ['closed, months too', { is: 'closed', money: 'refundMonthlyToo', lapsed: false }, 0],
  ['closed and owed', { is: 'closed', money: 'owed', lapsed: false }, 5000],
  ['closed, owed and lapsed', { is: 'closed', money: 'owed', lapsed: true }, 0],
  ['gone', { is: 'gone' }, 0],
])('a date that is %s', (_, date, cents) => {
  expect(charge(date, 5000, 'USD')).toBe(cents);
});

test('halves round up, to the smallest unit of the currency', () => {
  const third = { is: 'standing', absent: 50 } as const;
  expect([charge(third, 4501, 'USD'), charge(third, 450_100, 'JPY'), charge(third, 0, 'USD')]).toEqual([
    2251, 225_100, 0,
  ]);
});

test('a charge is never below nothing and never above the rate', () => {
  const percent = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      percent,
      fc.constantFrom('USD', 'JPY'),
      (rate, share, currency) => {
        const cents = charge({ is: 'standing', absent: share }, rate, currency);
        expect(cents).toBeGreaterThanOrEqual(0);
        expect(cents).toBeLessThanOrEqual(rate);
      },
    ),
  );
});

test('a lesson lapses the day after its last day', () => {
  expect([
    hasLapsed('2027-01-07', '2027-01-07'),
    hasLapsed('2027-01-07', '2027-01-08'),
    hasLapsed(null, '2199-01-01'),
  ]).toEqual([false, true, false]);
});
