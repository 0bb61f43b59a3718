import { expect, test } from 'vitest';
import { dayText, isSamePeriod, monthAround, monthBefore, periodText } from './period.ts';

test('a month has its first and last day, also in February and at the turn of the year', () => {
  expect(monthAround('2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(monthAround('2028-02-29')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthBefore('2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthBefore('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(isSamePeriod(monthAround('2026-11-01'), monthAround('2026-11-30'))).toBe(true);
});

test('dates name their year only if it is not this one', () => {
  expect(dayText('2026-11-08', '2026-12-01')).toBe('Nov\u00a08');
  expect(dayText('2025-11-08', '2026-12-01')).toBe('Nov\u00a08, 2025');
  expect(periodText({ from: '2026-11-01', to: '2026-11-30' }, '2026-12-01')).toBe('Nov 1 – 30');
  expect(periodText({ from: '2025-11-01', to: '2025-11-30' }, '2026-12-01')).toBe('Nov 1 – 30, 2025');
  expect(periodText({ from: '2025-12-15', to: '2026-01-14' }, '2026-12-01')).toBe('Dec 15, 2025 – Jan 14, 2026');
  expect(periodText({ from: '2026-11-08', to: '2026-11-08' }, '2026-12-01')).toBe('Nov\u00a08');
});
