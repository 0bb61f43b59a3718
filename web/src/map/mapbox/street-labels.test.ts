import { expect, test } from 'vitest';
import type { MapPoint } from '../model.ts';
import { streetLabels, type StreetMark } from './street-labels.ts';

const size = { width: 500, height: 400 };
const student = (id: string, place: MapPoint['place']): MapPoint => ({
  id,
  place,
  mark: { kind: 'student', of: null, selected: false },
  name: id,
  title: id,
});
/** A degree is 1000 pixels. */
const at = ({ latitude, longitude }: MapPoint['place']) => ({ x: (longitude + 98) * 1000, y: (31 - latitude) * 1000 });
const here = { latitude: 30.8, longitude: -97.75 };

test('marks at one place stand next to each other, each with its name', () => {
  const { marks } = streetLabels({ points: [student('Theo', here), student('Mia', here)], lines: [] }, size, at);
  const [theo, mia] = marks.map(({ aside }) => aside);
  expect(Math.hypot((mia?.x ?? 0) - (theo?.x ?? 0), (mia?.y ?? 0) - (theo?.y ?? 0))).toBeGreaterThan(15);
  expect(marks.every(({ name }) => name !== null)).toBe(true);
});

const pixels = ({ point, aside }: StreetMark) => {
  const { x, y } = at(point.place);
  return { x: x + aside.x, y: y + aside.y };
};
const spotsOf = (points: readonly MapPoint[]) =>
  new Map(streetLabels({ points, lines: [] }, size, at).marks.map((mark) => [mark.point.id, pixels(mark)]));
const tourPin = (id: string, longitude: number): MapPoint => ({
  id,
  place: { ...here, longitude },
  mark: { kind: 'tour', text: 'Tu 1', day: 2, pending: false },
  name: '',
  title: id,
});

test('pins near each other are moved apart, and it is known which no longer cover their places', () => {
  const pins = [tourPin('a', -97.75), tourPin('b', -97.748), tourPin('c', -97.746)];
  const { marks } = streetLabels({ points: pins, lines: [] }, size, at);
  const spots = marks.map(pixels);
  for (const [i, a] of spots.entries())
    for (const b of spots.slice(i + 1)) expect(Math.abs(a.x - b.x) >= 40 || Math.abs(a.y - b.y) >= 22).toBe(true);
  const covers = ({ aside }: StreetMark): boolean => Math.abs(aside.x) <= 20 && Math.abs(aside.y) <= 11;
  expect(marks.map(({ isAway }) => isAway)).toEqual(marks.map((mark) => !covers(mark)));
  expect(marks.some(({ isAway }) => isAway)).toBe(true);
});

test('marks of an apartment house are all visible', () => {
  const spots = [...spotsOf(Array.from({ length: 30 }, (_, i) => student(`${i}`, here))).values()];
  for (const [i, a] of spots.entries())
    for (const b of spots.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(13);
});

test('a home and marks in the background stay at their places, and so does a mark with room', () => {
  const home: MapPoint = { ...tourPin('home', -97.75), mark: { kind: 'home' } };
  const faint: MapPoint = { ...tourPin('faint', -97.75), faint: true };
  const spots = spotsOf([tourPin('a', -97.75), faint, home, tourPin('far', -97.6)]);
  const place = at(here);
  expect(spots.get('home')).toEqual(place);
  expect(spots.get('faint')).toEqual(place);
  expect(spots.get('far')).toEqual(at({ ...here, longitude: -97.6 }));
  expect(spots.get('a')).not.toEqual(place);
});

test('moving the map moves no mark from its place', () => {
  const points = [tourPin('a', -97.75), tourPin('b', -97.7497), student('c', here), student('d', here)];
  const asides = (dx: number) =>
    streetLabels({ points, lines: [] }, size, (place) => ({ ...at(place), x: at(place).x + dx })).marks.map(
      ({ aside }) => aside,
    );
  expect(asides(133.4)).toEqual(asides(0));
});

test('a mark outside the map has no name', () => {
  const { marks } = streetLabels({ points: [student('Desmond', { ...here, longitude: -99 })], lines: [] }, size, at);
  expect(marks[0]?.name).toBeNull();
});

test('minutes are on their drive, and drives without minutes have none', () => {
  const there = { ...here, longitude: -97.65 };
  const line = { id: '1', from: 'a', to: 'b', tone: 2, dotted: false, text: '12 min' } as const;
  const points = [student('a', here), student('b', there)];
  const { minutes } = streetLabels({ points, lines: [line] }, size, at);
  expect(minutes.map(({ aside }) => aside)).toEqual([{ x: expect.closeTo(50, 0), y: expect.closeTo(0, 0) }]);
  expect(streetLabels({ points, lines: [{ ...line, text: null }] }, size, at).minutes).toEqual([]);
});

test('minutes are on the road that is driven, and names are beside it', () => {
  const there = { ...here, longitude: -97.65 };
  const line = { id: '1', from: 'a', to: 'b', tone: 2, dotted: false, text: '12 min', tour: 'tuesday' } as const;
  // By the north, with a corner at 150 pixels above each of the two.
  const way = [-97.75, -97.75, -97.65, -97.65].map(
    (longitude, i) => [longitude, i === 1 || i === 2 ? 30.95 : 30.8] as const,
  );
  const roads = [{ tour: 'tuesday', tone: 2, line: way }] as const;
  const { minutes, marks } = streetLabels(
    { points: [student('a', here), student('b', there)], lines: [line], roads },
    size,
    at,
  );
  expect(minutes.map(({ aside }) => aside)).toEqual([{ x: expect.closeTo(50, 0), y: expect.closeTo(-150, 0) }]);
  expect(marks.every(({ name }) => name !== null)).toBe(true);
  // A name in front of the mark would be where the road leaves it to the north.
  expect(marks.map(({ name }) => (name?.y ?? 0) > -16)).toEqual([true, true]);
});

test('no name is under the sign of someone far away', () => {
  const sign = { x: 0, y: 186, width: 128, height: 28 };
  // Right of the mark there is another one.
  const points = [
    student('Oliver', { latitude: 30.8, longitude: -97.86 }),
    student('Isla', { latitude: 30.8, longitude: -97.845 }),
  ];
  const placed = streetLabels({ points, lines: [] }, size, at, [sign]).marks;
  for (const mark of placed) {
    const { x, y } = pixels(mark);
    // A name begins at the upper left corner of its mark, whose half is at most 12 pixels.
    const [left, top] = [x + (mark.name?.x ?? 999) - 12, y + (mark.name?.y ?? 999) - 12];
    const covered = left < sign.x + sign.width - 8 && top < sign.y + sign.height - 4 && top + 16 > sign.y + 4;
    expect([mark.point.id, covered]).toEqual([mark.point.id, false]);
  }
});
