import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { dayAxis, hourLabel, hoursOf, labelShift, weekAxis, dayLanes, lanesOf } from './stave.ts';
import { emptyDay, type Day } from './day.ts';
import { legsOf } from './legs.ts';
import { anEntry } from './testing.ts';

const dayWith = (start: number, end: number): Day => {
  const entries = [anEntry({ id: 'a', start, end })];
  return {
    date: '2026-11-24',
    entries,
    legs: legsOf(entries, { address: 'home' }, 0),
    windows: [{ start: 810, end: 1230 }],
    lessons: 1,
    driving: 10,
  };
};
const dayExtent = ({ entries, legs }: Day) => ({
  start: Math.min(...[...entries, ...legs].map(({ start }) => start)),
  end: Math.max(...[...entries, ...legs].map(({ end }) => end)),
});
const freeDay: Day = { ...dayWith(900, 945), entries: [], legs: [] };

describe('the axis of a week', () => {
  test('runs from the first drive to the last entry, in half hours', () => {
    expect(weekAxis([dayWith(840, 885), dayWith(1170, 1215)])).toEqual({ from: 810, to: 1230 });
  });

  test('is never shorter than six hours', () => {
    const { from, to } = weekAxis([dayWith(960, 1005)]);
    expect(to - from).toBeGreaterThanOrEqual(360);
  });

  test('of an empty week shows the teaching hours', () => {
    expect(weekAxis([freeDay])).toEqual({ from: 780, to: 1260 });
  });

  test('of a week without a teacher shows an afternoon', () => {
    expect(weekAxis([{ ...freeDay, windows: [] }])).toEqual({ from: 840, to: 1200 });
    expect(weekAxis([emptyDay('2026-11-24')])).toEqual({ from: 840, to: 1200 });
  });

  test('begins at the hour that the user chose', () => {
    expect(weekAxis([dayWith(840, 885), dayWith(1170, 1215)], 9)).toEqual({ from: 540, to: 1230 });
    expect(weekAxis([freeDay], 18)).toEqual({ from: 1080, to: 1440 });
    expect(weekAxis([emptyDay('2026-11-24')], 7)).toEqual({ from: 420, to: 780 });
  });

  test('shows everything that happens, whatever hour the user chose', () => {
    const minutes = fc.tuple(fc.nat({ max: 1439 }), fc.integer({ min: 1, max: 300 }));
    fc.assert(
      fc.property(minutes, fc.nat({ max: 18 }), ([start, length], hour) => {
        const day = dayWith(start, Math.min(1440, start + length));
        const { from, to } = weekAxis([day], hour);
        const { start: first, end: last } = dayExtent(day);
        expect(from).toBeLessThanOrEqual(Math.max(0, Math.min(first, hour * 60)));
        expect(to).toBeGreaterThanOrEqual(Math.min(1440, last));
        expect(to - from).toBeGreaterThanOrEqual(Math.min(360, 1440 - from));
      }),
    );
  });

  test('stays within the day', () => {
    expect(weekAxis([dayWith(5, 50)]).from).toBe(0);
    expect(weekAxis([dayWith(1380, 1425)]).to).toBe(1440);
  });
});

test('the axis of a single day leaves room for the houses', () => {
  expect(dayAxis(dayWith(900, 945))).toEqual({ from: 876, to: 959 });
});

test('hours are formatted like on a clock', () => {
  expect(hoursOf({ from: 690, to: 840 }).map(hourLabel)).toEqual(['12 PM', '1 PM', '2 PM']);
  expect(hourLabel(0)).toBe('12 AM');
});

