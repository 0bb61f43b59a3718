import { expect, test } from 'vitest';
import { aLesson } from '../../../calendar/days/testing.ts';
import { countKinds } from './kinds.ts';

const count = (...rows: Parameters<typeof aLesson>[0][]) =>
  countKinds(rows.map(aLesson), new Set(['dana']), '2026-11-24');

test('a weekly lesson and the series that replaces it later are one lesson', () => {
  const ending = { lessonId: 'base', validTo: '2026-11-29' };
  const pending = { lessonId: 'pending', status: 'optimized', validFrom: '2026-11-30', dayOfWeek: 3 } as const;
  expect(count(ending, pending).optimized).toBe(1);
  expect(count(ending, { ...pending, studentId: 'ben' }).optimized).toBe(2);
  expect(count(ending).optimized).toBe(1);
});

test('series of other teachers, ended series and single dates of a series do not count', () => {
  const one = {
    lessonId: 'one',
    date: '2026-12-01',
    validFrom: null,
    seriesId: 'lesson-1',
    originalDate: '2026-12-01',
  };
  expect(count({}, one, { lessonId: 'b', teacherId: 'marcus' }, { lessonId: 'c', validTo: '2026-11-20' })).toEqual({
    optimized: 1,
    manual: 0,
    actual: 0,
  });
});
