import { expect, test } from 'vitest';
import type { MapLine, MapPoint } from '../model.ts';
import { linesOf } from './lines.ts';

const point = (id: string, latitude: number): MapPoint => ({
  id,
  place: { latitude, longitude: -97.7 },
  mark: { kind: 'middle' },
  name: '',
  title: id,
});
const line = (from: string, to: string, tour: string): MapLine => ({
  id: `${from}>${to}`,
  from,
  to,
  tone: 2,
  dotted: from === 'home',
  text: null,
  tour,
});
const points = [point('home', 30.1), point('a', 30.2), point('b', 30.3)];
const lines = [line('home', 'a', 'tuesday'), line('a', 'b', 'tuesday'), line('home', 'b', 'friday')];
const named = (css: string): string => css;

test('a drive is a straight line in its color until its road is known', () => {
  const { data, looks } = linesOf({ points, lines }, named);
  const { features } = data;
  expect(features.map(({ geometry }) => geometry.coordinates)).toEqual([
    [
      [-97.7, 30.1],
      [-97.7, 30.2],
    ],
    [
      [-97.7, 30.2],
      [-97.7, 30.3],
    ],
    [
      [-97.7, 30.1],
      [-97.7, 30.3],
    ],
  ]);
  // Lines of one look share a layer.
  expect(looks.map(({ dotted }) => dotted)).toEqual([true, false]);
  expect(features.map(({ properties }) => properties.look)).toEqual([0, 1, 0]);
  expect(looks[0]?.color).toBe('var(--color-day-2)');
});

test('the road of a tour takes the place of its straight lines, and of no other tour’s', () => {
  const road: [number, number][] = [
    [-97.7, 30.1],
    [-97.8, 30.2],
    [-97.7, 30.3],
  ];
  const { data } = linesOf({ points, lines, roads: [{ tour: 'tuesday', tone: 2, line: road }] }, named);
  expect(data.features.map(({ geometry }) => geometry.coordinates)).toEqual([
    road,
    [
      [-97.7, 30.1],
      [-97.7, 30.3],
    ],
  ]);
});

test('a drive to a place that is not on the map is not drawn', () => {
  expect(linesOf({ points: points.slice(1), lines }, named).data.features).toHaveLength(1);
});
