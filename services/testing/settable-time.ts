import { afterEach, beforeEach, vi } from 'vitest';

/** Lets the file's tests set the time with `vi.setSystemTime`: logs take their times from the machine's clock. */
export const withSettableTime = (): void => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
};
