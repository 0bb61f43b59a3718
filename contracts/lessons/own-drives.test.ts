import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, measuresDrive, ownDrive } from './own-drives.ts';

test.each([
  [[16, 17, 40], 12, 17],
  [[30, 31, 35], 12, 24],
  [[5, 5, 5], 12, 6],
  [[5, 5, 5], 11, 6],
  [[16, 17], 12, null],
  [[16, 17, 18, 19], 12, 18],
  [[40, 40, 40, 16, 17, 18, 16, 17, 18, 16, 17], 12, 17],
])('the own drives %j, by the map %i minutes, say %j', (drives, map, minutes) => {
  expect(ownDrive(drives, map)?.minutes ?? null).toBe(minutes);
});

test('only the last eight drives count, in any order, and never less than half or more than twice the map’s', () => {
  const drive = fc.integer({ min: 1, max: 120 });
  fc.assert(
    fc.property(fc.array(drive, { minLength: 3, maxLength: 8 }), fc.array(drive), drive, (last, older, map) => {
      const own = ownDrive(last, map);
      expect(ownDrive(last.toReversed(), map)).toEqual(own);
      if (last.length === 8) expect(ownDrive([...older, ...last], map)).toEqual(own);
      expect(own?.minutes).toBeGreaterThanOrEqual(map / 2);
      expect(own?.minutes).toBeLessThanOrEqual(2 * map);
    }),
  );
});

test.each([
  ['2026-12-01', '08:59', 'early'],
  ['2026-12-01', '09:00', 'midday'],
  ['2026-12-01', '15:00', 'afternoon'],
  ['2026-12-01', '18:30', 'evening'],
  ['2026-12-05', '10:00', 'weekend'],
  ['2026-12-06', '20:00', 'weekend'],
])('a drive on %s at %s begins in the band %s', (date, time, band) => {
  expect(bandOf(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))).toBe(band);
});

test('what is longer than two hours, and what comes before a wait, measures no drive', () => {
  const gap = { gap: 27, map: 12 };
  expect([0, 1, 120, 121].map((minutes) => measuresDrive(minutes, gap))).toEqual([false, true, true, false]);
  expect(measuresDrive(20, { gap: 28, map: 12 })).toBe(false);
});
