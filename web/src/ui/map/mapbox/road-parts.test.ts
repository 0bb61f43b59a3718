import { expect, test } from 'vitest';
import { dotsAlong, middleOf, partsOf } from './road-parts.ts';

const p = (x: number, y: number) => ({ x, y });
/** East, north, and back to where it began. */
const road = [p(0, 100), p(100, 100), p(100, 0), p(200, 0), p(200, 100), p(0, 100)];

test('a road is divided where it is nearest to its stops, in their order', () => {
  const parts = partsOf(road, [p(101, 2), p(198, 3), p(0, 100)]);
  expect(parts).toEqual([road.slice(0, 3), road.slice(2, 4), road.slice(3)]);
});

test('the middle of a line is on it, also around a corner', () => {
  const curve = middleOf(road.slice(0, 3));
  const half = curve && {
    x: (curve.from.x + 2 * curve.bend.x + curve.to.x) / 4,
    y: (curve.from.y + 2 * curve.bend.y + curve.to.y) / 4,
  };
  expect(half).toEqual(p(100, 100));
  expect(middleOf([p(5, 5), p(5, 5)])).toBeNull();
  expect(middleOf([])).toBeNull();
});

test('dots are spaced evenly along a line', () => {
  expect(dotsAlong(road.slice(0, 3), 50)).toEqual([p(0, 100), p(50, 100), p(100, 100), p(100, 50), p(100, 0)]);
});
