import { afterEach, expect, test, vi } from 'vitest';
import { clockBehind, noteServerTime, setClockBehind, trueTime } from './clock.ts';

afterEach(() => {
  setClockBehind(0);
  vi.useRealTimers();
});

test('a clock that is more than a minute wrong is corrected by the server’s, in both directions', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T20:00:00Z') });
  noteServerTime('Tue, 01 Dec 2026 20:00:59 GMT');
  expect(clockBehind()).toBe(0);
  noteServerTime('Tue, 01 Dec 2026 21:00:00 GMT');
  expect(new Date(trueTime()).toISOString()).toBe('2026-12-01T21:00:00.000Z');
  noteServerTime('Tue, 01 Dec 2026 19:00:00 GMT');
  expect(new Date(trueTime()).toISOString()).toBe('2026-12-01T19:00:00.000Z');
  // An answer without a date says nothing of it.
  noteServerTime(null);
  expect(clockBehind()).toBe(-3_600_000);
});
