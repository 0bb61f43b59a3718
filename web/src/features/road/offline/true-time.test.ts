import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../../api/client.ts';
import { clockBehind, knowClock, trueTime } from './true-time.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a clock that is more than a minute wrong is corrected by the server’s, in both directions', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T20:00:00Z') });
  let date = '';
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([], { headers: { Date: date } })));
  const timeAfter = async (answered: string): Promise<string> => {
    date = answered;
    await call('GET /api/teachers', {});
    return new Date(trueTime()).toISOString();
  };
  knowClock(600_000);
  expect(clockBehind()).toBe(600_000);
  expect(await timeAfter('Tue, 01 Dec 2026 20:00:59 GMT')).toBe('2026-12-01T20:00:00.000Z');
  expect(await timeAfter('Tue, 01 Dec 2026 21:00:00 GMT')).toBe('2026-12-01T21:00:00.000Z');
  expect(await timeAfter('Tue, 01 Dec 2026 19:00:00 GMT')).toBe('2026-12-01T19:00:00.000Z');
});
