import { afterEach, beforeEach, vi } from 'vitest';

/** Monday, November 23, 2026, at 9 AM in Austin: now, in most tests. */
export const mondayMorning = '2026-11-23T15:00:00Z';

/** Starts each test of the file on that Monday, and lets it set the time with `vi.setSystemTime`: logs take their times from the machine's clock. */
export const withSettableTime = (): void => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(mondayMorning) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
};
