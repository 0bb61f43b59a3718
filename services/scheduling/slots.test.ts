import { describe, expect, test } from 'vitest';
import type { Stop } from '../maps/drive-time.ts';
import { travelTroubles, type DayStop } from './day-drive.ts';
import { slotsOf, type SearchDay, type SlotWish } from './slots.ts';

const place = (address: string): Stop => ({ address, precision: null });
const [home, near, far] = [place('home'), place('near'), place('far')];
// Everything is 10 minutes apart, but for "far", which is 40 from everywhere.
const minutes = (from: Stop, to: Stop): number => {
  if (from?.address === to?.address) return 0;
  return from?.address === 'far' || to?.address === 'far' ? 40 : 10;
};
const at = (hour: number, minute = 0): number => hour * 60 + minute;
const stop = (title: string, start: number, where: Stop | undefined): DayStop => ({
  title,
  start,
  end: start + 45,
  place: where,
});
const day: SearchDay = {
  windows: [{ start: at(14), end: at(20) }],
  studentWindows: null,
  stops: [stop('Ann', at(16), near)],
  elsewhere: [],
  notBefore: 0,
  avoid: null,
};
const wish: SlotWish = { duration: 45, place: place('ben'), home, leavesHome: false };
const starts = (changes: Partial<SearchDay>, more: Partial<SlotWish> = {}) =>
  slotsOf({ ...day, ...changes }, { ...wish, ...more }, minutes).map(({ start }) => start);

describe('free slots', () => {
  test('leave time for the drive from the stop before and to the stop after', () =>
    expect([starts({}).findLast((start) => start < at(16)), starts({}).find((start) => start > at(16))]).toEqual([
      at(15, 5),
      at(16, 55),
    ]));

  test('lie in the windows of both', () =>
    expect(starts({ studentWindows: [{ start: at(18), end: at(19) }] })).toEqual([
      at(18),
      at(18, 5),
      at(18, 10),
      at(18, 15),
    ]));

  test('leave out the student’s lessons elsewhere and what is past', () => {
    const elsewhere = [{ start: at(14), end: at(15, 30) }];
    expect(starts({ elsewhere })[0]).toBe(at(16, 55));
    expect(starts({ notBefore: at(18, 2) })[0]).toBe(at(18, 5));
  });

  test('count both home drives where the window is the time away from home', () => {
    const alone = { stops: [], windows: [{ start: at(14), end: at(15, 10) }] };
    expect(starts(alone)).toContain(at(14));
    expect(starts(alone, { leavesHome: true })).toEqual([at(14, 10), at(14, 15)]);
    expect(starts({ ...alone, windows: [{ start: at(14), end: at(15) }] }, { leavesHome: true })).toEqual([]);
  });

  test('that cannot be reached are none', () =>
    expect(starts({ windows: [{ start: at(16), end: at(18) }] }, { place: far })).toEqual([]));

  test('are never where the lesson is now, and next to it only when nothing else is left', () => {
    const all = starts({ stops: [], avoid: at(16) });
    expect(all.filter((start) => Math.abs(start - at(16)) < 20)).toEqual([at(15, 45), at(16, 15)]);
    const tight = [{ start: at(16), end: at(16, 50) }];
    expect(starts({ stops: [], avoid: at(16), windows: tight })).toEqual([at(16, 5)]);
  });

  test('say how many minutes of driving they add', () => {
    const [first] = slotsOf(day, wish, minutes);
    expect(first?.addedDrive).toBe(10);
  });
});

describe('a drive that is too long', () => {
  test('is told for the stop before and the stop after', () => {
    const stops = [stop('Ann', at(15), near), stop('Cy', at(17), near)];
    expect(travelTroubles(stops, { start: at(16), end: at(16, 45) }, far, minutes)).toEqual([
      'The drive there takes 40 min and there are 15: short by 25 min (Ann ends 3:45\u00a0PM).',
      'The drive on takes 40 min and there are 15: short by 25 min (Cy begins 5:00\u00a0PM).',
    ]);
    expect(travelTroubles(stops, { start: at(16), end: at(16, 45) }, place('ben'), minutes)).toEqual([]);
  });

  test('passes by what is no stop', () => {
    const blocked = [stop('Dentist', at(15), undefined)];
    expect(travelTroubles(blocked, { start: at(15, 45), end: at(16) }, far, minutes)).toEqual([]);
  });
});
