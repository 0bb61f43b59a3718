import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { addDays, dayOfWeekOf, daysBetween } from './dates.ts';

const first = Temporal.PlainDate.from('1900-01-01');
const dayInRange = fc.integer({ min: 0, max: first.until('2199-12-31').days });
const dates = dayInRange.map((days) => first.add({ days }));

test('dates are added, subtracted and named as Temporal does, across leap years and centuries', () => {
  fc.assert(
    fc.property(dates, dates, (from, to) => {
      const days = from.until(to, { largestUnit: 'days' }).days;
      expect(daysBetween(from.toString(), to.toString())).toBe(days);
      expect(addDays(from.toString(), days)).toBe(to.toString());
      expect(dayOfWeekOf(from.toString())).toBe(from.dayOfWeek % 7);
    }),
    { numRuns: 2000 },
  );
});

test('every day of 1900, 2000 and 2028 follows the one before', () => {
  for (const year of [1900, 2000, 2028])
    for (
      let date = Temporal.PlainDate.from({ year, month: 1, day: 1 });
      date.year === year;
      date = date.add({ days: 1 })
    )
      expect(addDays(date.toString(), 1)).toBe(date.add({ days: 1 }).toString());
});

test.each(['2026-02-29', '2026-13-01', 'soon', ''])('%j is not a valid date', (text) => {
  expect(() => addDays(text, 1)).toThrow(RangeError);
  expect(() => dayOfWeekOf(text)).toThrow(RangeError);
});
