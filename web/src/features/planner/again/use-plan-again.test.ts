import type { Availability } from '@rondo/contracts/api/people/availability.ts';
import { expect, test } from 'vitest';
import { including } from './use-plan-again.ts';

const row = (startTime: string, endTime: string, given: Partial<Availability> = {}): Availability => ({
  id: startTime,
  entityId: 'ann',
  entityType: 'student',
  dayOfWeek: 2,
  startTime,
  endTime,
  enabled: true,
  isPreferred: false,
  ...given,
});

const times = (rows: readonly Availability[], startTime: string, endTime: string) =>
  including(rows, { dayOfWeek: 2, startTime, endTime })
    .map((one) => `${one.dayOfWeek} ${one.startTime}-${one.endTime}${one.isPreferred === true ? ' preferred' : ''}`)
    .toSorted();

test('a time that touches a row extends it', () => {
  expect(times([row('16:00', '17:10')], '16:00', '18:03')).toEqual(['2 16:00-18:03']);
  expect(times([row('14:00', '15:00'), row('16:00', '17:00')], '15:00', '16:00')).toEqual(['2 14:00-17:00']);
});

test('a time apart from all rows is a slot of its own', () => {
  expect(times([row('14:00', '15:00'), row('16:00', '18:00', { dayOfWeek: 3 })], '16:00', '17:00')).toEqual([
    '2 14:00-15:00',
    '2 16:00-17:00',
    '3 16:00-18:00',
  ]);
});

test('rows that are preferred or switched off stay as they are', () => {
  expect(
    times([row('16:00', '17:00', { isPreferred: true }), row('17:00', '18:00', { enabled: false })], '16:00', '17:30'),
  ).toEqual(['2 16:00-17:00 preferred', '2 16:00-17:30', '2 17:00-18:00']);
});
