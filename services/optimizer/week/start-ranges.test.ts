import { expect, test } from 'vitest';
import { startRanges } from './start-ranges.ts';

test('a lesson is wholly inside one row, on the grid', () => {
  expect(startRanges([{ start: 901, end: 963 }], [], 30, 5)).toEqual([{ low: 905, high: 930 }]);
});

test('rows that touch are not joined, rows that overlap give one range', () => {
  const touching = [
    { start: 900, end: 930 },
    { start: 930, end: 960 },
  ];
  expect(startRanges(touching, [], 45, 1)).toEqual([]);
  const overlapping = [
    { start: 900, end: 960 },
    { start: 920, end: 990 },
  ];
  expect(startRanges(overlapping, [], 30, 1)).toEqual([{ low: 900, high: 960 }]);
});

test('taken time splits a row in two', () => {
  expect(startRanges([{ start: 900, end: 1020 }], [{ start: 940, end: 950 }], 30, 1)).toEqual([
    { low: 900, high: 910 },
    { low: 950, high: 990 },
  ]);
});

test('a row shorter than the lesson has no start', () => {
  expect(startRanges([{ start: 900, end: 920 }], [], 30, 1)).toEqual([]);
});
