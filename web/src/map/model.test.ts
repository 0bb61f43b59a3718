import { expect, test } from 'vitest';
import { roomOf, sizeOf, type MapMark } from './model.ts';

test('a name beside a student has the same place whether the student is selected or not, and stays clear of the ring', () => {
  const mark = (selected: boolean): MapMark => ({ kind: 'student', of: { color: 0, initials: 'D' }, selected });
  expect(roomOf(mark(true))).toEqual(roomOf(mark(false)));
  // The ring is four pixels around the mark, and two wide.
  expect(roomOf(mark(true)).width).toBeGreaterThanOrEqual(sizeOf(mark(true)).width + 12);
});
