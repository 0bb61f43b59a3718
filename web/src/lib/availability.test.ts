import { expect, test } from 'vitest';
import {
  describeWeek,
  editedWeek,
  hoursAWeek,
  overlapsWithin,
  sameWeek,
  savedWeek,
  stripHours,
  studentDay,
  teacherDay,
  teacherDays,
  windowAfter,
  type Window,
} from './availability.ts';

const window = (
  dayOfWeek: Window['dayOfWeek'],
  startTime: string,
  endTime: string,
  more: Partial<Window> = {},
): Window => ({
  dayOfWeek,
  startTime,
  endTime,
  enabled: true,
  isPreferred: false,
  ...more,
});

test('an empty week offers every day once, Monday first', () => {
  expect(editedWeek([], [1, 2, 3, 4, 5, 6, 0], studentDay).map(({ dayOfWeek }) => dayOfWeek)).toEqual([
    1, 2, 3, 4, 5, 6, 0,
  ]);
  expect(editedWeek([], teacherDays, teacherDay)).toHaveLength(6);
});

test('a saved Sunday is shown although the form does not offer Sundays', () => {
  const edited = editedWeek([window(0, '10:00', '12:00')], teacherDays, { ...teacherDay, enabled: false });
  expect(edited.at(-1)).toEqual(window(0, '10:00', '12:00'));
});

test('only unchanged default windows that are switched off are omitted when saving', () => {
  const edited = editedWeek([window(2, '15:00', '17:00')], [1, 2, 3], studentDay);
  const off = window(3, '10:00', '11:00', { enabled: false });
  expect(savedWeek([...edited, off], studentDay)).toEqual([window(2, '15:00', '17:00'), off]);
});

test('the order of windows does not matter', () => {
  const a = [window(1, '15:00', '16:00'), window(2, '15:00', '16:00', { isPreferred: true })];
  expect(sameWeek(a, a.toReversed())).toBe(true);
  expect(sameWeek(a, [window(1, '15:00', '16:00'), window(2, '15:00', '16:00')])).toBe(false);
});

test('a window that overlaps an earlier one of its day is reported with their union', () => {
  const windows = [
    window(1, '15:00', '17:00'),
    window(1, '16:00', '18:00'),
    window(1, '18:00', '19:00'),
    window(2, '16:00', '18:00'),
  ];
  expect([...overlapsWithin(windows)]).toEqual([[1, { start: 900, end: 1080 }]]);
  expect(overlapsWithin([window(1, '15:00', '17:00', { enabled: false }), window(1, '16:00', '18:00')]).size).toBe(0);
  expect(overlapsWithin([window(1, '15:00', '17:00'), window(1, '16:00', '')]).size).toBe(0);
});

test('hours count overlaps once and exclude disabled windows', () => {
  expect(
    hoursAWeek([
      window(1, '15:00', '17:00'),
      window(1, '16:00', '18:00'),
      window(2, '15:00', '16:00', { enabled: false }),
    ]),
  ).toBe(3);
});

test('a week is described in words', () => {
  expect(describeWeek([window(3, '16:00', '18:00'), window(2, '15:00', '17:30', { isPreferred: true })])).toBe(
    'Tue 3:00 – 5:30\u00a0PM, preferred; Wed 4:00 – 6:00\u00a0PM',
  );
  expect(describeWeek([])).toBe('None');
});

test('strips run from noon to nine, and further if a window is earlier or later', () => {
  expect(stripHours([[window(1, '15:00', '17:00')], []])).toEqual({ start: 720, end: 1260 });
  expect(stripHours([[window(6, '09:30', '12:00')], [window(1, '20:00', '21:30')]])).toEqual({ start: 540, end: 1320 });
});

test('a second window begins an hour after the first, or ends an hour before it if the evening is full', () => {
  const second = (...own: Window[]) => {
    const { startTime, endTime, enabled } = windowAfter([window(2, '08:00', '20:30'), ...own], 1, studentDay);
    return [startTime, endTime, enabled];
  };
  expect(second()).toEqual(['16:00', '21:00', true]);
  expect(second(window(1, '14:00', '15:30'))).toEqual(['16:30', '18:30', true]);
  expect(second(window(1, '14:00', '18:30'))).toEqual(['19:30', '21:00', true]);
  expect(second(window(1, '16:00', '21:00'))).toEqual(['13:00', '15:00', true]);
  expect(second(window(1, '16:00', '21:00'), window(1, '13:00', '15:00'))).toEqual(['10:00', '12:00', true]);
  // Neither an hour before nor one after has room.
  expect(second(window(1, '09:30', '21:00'))).toEqual(['16:00', '21:00', true]);
});
