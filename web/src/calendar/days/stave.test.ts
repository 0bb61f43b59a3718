import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAxis, hourLabel, hoursOf, weekAxis, dayLanes, lanesOf } from './stave.ts';
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

  test('keep a cancelled lesson out of the way of a drive that passes it', () => {
    const first = anEntry({ id: 'first', start: 960, end: 1005 });
    const cancelled = anEntry({ id: 'cancelled', start: 930, end: 960, isStop: false, state: 'cancelled' });
    const entries = [cancelled, first];
    const lanes = dayLanes({ entries, legs: legsOf(entries, { address: 'home' }, 0) });
    expect(lanes.get('cancelled')).toEqual({ lane: 2, lanes: 5, span: 3 });
    expect(lanes.get('first')).toEqual({ lane: 0, lanes: 1 });
    expect(dayLanes({ entries, legs: [] }).get('cancelled')).toEqual({ lane: 0, lanes: 1 });
  });
});
