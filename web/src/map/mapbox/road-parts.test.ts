import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance } from '../layout.ts';
import { dotsAlong, middleOf, partsOf } from './street-labels.ts';

const p = (x: number, y: number) => ({ x, y });
/** East, north, and back to where it began. */
const road = [p(0, 100), p(100, 100), p(100, 0), p(200, 0), p(200, 100), p(0, 100)];

test('a road is divided where it is nearest to its stops, in their order', () => {
  const parts = partsOf(road, [p(101, 2), p(198, 3), p(0, 100)]);
  expect(parts).toEqual([road.slice(0, 3), road.slice(2, 4), road.slice(3)]);
});

test('a stop that the road passes twice is the end of the part after which the next stop comes', () => {
  // East past the first stop to the second, and back on the other side of the street, nearer to the first.
  const back = [p(0, 0), p(100, 0), p(200, 0), p(200, 6), p(100, 6), p(0, 6)];
  expect(partsOf(back, [p(100, 5), p(200, 3), p(0, 3)]).map((part) => part.length)).toEqual([2, 2, 4]);
  expect(partsOf(back, [p(200, 3), p(100, 2), p(0, 3)]).map((part) => part.length)).toEqual([3, 3, 2]);
});

test('the parts of any road follow each other, and none is farther from its stop than in any other order', () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) });
  const stops = fc.array(point, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 7 }), stops, (road, stops) => {
      const parts = partsOf(road, stops);
      const ends = parts.map((part) => part.at(-1) ?? p(99, 99));
      expect(parts[0]?.[0]).toEqual(road[0]);
      for (const [i, part] of parts.slice(1).entries()) expect(part[0]).toBe(ends[i]);
      const sum = (passes: readonly { x: number; y: number }[]): number =>
        passes.reduce((all, pass, i) => all + distance(pass, stops[i] ?? pass), 0);
      const orders = stops.reduce<number[][]>(
        (orders) =>
          orders.flatMap((own) => [...road.keys()].filter((i) => i >= (own.at(-1) ?? 0)).map((i) => [...own, i])),
        [[]],
      );
      const least = Math.min(...orders.map((order) => sum(order.map((i) => road[i] ?? p(99, 99)))));
      expect(sum(ends)).toBeCloseTo(least, 9);
    }),
  );
});

test('a road of ten thousand points is divided at once, and one without points has no parts', () => {
  const long = Array.from({ length: 10_000 }, (_, i) => p(i, 0));
  expect(partsOf(long, [p(10, 1), p(5000, 1), p(9000, 1)]).map((part) => part.length)).toEqual([11, 4991, 4001]);
  expect(partsOf([], [p(1, 1)])).toEqual([[]]);
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
