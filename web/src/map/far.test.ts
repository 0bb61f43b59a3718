import { describe, expect, test } from 'vitest';
import { farPlaces, ringsFor } from './far.ts';
import type { Frame } from './layout.ts';

const frame: Frame = { width: 460, height: 400, marginX: 60, marginY: 46 };
const austin = { latitude: 30.26, longitude: -97.74 };
const east = { latitude: 30.26, longitude: -97.64 };
const north = { latitude: 30.36, longitude: -97.74 };

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

test('rings have round distances and are not crowded', () => {
  expect(ringsFor(42, 300)).toEqual([2, 4, 6, 8]);
  expect(ringsFor(200, 150)).toEqual([0.5, 1]);
  expect(ringsFor(3, 200)).toEqual([20, 40, 60, 80]);
});
