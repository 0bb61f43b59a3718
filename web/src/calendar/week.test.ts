import { describe, expect, test } from 'vitest';
import { weekLabel, weekRange } from './week.ts';

describe('the label of a week', () => {
  test.each([
    ['2026-11-16', 'This Week'],
    ['2026-11-23', 'Next Week'],
    ['2026-11-09', 'Last Week'],
    ['2026-12-07', '3 Weeks Ahead'],
    ['2026-11-02', '2 Weeks Ago'],
  ])('of %s, seen on Saturday 21 November, is %s', (monday, label) => {
    expect(weekLabel(monday, '2026-11-21')).toBe(label);
  });

  test('counts Sunday as the last day of its week', () => {
    expect(weekLabel('2026-11-16', '2026-11-22')).toBe('This Week');
    expect(weekLabel('2026-11-16', '2026-11-23')).toBe('Last Week');
  });
});

test('a week’s range runs from Monday to Sunday', () => {
  expect(weekRange('2026-10-05')).toBe('Oct 5 – 11, 2026');
  expect(weekRange('2026-11-30')).toBe('Nov 30 – Dec 6, 2026');
});
