import { expect, test } from 'vitest';
import { aLesson } from '../../../calendar/days/testing.ts';
import { countedWords, countKinds } from './cleared-kinds.ts';

const count = (...rows: Parameters<typeof aLesson>[0][]) =>
  countKinds(rows.map(aLesson), new Set(['dana']), '2026-11-24');

test('a weekly lesson and the series that replaces it later are one lesson', () => {
  const ending = { lessonId: 'base', validTo: '2026-11-29' };
  const pending = { lessonId: 'pending', status: 'optimized', validFrom: '2026-11-30', dayOfWeek: 3 } as const;
  expect(count(ending, pending).optimized).toEqual({ weekly: 1, dated: 0 });
  expect(count(ending, { ...pending, studentId: 'ben' }).optimized).toEqual({ weekly: 2, dated: 0 });
  expect(count(ending).optimized).toEqual({ weekly: 1, dated: 0 });
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
    optimized: { weekly: 1, dated: 0 },
    manual: { weekly: 0, dated: 0 },
    actual: { weekly: 0, dated: 0 },
  });
});

test('what is cleared is counted in weekly lessons and single dates', () => {
  const none = { weekly: 0, dated: 0 };
  const counts = {
    optimized: { weekly: 28, dated: 0 },
    manual: { weekly: 1, dated: 2 },
    actual: { weekly: 0, dated: 1 },
  };
  expect(countedWords(counts, new Set(['optimized']))).toBe('28\u00a0weekly lessons');
  expect(countedWords(counts, new Set(['optimized', 'manual']))).toBe('29\u00a0weekly entries and 2 on single dates');
  expect(countedWords(counts, new Set(['actual']))).toBe('1\u00a0lesson on a single date');
  expect(countedWords({ ...counts, actual: none }, new Set(['actual']))).toBe('0\u00a0lessons');
});
