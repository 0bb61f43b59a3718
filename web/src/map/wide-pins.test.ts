import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streetLabels } from './mapbox/street-labels.ts';
import { sizeOf, type MapMark, type MapPoint } from './model.ts';
import { drawingOf } from './schematic-layout.ts';

// Pins of one, two or three stops have different widths; on a phone many of them are near each other.

const phone = { width: 358, height: 420 };
const austin = { latitude: 30.26, longitude: -97.74 };

const tourPin = (text: string, i: number, aside: number): MapPoint => ({
  id: `${i}`,
  place: { latitude: austin.latitude + (aside % 7) / 800, longitude: austin.longitude + aside / 900 },
  mark: { kind: 'tour', text, day: 2, pending: false },
  name: '',
  title: text,
});
const home: MapPoint = { id: 'home', place: austin, mark: { kind: 'home' }, name: '', title: 'Home' };
/** So far away on all sides that the others are near each other. */
const far = [30.6, 29.9].map((latitude, i): MapPoint => ({
  ...tourPin('We 1', 90 + i, 0),
  place: { latitude, longitude: i === 0 ? -97.4 : -98.1 },
}));

type Drawn = { readonly mark: MapMark; readonly x: number; readonly y: number };

/** The marks that cover a part of each other: pills, whose ends are round. */
const touching = (drawn: readonly Drawn[]): [Drawn, Drawn][] =>
  drawn.flatMap((a, i) =>
    drawn.slice(i + 1).flatMap((b): [Drawn, Drawn][] => {
      const [one, other] = [sizeOf(a.mark), sizeOf(b.mark)];
      const lines = (one.width - one.height + other.width - other.height) / 2;
      const across = Math.max(0, Math.abs(a.x - b.x) - lines);
      return Math.hypot(across, a.y - b.y) < (one.height + other.height) / 2 ? [[a, b]] : [];
    }),
  );

const onSchematic = (points: readonly MapPoint[]): Drawn[] =>
  drawingOf({ ...phone, points, lines: [], below: 44, withFar: false }).points.map(({ mark, at }) => ({ mark, ...at }));

const onStreets = (points: readonly MapPoint[]): Drawn[] => {
  const at = ({ latitude, longitude }: MapPoint['place']) => ({
    x: 179 + (longitude - austin.longitude) * 900,
    y: 210 - (latitude - austin.latitude) * 900,
  });
  return streetLabels({ points, lines: [] }, phone, at).marks.map(({ point, aside }) => {
    const { x, y } = at(point.place);
    return { mark: point.mark, x: x + aside.x, y: y + aside.y };
  });
};

test('wide pins on one line between home and the edge of the map give way up or down', () => {
  const points = [home, ...far, tourPin('Tu D4, 5, 6', 0, 14), tourPin('Tu D4, 5, 6', 1, 7)];
  expect(touching(onSchematic(points))).toEqual([]);
});

test('wide pins touch no neighbor, and none leaves the map', () => {
  const text = fc.constantFrom('Mo 1', 'Mo 2, 3', 'Tu D4, 5, 6', 'We 12');
  const pins = fc.array(fc.tuple(text, fc.integer({ min: 0, max: 30 })), { minLength: 2, maxLength: 12 });
  /** Home, these two and the edge are in one row, which has no room for them. */
  const inOneRow: [string, number][] = [
    ['Tu D4, 5, 6', 21],
    ['Tu D4, 5, 6', 14],
  ];
  fc.assert(
    fc.property(pins, (given) => {
      const points = [home, ...far, ...given.map(([text, aside], i) => tourPin(text, i, aside))];
      expect(touching(onStreets(points))).toEqual([]);
      const drawn = onSchematic(points);
      expect(touching(drawn)).toEqual([]);
      expect(
        drawn.filter(({ mark, x }) => Math.abs(x - phone.width / 2) + sizeOf(mark).width / 2 > phone.width / 2),
      ).toEqual([]);
    }),
    { examples: [[inOneRow]] },
  );
});
