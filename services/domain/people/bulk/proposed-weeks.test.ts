import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomWeek, standardWeek } from './proposed-weeks.ts';

test('a random week has one window on two to four days, two to four hours between 2 and 9 PM on a grid of 30 minutes', () => {
  fc.assert(
    fc.property(fc.uuid(), (seed) => {
      const week = randomWeek(seed);
      const days = week.map(({ dayOfWeek }) => dayOfWeek);
      expect(week.length).toBeGreaterThanOrEqual(2);
      expect(week.length).toBeLessThanOrEqual(4);
      expect(days).toEqual([...new Set(days)].toSorted((a, b) => a - b));
      expect(days).not.toContain(0);
      for (const { startTime, endTime, enabled, isPreferred } of week) {
        const [start, end] = [toMinutes(startTime), toMinutes(endTime)];
        expect([start % 30, end % 30, enabled, isPreferred]).toEqual([0, 0, true, false]);
        expect(start).toBeGreaterThanOrEqual(14 * 60);
        expect(end).toBeLessThanOrEqual(21 * 60);
        expect(end - start).toBeGreaterThanOrEqual(120);
        expect(end - start).toBeLessThanOrEqual(240);
      }
      expect(randomWeek(seed)).toEqual(week);
    }),
  );
});

test('random weeks use every day, length and hour', () => {
  const all = Array.from({ length: 2000 }, (_, i) => randomWeek(`seed ${i}`));
  const seen = (of: (window: (typeof all)[number][number]) => unknown) => new Set(all.flat().map(of)).size;
  expect(new Set(all.map(({ length }) => length))).toEqual(new Set([2, 3, 4]));
  expect(seen(({ dayOfWeek }) => dayOfWeek)).toBe(6);
  expect(seen(({ startTime, endTime }) => toMinutes(endTime) - toMinutes(startTime))).toBe(5);
  expect(seen(({ startTime }) => startTime)).toBe(11);
  expect(seen(({ endTime }) => endTime)).toBe(11);
});

test('a standard week is Monday to Friday from 4 to 9 PM', () => {
  expect(standardWeek().map(({ dayOfWeek, startTime, endTime }) => `${dayOfWeek} ${startTime} ${endTime}`)).toEqual(
    [1, 2, 3, 4, 5].map((day) => `${day} 16:00 21:00`),
  );
});