describe('lanes', () => {
  const block = (id: string, start: number, end: number) => ({ id, start, end });

  test('put overlapping blocks side by side', () => {
    const lanes = lanesOf([block('a', 0, 60), block('b', 30, 90), block('c', 60, 120)]);
    expect([lanes.get('a'), lanes.get('b'), lanes.get('c')]).toEqual([
      { lane: 0, lanes: 2 },
      { lane: 1, lanes: 2 },
      { lane: 0, lanes: 2 },
    ]);
  });

  test('give adjacent blocks the full width', () => {
    const lanes = lanesOf([block('a', 0, 60), block('b', 60, 90)]);
    expect([lanes.get('a'), lanes.get('b')]).toEqual([
      { lane: 0, lanes: 1 },
      { lane: 0, lanes: 1 },
    ]);
  });

  test('keep an appointment out of the way of a drive that passes it', () => {
    const first = anEntry({ id: 'first', start: 960, end: 1005 });
    const block = anEntry({ id: 'block', start: 930, end: 960, isStop: false, kind: 'appointment' });
    const entries = [block, first];
    const lanes = dayLanes({ entries, legs: legsOf(entries, { address: 'home' }, 0) });
    expect(lanes.get('block')).toEqual({ lane: 2, lanes: 5, span: 3 });
    expect(lanes.get('first')).toEqual({ lane: 0, lanes: 1 });
    expect(dayLanes({ entries, legs: [] }).get('block')).toEqual({ lane: 0, lanes: 1 });
  });

  test('give a cancelled lesson the full width under a drive that passes it', () => {
    const first = anEntry({ id: 'first', start: 960, end: 1005 });
    const cancelled = anEntry({ id: 'cancelled', start: 930, end: 960, isStop: false, state: 'cancelled' });
    const entries = [cancelled, first];
    expect(dayLanes({ entries, legs: legsOf(entries, { address: 'home' }, 0) }).get('cancelled')).toEqual({
      lane: 0,
      lanes: 1,
    });
  });
});

describe('the label of a drive', () => {
  const drives = (stops: readonly [number, number][], cancelled: readonly [number, number][]) => {
    const entries = [
      ...stops.map(([start, end], i) => anEntry({ id: `stop ${i}`, start, end, driveTime: 10 })),
      ...cancelled.map(([start, end], i) =>
        anEntry({ id: `cancelled ${i}`, start, end, isStop: false, state: 'cancelled' }),
      ),
    ];
    return { entries, legs: legsOf(entries, { address: 'home' }, 0) };
  };

  test('stays where it is unless a cancelled lesson is there', () => {
    const { entries, legs } = drives(
      [
        [900, 945],
        [1000, 1045],
      ],
      [[970, 1000]],
    );
    expect(legs.map((leg) => labelShift(leg, entries))).toEqual([0, 0]);
  });

  test('moves with the home before the cancelled first lesson of a day', () => {
    const { entries, legs } = drives([[960, 1005]], [[900, 945]]);
    expect(legs.map((leg) => labelShift(leg, entries))).toEqual([-50]);
  });

  test('is left out where cancelled lessons fill the gap', () => {
    const { entries, legs } = drives(
      [
        [900, 945],
        [1000, 1045],
      ],
      [[945, 1000]],
    );
    expect(legs.map((leg) => labelShift(leg, entries))).toEqual([0, null]);
  });

  test('never lies on a cancelled lesson', () => {
    const block = fc.tuple(fc.integer({ min: 400, max: 1200 }), fc.integer({ min: 15, max: 90 }));
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), fc.array(block, { maxLength: 4 }), (stops, gone) => {
        const interval = ([start, length]: [number, number]): [number, number] => [start, start + length];
        const { entries, legs } = drives(stops.map(interval), gone.map(interval));
        for (const leg of legs) {
          const shift = labelShift(leg, entries);
          if (shift === null || leg.short > 0) continue;
          const usual = leg.role === 'out' ? leg.start - 7 : leg.start + Math.min(leg.minutes, leg.end - leg.start) / 2;
          const half = leg.role === 'out' ? 7 : 4;
          const label = { start: usual + shift - half, end: usual + shift + half };
          expect(entries.filter((entry) => entry.state === 'cancelled' && overlaps(entry, label))).toEqual([]);
        }
      }),
    );
  });
});
