import { expect, test } from 'vitest';
import { leaveFor, nextStop, waitingIn } from './road-day.ts';

const at = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
};
const stop = (start: string, drive: number | null) => ({ start: at(start), end: at(start) + 45, drive });
// From home 12 minutes, then 10 and 15.
const day = [stop('15:00', 12), stop('16:00', 10), stop('17:15', 15)];
const leaving = (stops: typeof day, minutesBetween: number) =>
  stops.map((one, i) => leaveFor(one, stops[i - 1], minutesBetween));

test('leaving is the drive and the minutes between before a stop, from home the drive alone', () => {
  expect(leaving(day, 0)).toEqual([at('14:48'), at('15:50'), at('17:00')]);
  expect(leaving(day, 5)).toEqual([at('14:48'), at('15:45'), at('16:55')]);
});

test('nobody leaves before the stop before has ended, and nothing comes between at one address', () => {
  expect(leaving([stop('15:00', 12), stop('15:50', 10)], 5)).toEqual([at('14:48'), at('15:45')]);
  expect(leaving([stop('15:00', 12), stop('15:45', 0)], 5)).toEqual([at('14:48'), at('15:45')]);
  expect(leaving([stop('15:00', null), stop('16:00', 10)], 0)).toEqual([null, at('15:50')]);
});

test('a day waits in the gaps that are longer than their drives', () => {
  expect(waitingIn(day)).toBe(5 + 15);
  expect(waitingIn([stop('15:00', 12), stop('15:50', 10)])).toBe(0);
  expect(waitingIn([])).toBe(0);
});

test('next is the first stop that is not over, and a stamp decides before the clock', () => {
  const road = (...stamps: ('' | 'arrived' | 'done' | 'cancelled')[]) =>
    day.map((one, i) => ({
      name: ['Ann', 'Ben', 'Cy'][i],
      takesPlace: stamps[i] !== 'cancelled',
      end: one.end,
      arrived: stamps[i] === 'arrived' || stamps[i] === 'done',
      done: stamps[i] === 'done',
    }));
  const next = (minute: string | null, ...stamps: Parameters<typeof road>) =>
    nextStop(road(...stamps), minute === null ? null : at(minute))?.name;
  expect(next(null)).toBe('Ann');
  expect(next('15:44')).toBe('Ann');
  expect(next('15:45')).toBe('Ben');
  expect(next('15:20', 'done')).toBe('Ben');
  expect(next('16:50', 'arrived')).toBe('Ann');
  expect(next('15:10', '', 'arrived')).toBe('Ben');
  expect(next('15:10', 'cancelled')).toBe('Ben');
  expect(next('18:00')).toBeUndefined();
});
