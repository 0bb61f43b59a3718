import { expect, test } from 'vitest';
import { aLesson } from './days/testing.ts';
import { pendingStudents, scheduledStudents } from './scheduled.ts';

const today = '2026-11-25'; // a Wednesday; the next week begins on the 30th

const isScheduled = (...rows: Parameters<typeof aLesson>[0][]): boolean =>
  scheduledStudents(
    rows.map((row, i) => aLesson({ lessonId: `lesson-${i}`, ...row })),
    today,
  ).has('ann');

test('a weekly lesson makes its student scheduled, also while it is pending, recommended or not a stop of the drive', () => {
  expect(isScheduled({})).toBe(true);
  expect(isScheduled({ status: 'optimized' })).toBe(true);
  expect(isScheduled({ status: 'recommended' })).toBe(true);
  expect(isScheduled({ source: 'manual', useInOptimization: false })).toBe(true);
  expect(isScheduled({ validFrom: '2027-01-05' })).toBe(true);
  // One skipped date changes nothing.
  expect(isScheduled({ skips: ['2026-12-01'] })).toBe(true);
});

test('a cancelled lesson, an appointment, a single date or a series in its last week does not', () => {
  expect(isScheduled()).toBe(false);
  expect(isScheduled({ status: 'cancelled' })).toBe(false);
  expect(isScheduled({ entryType: 'appointment', studentId: null })).toBe(false);
  expect(isScheduled({ date: '2026-12-01', validFrom: null })).toBe(false);
  expect(isScheduled({ dayOfWeek: 5, validTo: '2026-11-27' })).toBe(false);
  expect(isScheduled({ studentId: 'ben' })).toBe(false);
});

test('who is scheduled only by a plan that is not accepted yet is pending', () => {
  const rows = [
    aLesson({ studentId: 'ann', status: 'optimized' }),
    aLesson({ studentId: 'ben', status: 'optimized' }),
    aLesson({ studentId: 'ben' }),
    aLesson({ studentId: 'cal' }),
  ];
  expect([...pendingStudents(rows, today)]).toEqual(['ann']);
});
