import type { AvailabilityWindow } from '@rondo/contracts/events/fields.ts';
import type { DayWindow } from '@rondo/contracts/calendar/windows.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canFollow, fixedNeighbors, visitsOf } from './meeting.ts';

const hour = 60;
const open = (dayOfWeek: DayWindow['dayOfWeek'], from: number, to: number): AvailabilityWindow => ({
  id: `${dayOfWeek} ${from}`,
  dayOfWeek,
  start: from * hour,
  end: to * hour,
  enabled: true,
  isPreferred: false,
});
const week: DayWindow[] = ([1, 2, 3, 4, 5] as const).map((dayOfWeek) => ({
  dayOfWeek,
  start: 13 * hour,
  end: 20 * hour,
}));
const visits = (...rows: AvailabilityWindow[]) => visitsOf(week, rows, 45);

test('two who are free on different days, or outside the teacher’s, never follow each other', () => {
  expect(canFollow(visits(open(1, 14, 16)), visits(open(2, 14, 16)))).toBe(false);
  expect(canFollow(visits(open(1, 8, 10)), visits(open(1, 8, 10)))).toBe(false);
  expect(canFollow(visits(open(1, 14, 16)), visits(open(2, 14, 16), open(1, 18, 19)))).toBe(true);
});

test('nor do two who are free for one lesson at the same time', () => {
  expect(canFollow(visits(open(1, 14, 15)), visits(open(1, 14, 15)))).toBe(false);
  expect(canFollow(visits(open(1, 14, 15)), visits(open(1, 15, 16)))).toBe(true);
  expect(canFollow(visits(open(1, 15, 16)), visits(open(1, 14, 15)))).toBe(true);
});

test('whoever can be taught one after the other is asked for', () => {
  const quarter = fc.integer({ min: 48, max: 84 });
  const rows = fc.array(
    fc.record({ day: fc.constantFrom(1, 2, 3), from: quarter, length: fc.integer({ min: 1, max: 12 }) }),
    { maxLength: 4 },
  );
  const duration = fc.constantFrom(30, 45, 60);
  fc.assert(
    fc.property(rows, duration, rows, duration, (ones, oneTakes, others, otherTakes) => {
      const windows = (given: typeof ones): AvailabilityWindow[] =>
        given.map(({ day, from, length }) => ({
          ...open(day === 1 ? 1 : day === 2 ? 2 : 3, 0, 0),
          start: from * 15,
          end: (from + length) * 15,
        }));
      const [one, other] = [visitsOf(week, windows(ones), oneTakes), visitsOf(week, windows(others), otherTakes)];
      /** The starts of lessons in steps of 5 minutes, as a plan may have them. */
      const starts = (given: AvailabilityWindow[], takes: number) =>
        week.flatMap(({ dayOfWeek, start, end }) =>
          Array.from({ length: (end - start) / 5 }, (_, i) => start + i * 5)
            .filter((at) => at + takes <= end)
            .filter((at) =>
              given.some((row) => row.dayOfWeek === dayOfWeek && row.start <= at && at + takes <= row.end),
            )
            .map((at) => ({ dayOfWeek, at })),
        );
      const [first, second] = [starts(windows(ones), oneTakes), starts(windows(others), otherTakes)];
      const isPossible = first.some((a) =>
        second.some((b) => a.dayOfWeek === b.dayOfWeek && (a.at + oneTakes <= b.at || b.at + otherTakes <= a.at)),
      );
      if (isPossible) expect(canFollow(one, other)).toBe(true);
      expect(canFollow(one, other)).toBe(canFollow(other, one));
    }),
  );
});

test('of fixed entries only neighbors on a day are driven between', () => {
  const pairs = fixedNeighbors([
    { dayOfWeek: 1, start: 17 * hour },
    { dayOfWeek: 1, start: 14 * hour },
    { dayOfWeek: 2, start: 14 * hour },
    { dayOfWeek: 1, start: 15 * hour },
  ]);
  expect(pairs).toEqual(new Set(['1 3', '3 1', '3 0', '0 3']));
});
