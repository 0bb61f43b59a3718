import { expect, test } from 'vitest';
import { usualLength } from './usual.ts';

test('a new student has the length of most students, the shorter one of two, and 45 minutes without any', () => {
  const lengthFor = (...lengths: number[]) => usualLength(lengths.map((lessonDuration) => ({ lessonDuration })));
  expect(lengthFor()).toBe(45);
  expect(lengthFor(30, 30, 60)).toBe(30);
  expect(lengthFor(60, 45, 60)).toBe(60);
  expect(lengthFor(60, 30)).toBe(30);
  expect(lengthFor(50)).toBe(45);
});
