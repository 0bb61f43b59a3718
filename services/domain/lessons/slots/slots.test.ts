import { describe, expect, test } from 'vitest';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import { travelTroubles, type DayStop } from '../../../platform/maps/drives/day-drive.ts';
import { gapsOf, nearestStarts, openingIn, type Opening, type SearchDay, type SlotRequest } from './slots.ts';

const place = (address: string): Stop => ({ address, precision: null });
const [home, near, far] = [place('home'), place('near'), place('far')];
// All places are 10 minutes apart, except "far", which is 40 from everywhere.
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
  busy: [],
  notBefore: 0,
};
const wish: SlotRequest = { duration: 45, place: place('ben'), home, leavesHome: false, minutesBetween: 0 };
const openings = (changes: Partial<SearchDay> = {}, more: Partial<SlotRequest> = {}): Opening[] =>
  gapsOf({ ...day, ...changes }).map((gap) => openingIn(gap, { ...wish, ...more }, minutes));
const starts = (changes: Partial<SearchDay>, more: Partial<SlotRequest> = {}): number[] =>
  openings(changes, more).flatMap(({ first, last }) =>
    Array.from({ length: Math.max(0, (last - first) / 5 + 1) }, (_, i) => first + 5 * i),
  );
const always = () => true;

describe('free slots', () => {
  test('leave time for the drive from the stop before and to the stop after', () =>
    expect([starts({}).findLast((start) => start < at(16)), starts({}).find((start) => start > at(16))]).toEqual([
      at(15, 5),
      at(16, 55),
    ]));

  test('are in the windows of both', () =>
    expect(starts({ studentWindows: [{ start: at(18), end: at(19) }] })).toEqual([
      at(18),
      at(18, 5),
      at(18, 10),
      at(18, 15),
    ]));

  test('exclude the student’s lessons elsewhere and past times', () => {
    const busy = [{ start: at(14), end: at(15, 30) }];
    expect(starts({ busy })[0]).toBe(at(16, 55));
    expect(starts({ notBefore: at(18, 2) })[0]).toBe(at(18, 5));
  });

  test('count both home drives if the window is the time away from home', () => {
    const alone = { stops: [], windows: [{ start: at(14), end: at(15, 10) }] };
    expect(starts(alone)).toContain(at(14));
    expect(starts(alone, { leavesHome: true })).toEqual([at(14, 10), at(14, 15)]);
    expect(starts({ ...alone, windows: [{ start: at(14), end: at(15) }] }, { leavesHome: true })).toEqual([]);
  });

  test('exclude times that cannot be reached', () =>
    expect(starts({ windows: [{ start: at(16), end: at(18) }] }, { place: far })).toEqual([]));

  test('include the added minutes of driving', () => {
    expect(openings()[0]?.addedDrive).toBe(10);
  });
});

describe('the starts offered in a gap', () => {
  const [free] = openings({ stops: [], windows: [{ start: at(9), end: at(20) }] });
  if (!free) throw new Error('No time is free.');

  test('are the nearest to the desired time, a quarter of an hour apart, two per half-day', () =>
    expect(nearestStarts(free, at(16), always)).toEqual([at(16), at(15, 45), at(11, 55), at(11, 40)]));

  test('exclude times that are not allowed', () =>
    expect(nearestStarts(free, at(16), (start) => Math.abs(start - at(16)) >= 15)).toEqual([
      at(15, 45),
      at(16, 15),
      at(11, 55),
      at(11, 40),
    ]));

  test('are empty in a gap that is too short', () => {
    const [tight] = openings({ stops: [], windows: [{ start: at(9), end: at(9, 40) }] });
    expect(tight && nearestStarts(tight, at(9), always)).toEqual([]);
  });
});

describe('a drive that is too long', () => {
  test('is reported for the previous stop and the next one', () => {
    const stops = [stop('Ann', at(15), near), stop('Cy', at(17), near)];
    expect(travelTroubles(stops, { start: at(16), end: at(16, 45) }, far, { minutes, minutesBetween: 0 })).toEqual([
      'The drive there takes 40 min, but there are only 15: short by 25 min (Ann ends at 3:45\u00a0PM).',
      'The drive to the next stop takes 40 min, but there are only 15: short by 25 min (Cy starts at 5:00\u00a0PM).',
    ]);
    expect(
      travelTroubles(stops, { start: at(16), end: at(16, 45) }, place('ben'), { minutes, minutesBetween: 0 }),
    ).toEqual([]);
  });

  test('is one that leaves less than the time between lessons, except at the same address', () => {
    const stops = [stop('Ann', at(15), near), stop('Cy', at(17), near)];
    const troubles = (place: Stop, minutesBetween: number) =>
      travelTroubles(stops, { start: at(16), end: at(16, 45) }, place, { minutes, minutesBetween });
    expect(troubles(place('ben'), 5)).toEqual([]);
    expect(troubles(place('ben'), 6)).toEqual([
      'The drive there takes 10 min, with 6 min between lessons, but there are only 15: short by 1 min (Ann ends at 3:45\u00a0PM).',
      'The drive to the next stop takes 10 min, with 6 min between lessons, but there are only 15: short by 1 min (Cy starts at 5:00\u00a0PM).',
    ]);
    expect(troubles(near, 30)).toEqual([]);
  });

  test('ignores entries that are not stops', () => {
    const blocked = [stop('Dentist', at(15), undefined)];
    expect(travelTroubles(blocked, { start: at(15, 45), end: at(16) }, far, { minutes, minutesBetween: 0 })).toEqual(
      [],
    );
  });
});
