import { placedLesson } from '../schedule/plan/plan.ts';
import { mon, slot, today } from '../schedule/testing/week.ts';
import { describe, expect, test } from 'vitest';
import { firstDayOf, notBeforeOf, type FirstDay } from './starts-on.ts';

// Monday, November 23, 2026.
const at = (hour: number) => ({ today, minute: hour * 60, timeZone: 'America/Chicago' });
const afternoon = { dayOfWeek: mon, start: 14 * 60, end: 19 * 60 };
const accepted = placedLesson(slot('A', 'Ann', mon, 15), { startsOn: '2026-09-07', reportId: null });

describe('the first day of a plan', () => {
  const first = (given: Partial<FirstDay>) =>
    firstDayOf({ requested: undefined, now: at(15), windows: [afternoon], lessons: [], ...given });

  test('is today when no accepted lesson moves', () => {
    expect(first({})).toBe(today);
    expect(first({ lessons: [{ ...accepted, status: 'optimized' }] })).toBe(today);
    expect(first({ lessons: [{ ...accepted, source: 'manual' }] })).toBe(today);
    expect(first({ lessons: [{ ...accepted, validTo: '2026-11-22' }] })).toBe(today);
  });

  test('is next Monday when an accepted lesson moves', () => {
    expect(first({ lessons: [accepted] })).toBe('2026-11-30');
  });

  test('is next Monday when less than an hour of the teacher’s day is left', () => {
    expect(first({ now: at(18) })).toBe(today);
    expect(first({ now: { ...at(18), minute: 18 * 60 + 1 } })).toBe('2026-11-30');
    expect(first({ now: at(21) })).toBe('2026-11-30');
    expect(first({ now: at(21), windows: [] })).toBe(today);
  });

  test('is next Monday when the teacher does not work this week anymore', () => {
    const wednesday = { ...at(9), today: '2026-11-25' };
    expect(first({ now: wednesday })).toBe('2026-11-30');
    expect(first({ now: wednesday, windows: [afternoon, { ...afternoon, dayOfWeek: 4 }] })).toBe('2026-11-25');
    expect(first({ now: { ...at(9), today: '2026-11-29' } })).toBe('2026-11-30');
  });

  test('is the requested one', () => {
    expect(first({ requested: today, now: at(21), lessons: [accepted] })).toBe(today);
  });
});

describe('a lesson of the first day', () => {
  const notBefore = (hour: number, startsOn = today, studentStarts: string | null = null) =>
    notBeforeOf({ dayOfWeek: mon, startTime: hour * 60 }, { startsOn, now: at(15) }, studentStarts);

  test('starts a week later when its start is over', () => {
    expect(notBefore(14)).toBe('2026-11-30');
    expect(notBefore(15)).toBeNull();
    expect(notBefore(14, '2026-11-30')).toBeNull();
    // The run began before midnight.
    expect(notBefore(16, '2026-11-16')).toBe('2026-11-23');
    expect(notBefore(14, today, '2027-01-04')).toBe('2027-01-04');
    expect(notBefore(16, today, '2027-01-04')).toBe('2027-01-04');
  });
});
