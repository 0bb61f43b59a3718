import { expect, test } from 'vitest';
import { firstDay, withFirstDayOn } from './teacher-values.ts';

const window = (dayOfWeek: 0 | 1 | 2 | 3 | 5, startTime: string, enabled = true) => ({
  dayOfWeek,
  startTime,
  endTime: '20:00',
  enabled,
  isPreferred: false,
});

test('the hours of the first day that is on replace those of the others', () => {
  const week = [
    window(1, '09:00', false),
    window(2, '14:00'),
    window(2, '18:00'),
    window(3, '10:00'),
    window(0, '11:00'),
  ];
  expect(firstDay(week)).toBe(2);
  expect(withFirstDayOn(week, [1, 2, 3, 5]).map((one) => `${one.dayOfWeek} ${one.startTime}`)).toEqual([
    '1 14:00',
    '1 18:00',
    '2 14:00',
    '2 18:00',
    '3 14:00',
    '3 18:00',
    '5 14:00',
    '5 18:00',
    '0 11:00',
  ]);
});

test('a week without hours stays as it is', () => {
  const week = [window(1, '09:00', false)];
  expect([firstDay(week), withFirstDayOn(week, [1, 2])]).toEqual([undefined, week]);
});
