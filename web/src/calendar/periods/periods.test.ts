import { expect, test } from 'vitest';
import { periodIn, periodsOf } from './periods.ts';

test('the present term is reported on, else the last 90 days, or two dates', () => {
  const today = '2026-11-28';
  const terms = [
    { id: 'spring', name: 'Spring 2026', from: '2026-01-05', to: '2026-06-05', createdAt: '', revision: '0' },
    { id: 'fall', name: 'Fall 2026', from: '2026-09-01', to: '2026-12-18', createdAt: '', revision: '0' },
  ];
  const choice = { period: null, from: null, to: null };
  const periods = periodsOf(terms, today, 400);
  expect(periods.map(({ label }) => label)).toEqual([
    'Fall 2026',
    'Spring 2026',
    'This month',
    'Last month',
    'Last 90 days',
  ]);
  expect(periods.slice(2, 4).map(({ from, to }) => [from, to])).toEqual([
    ['2026-11-01', '2026-11-30'],
    ['2026-10-01', '2026-10-31'],
  ]);
  expect(periodIn(choice, periods, today, 400).key).toBe('fall');
  expect(periodIn({ ...choice, period: 'spring' }, periods, today, 400).from).toBe('2026-01-05');
  expect(periodIn({ ...choice, period: 'gone' }, periods, today, 400).key).toBe('fall');
  expect(periodIn(choice, periodsOf([], today, 400), today, 400)).toMatchObject({ from: '2026-08-31', to: today });
  const other = { period: 'other', from: '2026-11-02', to: '2026-11-03' };
  expect(periodIn(other, periods, today, 400)).toEqual({ key: 'other', from: '2026-11-02', to: '2026-11-03' });
  expect(periodIn({ ...other, to: '2026-11-01' }, periods, today, 400).problem).toMatch(/before the first/);
  expect(periodIn({ ...other, to: '2027-12-07' }, periods, today, 400).problem).toMatch(/at most 400 days/);
  expect(periodsOf(terms, today, 120).map(({ label }) => label)).toContain('Fall 2026');
  expect(
    periodsOf(terms, today, 108)
      .map(({ label }) => label)
      .slice(0, 1),
  ).toEqual(['This month']);
  expect(periodIn({ ...other, to: '2027-12-06' }, periods, today, 400).problem).toBeUndefined();
});
