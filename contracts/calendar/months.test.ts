import { expect, test } from 'vitest';
import { firstDayOf, lastDayOf, monthName, monthsOf } from './months.ts';

test('the months of a period are counted inclusively, over the turn of a year', () => {
  expect(monthsOf('2026-11-15', '2026-12-10')).toEqual(['2026-11', '2026-12']);
  expect(monthsOf('2026-12-31', '2027-01-01')).toEqual(['2026-12', '2027-01']);
  expect(monthsOf('2026-12-05', '2026-12-05')).toEqual(['2026-12']);
});

test('a month has its first and last day, in leap years too, and a name', () => {
  expect(['2026-12', '2027-02', '2028-02', '2100-02'].map(lastDayOf)).toEqual([
    '2026-12-31',
    '2027-02-28',
    '2028-02-29',
    '2100-02-28',
  ]);
  expect(firstDayOf('2028-02')).toBe('2028-02-01');
  expect(monthName('2026-12')).toBe('December 2026');
});
