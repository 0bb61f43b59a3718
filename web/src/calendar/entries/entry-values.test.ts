import { expect, test } from 'vitest';
import { repeatedDay } from './entry-values.ts';

test('“Every week” takes the weekday of the date over', () => {
  expect(repeatedDay('weekly', { lessonDate: '2026-11-26', dayOfWeek: '' })).toBe('4');
  expect(repeatedDay('weekly', { lessonDate: '2026-11-26', dayOfWeek: '1' })).toBe('4');
  expect(repeatedDay('weekly', { lessonDate: '', dayOfWeek: '1' })).toBe('1');
  expect(repeatedDay('dated', { lessonDate: '2026-11-26', dayOfWeek: '1' })).toBe('1');
});
