import { startOf } from '@rondo/contracts/calendar/zones.ts';
import { expect, test } from 'vitest';
import { lastMailDay, mailedAt, newestStep } from './steps.ts';

const timeZone = 'America/Chicago';
const at = (date: string, hour: number, minute = 0): number => startOf(date, hour * 60 + minute, timeZone);
const due = '2026-11-14';
const since = at('2026-11-01', 12);

test('mail about what is to be paid is due at nine by the studio’s clock', () => {
  expect(mailedAt('2026-11-11', timeZone)).toBe(Date.parse('2026-11-11T15:00:00Z'));
  expect(lastMailDay(at('2026-11-11', 8, 59), timeZone)).toBe('2026-11-10');
  expect(lastMailDay(at('2026-11-11', 9), timeZone)).toBe('2026-11-11');
});

test('each step is reached on its day, and after an outage the newest alone', () => {
  const stepOn = (after: string | null, upTo: string) => newestStep(due, { after, upTo, since, timeZone });
  expect(stepOn('2026-11-09', '2026-11-10')).toBe(null);
  expect(stepOn('2026-11-10', '2026-11-11')).toBe(-3);
  expect(stepOn('2026-11-11', '2026-11-12')).toBe(null);
  expect(stepOn('2026-11-16', '2026-11-17')).toBe(3);
  expect(stepOn('2026-11-15', '2026-11-26')).toBe(10);
  expect(stepOn('2026-12-13', '2026-12-14')).toBe(30);
  expect(stepOn('2026-12-14', '2027-12-14')).toBe(null);
  expect(stepOn(null, '2026-11-30')).toBe(10);
});

test('steps from before the switch was turned on never count', () => {
  const from = (turnedOn: number) => newestStep(due, { after: null, upTo: '2026-11-20', since: turnedOn, timeZone });
  expect(from(at('2026-11-17', 9))).toBe(3);
  expect(from(at('2026-11-17', 9, 1))).toBe(null);
});
