import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  curveOf,
  distance,
  farPlaces,
  markerRadius,
  placeLabels,
  milesFrom,
  project,
  projectionOf,
  ringsFor,
  spread,
  type Frame,
  type Point,
} from './layout.ts';

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

describe('places at the edge of the map', () => {
  const town = [austin, { ...austin, latitude: 30.3 }, { ...austin, longitude: -97.7 }, { ...austin, latitude: 30.22 }];
  const waco = { latitude: 31.55, longitude: -97.15 };
  const temple = { latitude: 31.1, longitude: -97.34 };

  test('one who lives so far away that the others would shrink to less than half is not among them', () => {
    expect(farPlaces([...town, waco], frame).map(({ index }) => index)).toEqual([4]);
    const [far] = farPlaces([...town, waco], frame);
    expect(far?.miles).toBeCloseTo(95, -1);
    // To the northeast: clockwise from the east, north is at minus 90 degrees.
    expect(((far?.angle ?? 0) * 180) / Math.PI).toBeCloseTo(-67, -1);
  });

  test('two far away leave the map together, and nobody does from a map of three', () => {
    expect(farPlaces([...town, waco, { ...waco, latitude: 31.5 }], frame).map(({ index }) => index)).toEqual([4, 5]);
    expect(farPlaces([...town, waco, temple], frame).map(({ index }) => index)).toEqual([4, 5]);
    expect(farPlaces([austin, east, waco], frame)).toEqual([]);
  });

  test('a studio without anybody far away has everybody on the map', () => {
    expect(farPlaces([...town, east, north], frame)).toEqual([]);
  });
});

describe('spreading', () => {
  test('several stops at one point are separated so that every marker is visible', () => {
    const stops = spread(project([austin, austin, austin, austin, austin, austin], frame).points, 36, frame, true);
    for (const [i, a] of stops.entries())
      for (const b of stops.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(2 * markerRadius);
    expect(stops.every(inside)).toBe(true);
  });

  test('a whole ZIP code at one point becomes a round cluster', () => {
    const stops = spread(
      Array.from({ length: 20 }, () => ({ x: 230, y: 200 })),
      17,
      frame,
      true,
    );
    for (const [i, a] of stops.entries())
      for (const b of stops.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(14);
    for (const stop of stops) expect(distance(stop, { x: 230, y: 200 })).toBeLessThan(60);
  });

  test('home stays where it is', () => {
    const { points } = project([austin, austin, east], frame);
    expect(spread(points, 36, frame, true)[0]).toEqual(points[0]);
  });

  test('places that are far apart are not moved', () => {
    const { points } = project([austin, east, north], frame);
    expect(spread(points, 36, frame, true)).toEqual(points);
  });
});

describe('labels', () => {
  test('do not cover markers or each other if there is room', () => {
    const markers = project([austin, east, north], frame).points;
    const [a = { x: 0, y: 0 }, b = a, c = a] = markers;
    const { pills, names } = placeLabels({
      markers,
      legs: [curveOf(a, b), curveOf(b, c), curveOf(c, a)].map((curve) => ({ curve, pill: { width: 48, height: 20 } })),
      names: [b, c].map((at) => ({ at, size: { width: 60, height: 16 } })),
      frame,
    });
    const boxes = [...pills, ...names].filter((box) => box !== null);
    expect(boxes).toHaveLength(5);
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1))
        expect(
          one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ).toBe(false);
  });

  test('every leg has its minutes, however crowded the map is', () => {
    const crowd = Array.from({ length: 12 }, (_, i) => ({ x: 150 + (i % 4) * 36, y: 150 + Math.floor(i / 4) * 36 }));
    const { pills } = placeLabels({
      markers: crowd,
      legs: crowd.slice(1).map((to, i) => ({
        curve: curveOf(crowd[i] ?? to, to),
        pill: { width: 48, height: 20 },
      })),
      names: [],
      frame,
    });
    expect(pills.filter((box) => box === null)).toEqual([]);
  });

  test('a name that would cover too much is omitted from the map', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => ({ x: 60 + (i % 8) * 34, y: 60 + Math.floor(i / 8) * 34 }));
    const { names } = placeLabels({
      markers: crowd,
      legs: [],
      names: [{ at: crowd[20] ?? { x: 0, y: 0 }, size: { width: 90, height: 16 } }],
      frame,
    });
    expect(names).toEqual([null]);
  });
});

test('rings have round distances and are not crowded', () => {
  expect(ringsFor(42, 300)).toEqual([2, 4, 6, 8]);
  expect(ringsFor(200, 150)).toEqual([0.5, 1]);
  expect(ringsFor(3, 200)).toEqual([20, 40, 60, 80]);
});
