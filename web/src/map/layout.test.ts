import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markerRadius } from './labels.ts';
import { distance, milesFrom, project, projectionOf, spread, type Frame, type Point, type Sized } from './layout.ts';

const frame: Frame = { width: 460, height: 400, marginX: 60, marginY: 46 };
const austin = { latitude: 30.26, longitude: -97.74 };
const east = { latitude: 30.26, longitude: -97.64 };
const north = { latitude: 30.36, longitude: -97.74 };
const inside = ({ x, y }: Point): boolean => x >= 0 && x <= frame.width && y >= 0 && y <= frame.height;

describe('projecting places', () => {
  test('north is up and east is right', () => {
    const { points } = project([austin, east, north], frame);
    const [home, right, up] = points;
    expect(right?.x).toBeGreaterThan(home?.x ?? 0);
    expect(up?.y).toBeLessThan(home?.y ?? 0);
  });

  test('a mile is as long eastwards as northwards', () => {
    const { points, scale } = project([austin, east, north], frame);
    const [home = { x: 0, y: 0 }, right = { x: 0, y: 0 }] = points;
    // A tenth of a degree of longitude at 30.26 degrees north is 5.97 miles.
    expect(distance(home, right) / scale).toBeCloseTo(5.97, 1);
  });

  test('a single place is in the center', () => {
    expect(project([austin], frame).points).toEqual([{ x: 230, y: 200 }]);
  });
});

test('a point of the map is a place, and a place a point', () => {
  const near = fc.record({
    latitude: fc.double({ min: 30, max: 31, noNaN: true }),
    longitude: fc.double({ min: -98, max: -97, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(near, { minLength: 1, maxLength: 8 }), near, (places, place) => {
      const { toPoint, toPlace } = projectionOf(places, frame);
      const back = milesFrom(place, toPlace(toPoint(place)));
      expect(distance(back, { x: 0, y: 0 })).toBeLessThan(0.001);
    }),
  );
});

const circles = (count: number, size: number): Sized[] =>
  Array.from({ length: count }, () => ({ width: size, height: size }));

describe('spreading', () => {
  test('several stops at one point are separated so that every marker is visible', () => {
    const stops = spread(
      project([austin, austin, austin, austin, austin, austin], frame).points,
      circles(6, 36),
      frame,
      true,
    );
    for (const [i, a] of stops.entries())
      for (const b of stops.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(2 * markerRadius);
    expect(stops.every(inside)).toBe(true);
  });

  test('a whole ZIP code at one point becomes a round cluster', () => {
    const stops = spread(
      Array.from({ length: 20 }, () => ({ x: 230, y: 200 })),
      circles(20, 17),
      frame,
      true,
    );
    for (const [i, a] of stops.entries())
      for (const b of stops.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(14);
    for (const stop of stops) expect(distance(stop, { x: 230, y: 200 })).toBeLessThan(60);
  });

  test('home stays where it is', () => {
    const { points } = project([austin, austin, east], frame);
    expect(spread(points, circles(3, 36), frame, true)[0]).toEqual(points[0]);
  });

  test('places that are far apart are not moved', () => {
    const { points } = project([austin, east, north], frame);
    expect(spread(points, circles(3, 36), frame, true)).toEqual(points);
  });
});
