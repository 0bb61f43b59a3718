import { expect, test } from 'vitest';
import { apartOf, roomOf, sizeOf, type MapMark, type MapPoint } from './model.ts';

const pin = (text: string): MapPoint => ({
  id: text,
  place: { latitude: 30.2, longitude: -97.7 },
  mark: { kind: 'tour', text, day: 2, pending: false },
  name: '',
  title: text,
});
const widthOf = ({ mark }: MapPoint): number => sizeOf(mark).width;

test('pins of tours stand side by side: those with initials need more room', () => {
  const [short, long] = [['Tu 1', 'Tu 2', 'Tu 3, 4'].map(pin), ['Tu D1', 'Tu D2', 'Tu M3, 4'].map(pin)];
  expect(apartOf(short)).toBe(42);
  expect(apartOf(long)).toBeGreaterThan(Math.max(...long.slice(0, 2).map(widthOf)));
});

test('a name beside a student has the same place whether the student is selected or not, and stays clear of the ring', () => {
  const mark = (selected: boolean): MapMark => ({ kind: 'student', shape: 'circle', selected });
  expect(roomOf(mark(true))).toEqual(roomOf(mark(false)));
  // The ring is four pixels around the mark, and two wide.
  expect(roomOf(mark(true)).width).toBeGreaterThanOrEqual(sizeOf(mark(true)).width + 12);
});
