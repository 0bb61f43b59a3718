import { expect, test } from 'vitest';
import { tourClock } from './clock.ts';

const window = { start: 900, end: 1200 };

test('without blocks the clock is the window', () => {
  const clock = tourClock(window, []);
  expect(clock.length).toBe(300);
  expect(clock.fromDay(1000)).toBe(100);
  expect(clock.toDay(100)).toBe(1000);
});

test('the clock stops in blocked time, whether blocks touch, overlap or extend beyond the window', () => {
  const clock = tourClock(window, [
    { start: 850, end: 910 },
    { start: 1000, end: 1030 },
    { start: 1020, end: 1040 },
  ]);
  expect(clock.length).toBe(250);
  expect([910, 1000, 1020, 1040, 1200].map(clock.fromDay)).toEqual([0, 90, 90, 90, 250]);
});

test('a lesson that starts when a block begins starts after it', () => {
  const clock = tourClock(window, [{ start: 1000, end: 1040 }]);
  expect([0, 99, 100, 101].map(clock.toDay)).toEqual([900, 999, 1040, 1041]);
});
