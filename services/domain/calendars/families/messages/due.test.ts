import { expect, test } from 'vitest';
import { changesDue, daysToRemindOf, isQuiet, nextDayToRemindOf, reminderDue, reminderLatest } from './due.ts';

const timeZone = 'America/Chicago';
const at = (text: string): number => Date.parse(text);
const settings = { reminderTime: '17:00', timeZone };
const long = { last: null, since: 0 };

test('reminders are due once, on the day before, and not in quiet hours', () => {
  const cases: [string, Parameters<typeof daysToRemindOf>[2], string[]][] = [
    ['2026-11-30T16:59:59-06:00', { last: '2026-11-30', since: 0 }, []],
    ['2026-11-30T17:00:00-06:00', { last: '2026-11-30', since: 0 }, ['2026-12-01']],
    ['2026-11-30T17:00:30-06:00', { last: '2026-12-01', since: 0 }, []],
    ['2026-11-30T20:59:59-06:00', { last: '2026-11-30', since: 0 }, ['2026-12-01']],
    // The server was away until the night.
    ['2026-11-30T22:30:00-06:00', { last: '2026-11-30', since: 0 }, []],
    ['2026-12-01T06:59:59-06:00', { last: '2026-11-30', since: 0 }, []],
    ['2026-12-01T07:00:00-06:00', { last: '2026-11-30', since: 0 }, ['2026-12-01']],
    ['2026-12-01T13:30:00-06:00', { last: '2026-11-30', since: 0 }, ['2026-12-01']],
    // Turned on after they were due.
    ['2026-11-30T17:10:00-06:00', { last: null, since: at('2026-11-30T17:05:00-06:00') }, []],
    ['2026-12-01T17:10:00-06:00', { last: null, since: at('2026-11-30T17:05:00-06:00') }, ['2026-12-02']],
    // The day before the clocks go forward.
    ['2027-03-13T16:59:00-06:00', { last: '2027-03-13', since: 0 }, []],
    ['2027-03-13T17:00:00-06:00', { last: '2027-03-13', since: 0 }, ['2027-03-14']],
  ];
  for (const [now, known, days] of cases) expect([now, daysToRemindOf(at(now), settings, known)]).toEqual([now, days]);
  expect(daysToRemindOf(at('2026-11-30T17:00:00-06:00'), settings, long)).toEqual(['2026-11-30', '2026-12-01']);
});

test('two hours before the first lesson are real hours, also in the night in which the clocks change', () => {
  expect(reminderDue('2027-03-14', '17:00', timeZone)).toBe(at('2027-03-13T17:00:00-06:00'));
  expect(reminderLatest('2027-03-14', 9 * 60, timeZone)).toBe(at('2027-03-14T07:00:00-05:00'));
  expect(reminderLatest('2027-03-14', 3 * 60 + 30, timeZone)).toBe(at('2027-03-14T00:30:00-06:00'));
  expect(reminderLatest('2026-12-01', 16 * 60, timeZone)).toBe(at('2026-12-01T14:00:00-06:00'));
});

test('it is quiet from nine to seven', () => {
  for (const [time, quiet] of [
    ['2026-11-30T20:59:59-06:00', false],
    ['2026-11-30T21:00:00-06:00', true],
    ['2026-12-01T06:59:59-06:00', true],
    ['2026-12-01T07:00:00-06:00', false],
  ] as const)
    expect([time, isQuiet(at(time), timeZone)]).toEqual([time, quiet]);
});

test('the next reminders are of tomorrow until they are due', () => {
  expect(nextDayToRemindOf(at('2026-11-30T16:59:00-06:00'), '17:00', timeZone)).toBe('2026-12-01');
  expect(nextDayToRemindOf(at('2026-11-30T17:00:00-06:00'), '17:00', timeZone)).toBe('2026-12-02');
});

test('changes are mailed when it has been quiet about them, not at night', () => {
  const cases: [first: string, last: string, due: string][] = [
    ['2026-11-30T18:00:00-06:00', '2026-11-30T18:00:00-06:00', '2026-11-30T18:10:00-06:00'],
    ['2026-11-30T18:00:00-06:00', '2026-11-30T18:05:00-06:00', '2026-11-30T18:15:00-06:00'],
    // Changed again and again: an hour after the first change at the latest.
    ['2026-11-30T18:00:00-06:00', '2026-11-30T18:55:00-06:00', '2026-11-30T19:00:00-06:00'],
    ['2026-11-30T20:49:59-06:00', '2026-11-30T20:49:59-06:00', '2026-11-30T20:59:59-06:00'],
    ['2026-11-30T20:50:00-06:00', '2026-11-30T20:50:00-06:00', '2026-12-01T07:00:00-06:00'],
    ['2026-12-01T03:00:00-06:00', '2026-12-01T06:40:00-06:00', '2026-12-01T07:00:00-06:00'],
    ['2026-12-01T06:55:00-06:00', '2026-12-01T06:55:00-06:00', '2026-12-01T07:05:00-06:00'],
    // The night in which the clocks go forward.
    ['2027-03-13T22:00:00-06:00', '2027-03-13T22:00:00-06:00', '2027-03-14T07:00:00-05:00'],
  ];
  for (const [first, last, due] of cases)
    expect([last, changesDue({ first: at(first), last: at(last) }, timeZone)]).toEqual([last, at(due)]);
});
