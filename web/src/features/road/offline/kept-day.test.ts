import { expect, test } from 'vitest';
import { stillShown } from './kept-day.ts';

const received = Date.parse('2026-12-01T20:00:00Z');
const hours = 3_600_000;
const user = {
  key: ['GET /api/user'],
  data: { id: 'one', timeZone: 'America/Chicago', today: '2026-12-01' },
  updatedAt: received,
};
const day = (date: string) => ({
  key: ['GET /api/day', { date }],
  data: { date, asOf: '2026-12-01T20:00:00Z' },
  updatedAt: received,
});
const kept = [user, day('2026-12-01'), day('2026-12-02')];

const datesAt = (at: number): readonly unknown[] => stillShown(kept, at).flatMap(({ key: [, query] }) => query ?? []);

test('a kept day is shown until its date has passed', () => {
  expect(datesAt(received)).toEqual([{ date: '2026-12-01' }, { date: '2026-12-02' }]);
  // Midnight in Chicago is 6:00 AM of UTC.
  expect(datesAt(received + 9 * hours)).toEqual([{ date: '2026-12-01' }, { date: '2026-12-02' }]);
  expect(datesAt(received + 10 * hours)).toEqual([{ date: '2026-12-02' }]);
  expect(stillShown(kept, received + 34 * hours)).toEqual([]);
});

test('a kept day is not shown 48 hours after it was computed, whatever its date', () => {
  const ahead = [user, day('2026-12-09')];
  expect(stillShown(ahead, received + 48 * hours - 1)).toEqual(ahead);
  expect(stillShown(ahead, received + 48 * hours)).toEqual([]);
});

test('without a user there is no day', () => {
  expect(stillShown([day('2026-12-01')], received)).toEqual([]);
});
