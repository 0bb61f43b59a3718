import { expect, test } from 'vitest';
import type { MapPoint } from '../model.ts';
import { streetLabels } from './street-labels.ts';

const size = { width: 500, height: 400 };
const student = (id: string, place: MapPoint['place']): MapPoint => ({
  id,
  place,
  mark: { kind: 'student', shape: 'circle', selected: false },
  name: id,
  title: id,
});
/** A degree is 1000 pixels. */
const at = ({ latitude, longitude }: MapPoint['place']) => ({ x: (longitude + 98) * 1000, y: (31 - latitude) * 1000 });
const here = { latitude: 30.8, longitude: -97.75 };

test('marks at one place stand next to each other, each with its name', () => {
  const { marks } = streetLabels({ points: [student('Theo', here), student('Mia', here)], lines: [] }, size, at);
  const [theo, mia] = marks;
  expect(theo?.aside).toEqual({ x: 0, y: 0 });
  expect(Math.hypot(mia?.aside.x ?? 0, mia?.aside.y ?? 0)).toBeGreaterThan(8);
  expect(marks.every(({ name }) => name !== null)).toBe(true);
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
