import { expect, test } from 'vitest';
import { addDays } from '../calendar/dates.ts';
import { kindOf, mileageFigures, rounded, ratedLegs, tenthsIn, type CountedLeg } from './figures.ts';
import { homeCountsIn, rateNotice, ratesOf, taxYear, taxYearOf, unitOf, type Country } from './rates.ts';

const currencyOf = { US: 'USD', GB: 'GBP', DE: 'EUR', other: 'USD' } as const;

const settingOf = (country: Country) => ({
  from: '2025-01-01',
  country,
  unit: unitOf(country) ?? ('mi' as const),
  rates: [],
});

const leg = (date: string, tenths: number | null, kind: CountedLeg['kind'] = 'business'): CountedLeg => ({
  date,
  tenths,
  kind,
  exact: true,
});

/** Home to Ann, Ben, Cy and home: 5.2, 3.1, 4.4 and 6.3 miles. */
const day = (date: string, country: Country) =>
  [52, 31, 44, 63].map((tenths, i) =>
    leg(date, tenthsIn(tenths, 'mi', unitOf(country) ?? 'mi'), i === 0 || i === 3 ? 'home' : 'business'),
  );

const figuresOf = (country: Country, legs: readonly CountedLeg[], homeDrivesCount: boolean) => {
  const currency = currencyOf[country];
  return mileageFigures(ratedLegs(legs, { rates: ratesOf(settingOf(country), currency), homeDrivesCount }), currency);
};

test('the figures of a day in each country', () => {
  const us = figuresOf('US', day('2026-12-01', 'US'), true);
  expect(us.figures).toMatchObject({ driven: 19, business: 19, commuting: 0, other: 0, amount: 13.78 });
  expect(figuresOf('US', day('2026-12-01', 'US'), false)).toEqual({
    figures: { driven: 19, business: 7.5, commuting: 11.5, other: 0, unknown: 0, estimated: 0, amount: 5.44 },
    rates: [{ from: '2026-01-01', rate: 0.725, distance: 7.5, amount: 5.44 }],
  });
  const across = [leg('2025-05-01', 99_900), ...day('2025-12-01', 'GB')];
  expect(figuresOf('GB', across, true).rates).toEqual([
    { from: '2025-04-06', rate: 0.45, distance: 10_000, amount: 4500 },
    { from: '2025-04-06', rate: 0.25, distance: 9, amount: 2.25 },
  ]);
  expect(figuresOf('GB', across, true).figures.amount - 9990 * 0.45).toBeCloseTo(6.75, 9);
  const later = [leg('2026-05-01', 99_900), ...day('2026-12-01', 'GB')];
  expect(figuresOf('GB', later, true).figures.amount - 9990 * 0.55).toBeCloseTo(7.75, 9);
  expect(figuresOf('DE', day('2026-12-01', 'DE'), homeCountsIn('DE')).figures).toMatchObject({
    driven: 30.6,
    amount: 9.18,
  });
  const turn = figuresOf('US', [...day('2025-12-31', 'US'), ...day('2026-01-01', 'US')], true);
  expect(turn.rates.map(({ amount }) => amount)).toEqual([13.3, 13.78]);
});

test('unknown and estimated drives, and those of appointments, are counted apart', () => {
  const legs = [
    leg('2026-01-05', null, 'home'),
    { ...leg('2026-01-05', 10), exact: false },
    leg('2026-01-05', 7, 'other'),
  ];
  expect(figuresOf('US', legs, true).figures).toEqual({
    driven: 1.7,
    business: 1,
    commuting: 0,
    other: 0.7,
    unknown: 1,
    estimated: 1,
    amount: 0.73,
  });
  expect([kindOf('home', 'other'), kindOf('home', 'student'), kindOf('student', 'student')]).toEqual([
    'other',
    'home',
    'business',
  ]);
});

test('years, own rates and what is said without one', () => {
  expect([taxYear('GB', 2026), taxYear('DE', 2026).from]).toEqual([
    { from: '2026-04-06', to: '2027-04-05' },
    '2026-01-01',
  ]);
  expect(['2026-04-05', '2026-04-06'].map((date) => taxYearOf('GB', date))).toEqual([2025, 2026]);
  const own = { from: '2026-01-01', rate: 0.6, above: null, source: null };
  expect(ratesOf({ ...settingOf('US'), rates: [own] }, 'USD').map(({ rate }) => rate)).toEqual([0.7, 0.6]);
  const notices = [
    rateNotice(settingOf('US'), 'CHF', 2026),
    rateNotice(settingOf('US'), 'USD', 2026),
    rateNotice(settingOf('US'), 'USD', 2027),
    rateNotice(settingOf('DE'), 'EUR', 2027),
  ];
  expect(notices).toEqual(['Enter a rate in CHF.', null, 'No rate of 2027 is known yet: that of 2026 is used.', null]);
  expect([rounded(54_375, 'USD'), rounded(54_375, 'JPY'), rounded(55_000, 'JPY')]).toEqual([5.44, 5, 6]);
});

test('the parts of 10,000 random years add up to their rates and their amount', () => {
  let seed = 71;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let i = 0; i < 10_000; i += 1) {
    const country = (['US', 'GB', 'DE'] as const)[i % 3] ?? 'US';
    const currency = currencyOf[country];
    const { from } = taxYear(country, 2025 + random(2));
    const legs = Array.from({ length: 12 }, (_, n) =>
      leg(
        addDays(from, n * 30),
        random(10) === 0 ? null : random(20_000),
        (['business', 'home', 'other'] as const)[random(3)],
      ),
    );
    const rated = ratedLegs(legs, { rates: ratesOf(settingOf(country), currency), homeDrivesCount: random(2) === 0 });
    const { figures, rates } = mileageFigures(rated, currency);
    const parts = rated.flatMap((one) => one.parts);
    for (const { from: start, rate, distance, amount } of rates) {
      const own = parts.filter((part) => part.from === start && part.rate === rate);
      expect(own.reduce((sum, { tenths }) => sum + tenths, 0) / 10).toBe(distance);
      expect(
        rounded(
          own.reduce((sum, { tenThousandths }) => sum + tenThousandths, 0),
          currency,
        ),
      ).toBe(amount);
    }
    expect(figures.amount).toBeCloseTo(
      rates.reduce((sum, { amount }) => sum + amount, 0),
      6,
    );
    expect(figures.business + figures.commuting + figures.other).toBeCloseTo(figures.driven, 6);
  }
});
