import type { DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { standardAvailability } from '@rondo/contracts/calendar/windows.ts';
import { createHash } from 'node:crypto';
import type { TypedWindow } from '../availability.ts';

const windowOn = (dayOfWeek: DayOfWeek, startTime: string, endTime: string): TypedWindow => ({
  dayOfWeek,
  startTime,
  endTime,
  enabled: true,
  isPreferred: false,
});

export const standardWeek = (): TypedWindow[] =>
  standardAvailability.days.map((day) => windowOn(day, standardAvailability.startTime, standardAvailability.endTime));

const randomDays = [1, 2, 3, 4, 5, 6] as const satisfies readonly DayOfWeek[];
const days = { least: 2, most: 4 };
/** Minutes after midnight, or minutes; all on one grid. */
const random = { from: 14 * 60, to: 21 * 60, least: 120, most: 240, grid: 30 };

/** Numbers that depend on nothing but the seed; each call returns a whole number from `least` to `most`. */
const numbersFrom = (seed: string) => {
  const bytes = createHash('sha256').update(seed).digest();
  let at = 0;
  return (least: number, most: number): number => {
    // Two bytes: at most one value in a thousand is more likely than another.
    const number = bytes.readUInt16BE(at);
    at += 2;
    return least + (number % (most - least + 1));
  };
};

/** One window on two to four of the days Monday to Saturday, two to four hours long, between 2 and 9 PM. The same seed gives the same week. */
export const randomWeek = (seed: string): TypedWindow[] => {
  const number = numbersFrom(seed);
  const count = number(days.least, days.most);
  const chosen = randomDays
    .map((day) => ({ day, order: number(0, 65_535) }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ day }) => day)
    .toSorted((a, b) => a - b);
  const { from, to, least, most, grid } = random;
  return chosen.map((day) => {
    const length = grid * number(least / grid, most / grid);
    const start = grid * number(from / grid, (to - length) / grid);
    return windowOn(day, toTimeText(start), toTimeText(start + length));
  });
};
