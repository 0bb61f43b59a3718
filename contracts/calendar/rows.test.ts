import { describe, expect, test } from 'vitest';
import { byStart, clashesAmong, isStop, nextDateOf, occurrenceOf, type CalendarRow } from './rows.ts';

const series: CalendarRow = {
  lessonId: 'series',
  status: 'scheduled',
  dayOfWeek: 2,
  start: 900,
  duration: 45,
  date: null,
  validFrom: '2026-11-03',
  validTo: '2026-12-29',
  skips: ['2026-11-24'],
  seriesId: null,
  originalDate: null,
  continues: 'earlier',
};

describe('one date of a series', () => {
  test('is a row of its own with the time of the series', () => {
    expect(occurrenceOf(series, '2026-11-17', 'one')).toEqual({
      ...series,
      lessonId: 'one',
      // A pin is the weekly lesson's.
      pin: null,
      date: '2026-11-17',
      validFrom: null,
      validTo: null,
      skips: [],
      seriesId: 'series',
      originalDate: '2026-11-17',
      continues: null,
    });
  });

  test('is scheduled even when its series awaits a decision, and stays recommended or cancelled', () => {
    const statusOf = (status: string) => occurrenceOf({ ...series, status }, '2026-11-17', 'one').status;
    expect(['optimized', 'recommended', 'cancelled'].map(statusOf)).toEqual(['scheduled', 'recommended', 'cancelled']);
  });
});

test('the next date of a row is one that takes place on or after a day', () => {
  expect(nextDateOf(series, '2026-11-18')).toBe('2026-12-01');
  expect(nextDateOf(series, '2026-12-30')).toBeNull();
  const dated = occurrenceOf(series, '2026-11-17', 'one');
  expect([nextDateOf(dated, '2026-11-17'), nextDateOf(dated, '2026-11-18')]).toEqual(['2026-11-17', null]);
});

test('rows that begin together are ordered by id, whatever the case of its letters', () => {
  const ids = ['b', 'B', 'a'].map((lessonId) => ({ lessonId, start: 900 })).toSorted(byStart);
  expect([...ids, { lessonId: '0', start: 899 }].toSorted(byStart).map(({ lessonId }) => lessonId)).toEqual([
    '0',
    'B',
    'a',
    'b',
  ]);
});

describe('rows of one date', () => {
  const row = (lessonId: string, start: number, people: { teacherId: string; studentId: string | null }) => ({
    ...series,
    lessonId,
    start,
    ...people,
  });
  const ann = row('ann', 900, { teacherId: 'dana', studentId: 'ann' });
  const clashes = (other: typeof ann) => [...clashesAmong([ann, other])];

  test('clash when one teacher or one student would be in two places', () => {
    expect(clashes(row('ben', 930, { teacherId: 'dana', studentId: 'ben' }))).toEqual(['ann', 'ben']);
    expect(clashes(row('ben', 930, { teacherId: 'marcus', studentId: 'ann' }))).toEqual(['ann', 'ben']);
  });

  test('do not clash when they touch, share nobody, or one is cancelled', () => {
    expect(clashes(row('ben', 945, { teacherId: 'dana', studentId: 'ben' }))).toEqual([]);
    expect(clashes(row('ben', 930, { teacherId: 'marcus', studentId: 'ben' }))).toEqual([]);
    expect(clashes({ ...row('ben', 930, { teacherId: 'dana', studentId: 'ben' }), status: 'cancelled' })).toEqual([]);
    const appointment = (lessonId: string, teacherId: string) => row(lessonId, 900, { teacherId, studentId: null });
    expect([...clashesAmong([appointment('x', 'dana'), appointment('y', 'marcus')])]).toEqual([]);
  });
});

test('a stop of the drive takes place and has a place', () => {
  const stop = { ...series, useInOptimization: true };
  expect([
    isStop(stop),
    isStop({ ...stop, status: 'cancelled' }),
    isStop({ ...stop, useInOptimization: false }),
  ]).toEqual([true, false, false]);
});
