import { expect, test } from 'vitest';
import { farPoints, type FarSign } from '../far.ts';
import { frameOf } from '../layout.ts';
import type { MapPoint } from '../model.ts';
import { streetSigns } from './street-labels.ts';

const size = { width: 500, height: 400 };
const student = (id: string, latitude: number, longitude: number): MapPoint => ({
  id,
  place: { latitude, longitude },
  mark: { kind: 'student', of: null, selected: false },
  name: id,
  title: id,
});
const points = [
  student('Ann', 30.26, -97.74),
  student('Ben', 30.3, -97.74),
  student('Cy', 30.26, -97.7),
  student('Di', 30.22, -97.74),
  student('Waco', 31.55, -97.15),
  student('Temple', 31.1, -97.34),
];
const away = farPoints(points, frameOf(size, 0));
/** A degree is 1000 pixels, and this place is in the middle. */
const around = (latitude: number, longitude: number) => (place: MapPoint['place']) => ({
  x: size.width / 2 + (place.longitude - longitude) * 1000,
  y: size.height / 2 - (place.latitude - latitude) * 1000,
});
const signs = (latitude: number, longitude: number): FarSign[] =>
  streetSigns(points, away, { size, below: 44 }, around(latitude, longitude));

test('who lives far away has a sign inside the map, none on another, in the direction in which to move it', () => {
  const shown = signs(30.26, -97.72);
  expect(shown.map(({ id }) => id).toSorted()).toEqual(['Temple', 'Waco']);
  for (const { box, angle } of shown) {
    expect([box.x >= 0, box.y >= 0, box.x + box.width <= 500, box.y + box.height <= 400 - 44]).toEqual(
      Array(4).fill(true),
    );
    // Clockwise from the east: to the northeast.
    expect([angle < 0, angle > -Math.PI / 2]).toEqual([true, true]);
  }
  const [a, b] = shown.map(({ box }) => box);
  expect(Math.abs((a?.y ?? 0) - (b?.y ?? 0))).toBeGreaterThanOrEqual(28);
});

test('no sign is on the buttons at the upper right, on a phone as well', () => {
  for (const width of [320, 358, 500])
    for (const longitude of [-97.1, -97.3, -97.5, -97.72])
      for (const { box } of streetSigns(points, away, { size: { ...size, width }, below: 44 }, (place) => ({
        x: width / 2 + (place.longitude - longitude) * 1000,
        y: 200 - (place.latitude - 30.26) * 1000,
      })))
        expect(
          [box.x >= 0, box.x + box.width <= width - 52 || box.y >= 96, box.y < 60 || box.y > 300 || box.x > width / 2],
          `${width} ${longitude} ${box.x} ${box.y}`,
        ).toEqual([true, true, true]);
});

test('one that the map has been moved to has its mark, and the other is in another direction from there', () => {
  const [temple, ...others] = signs(31.55, -97.15);
  expect([temple?.id, others]).toEqual(['Temple', []]);
  // To the southwest.
  expect((temple?.angle ?? 0) > Math.PI / 2).toBe(true);
});
