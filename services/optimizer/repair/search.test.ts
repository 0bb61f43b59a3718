import fc from 'fast-check';
import { expect, test } from 'vitest';
import { figuresOf, overlap, slackOf, standingLegs, stopsIn, type Entry, type Stop } from './arrangement.ts';
import {
  bestOf,
  entriesAfter,
  isAllowed,
  repairsOf,
  type Candidate,
  type Change,
  type Option,
  type RepairDay,
} from './search.ts';

const clock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
const text = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Whether a day may look like this, leg by leg. */
const mayStand = (day: RepairDay, changes: readonly Change[]): boolean => {
  const entries = entriesAfter(day.entries, changes);
  const isChanged = ({ id }: Entry): boolean => changes.some(({ candidate }) => candidate.id === id);
  const overlaps = entries.some(
    (one) => isChanged(one) && entries.some((other) => other !== one && overlap(one, other)),
  );
  if (overlaps) return false;
  const floor = standingLegs(day, day.entries);
  const stops = stopsIn(entries);
  const legsFit = stops.every((stop, i) => {
    const next = stops[i + 1];
    return next === undefined || slackOf(day, stop, next) >= floor(stop, next);
  });
  return legsFit && stops.every((stop, i) => !isChanged(stop) || fitsWindows(day, stops, i));
};

/** Whether the window of a stop has room for the drive from home before the first one in it, and home after the last. */
const fitsWindows = (day: RepairDay, stops: readonly Stop[], i: number): boolean => {
  const stop = stops[i];
  const window = day.away?.find(({ start, end }) => stop && start <= stop.start && stop.end <= end);
  if (!stop || !window) return true;
  const [before, after] = [stops[i - 1], stops[i + 1]];
  const [there, back] = day.hasHome ? [day.drives[0]?.[stop.place] ?? 0, day.drives[stop.place]?.[0] ?? 0] : [0, 0];
  const leaves = (before && overlap(window, before)) || window.start + there <= stop.start;
  return leaves && ((after && overlap(window, after)) || stop.end + back <= window.end);
};

const optionFor = (day: RepairDay, changes: readonly Change[]): Option => ({
  changes: changes.toSorted((a, b) => a.start - b.start || (a.candidate.id < b.candidate.id ? -1 : 1)),
  figures: figuresOf(day, entriesAfter(day.entries, changes)),
  outside: changes.filter(({ outside }) => outside).length,
  calls: new Set(changes.map(({ candidate }) => candidate.family)).size,
  added: changes.filter(({ candidate }) => candidate.start === null).length,
});

/** Every change and every pair of changes, one after the other. */
const naive = (day: RepairDay): Option[] => {
  const each = day.candidates.map((candidate) =>
    candidate.starts.filter(({ start }) => start !== candidate.start).map((one): Change => ({ candidate, ...one })),
  );
  const singles = each.flat().map((change) => [change]);
  const pairs = each.flatMap((own, i) =>
    own.flatMap((one) => each.slice(i + 1).flatMap((others) => others.map((other) => [one, other]))),
  );
  const options = [...singles, ...pairs].filter((changes) => mayStand(day, changes));
  return bestOf(
    day,
    options.map((changes) => optionFor(day, changes)),
  );
};

const words = ({ changes, figures, outside, calls, added }: Option) => ({
  changes: changes.map(({ candidate, start }) => `${candidate.id} ${text(start)}`),
  ...figures,
  outside,
  calls,
  added,
});

const everyFive = (from: string, to: string, outsideBefore = 0): Candidate['starts'] => {
  const count = (clock(to) - clock(from)) / 5 + 1;
  return Array.from({ length: count }, (_, i) => clock(from) + 5 * i).map((start) => ({
    start,
    outside: start < outsideBefore,
  }));
};

// Home, Ann, Cy, Di.
const drives = [
  [0, 12, 20, 16],
  [12, 0, 18, 8],
  [20, 18, 0, 9],
  [16, 8, 9, 0],
];
const ann = { id: 'ann', place: 1, start: clock('15:00'), end: clock('15:45') };
const cy = { id: 'cy', place: 2, start: clock('17:15'), end: clock('18:00') };

const wednesday = (minutesBetween: number, cyFreeFrom = '00:00'): RepairDay => ({
  drives,
  hasHome: true,
  minutesBetween,
  away: null,
  entries: [ann, cy],
  candidates: [
    { id: 'ann', place: 1, duration: 45, start: ann.start, family: 'a', starts: everyFive('13:30', '16:30') },
    {
      id: 'cy',
      place: 2,
      duration: 45,
      start: cy.start,
      family: 'c',
      starts: everyFive('15:45', '18:45', clock(cyFreeFrom)),
    },
    { id: 'di', place: 3, duration: 30, start: null, family: 'd', starts: everyFive('12:00', '20:00') },
  ],
});

test('a cancelled hour between two lessons is used in three ways', () => {
  const day = wednesday(0);
  expect(figuresOf(day, day.entries)).toEqual({
    driving: 50,
    waiting: 72,
    unpaid: 122,
    leaveHome: clock('14:48'),
    home: clock('18:20'),
  });
  const { options, proven } = repairsOf(day);
  expect(proven).toBe(true);
  expect(
    options.map(({ changes, calls, added, figures: { driving, waiting, home } }) => [
      changes.map(({ candidate, start }) => `${candidate.id} ${text(start)}`).join(', '),
      calls,
      2 + added,
      `${driving} + ${waiting}`,
      text(home ?? 0),
    ]),
  ).toEqual([
    ['cy 16:05', 1, 2, '50 + 2', '17:10'],
    ['di 15:55', 1, 3, '49 + 43', '18:20'],
    ['di 15:55, cy 16:35', 2, 3, '49 + 3', '17:40'],
  ]);
});

test('with five minutes between lessons each start is later, and hours of families come first', () => {
  const between = repairsOf(wednesday(5)).options.map(({ changes, figures: { unpaid, home } }) => [
    changes.map(({ candidate, start }) => `${candidate.id} ${text(start)}`).join(', '),
    unpaid,
    text(home ?? 0),
  ]);
  expect(between).toEqual([
    ['cy 16:10', 57, '17:15'],
    ['di 16:00', 92, '18:20'],
    ['di 16:00, cy 16:45', 62, '17:50'],
  ]);
  const [first] = repairsOf(wednesday(0, '16:30')).options;
  expect(first && words(first)).toMatchObject({
    changes: ['ann 16:10'],
    unpaid: 52,
    outside: 0,
    leaveHome: clock('15:58'),
    home: clock('18:20'),
  });
});

const days = fc
  .record({
    grid: fc.constantFrom(15, 30),
    minutesBetween: fc.integer({ min: 0, max: 10 }),
    hasHome: fc.boolean(),
    away: fc.constantFrom(null, [
      { start: 780, end: 1000 },
      { start: 1005, end: 1200 },
    ]),
    drives: fc.array(fc.array(fc.integer({ min: 0, max: 35 }), { minLength: 9, maxLength: 9 }), {
      minLength: 9,
      maxLength: 9,
    }),
    stops: fc.array(
      fc.record({
        start: fc.integer({ min: 156, max: 220 }).map((five) => five * 5),
        duration: fc.constantFrom(30, 45, 60),
        movable: fc.boolean(),
        driven: fc.integer({ min: 0, max: 5 }),
        family: fc.constantFrom('x', 'y', 'z'),
        free: fc.tuple(fc.integer({ min: 780, max: 960 }), fc.integer({ min: 60, max: 240 })),
      }),
      { minLength: 2, maxLength: 5 },
    ),
    fills: fc.array(fc.record({ duration: fc.constantFrom(30, 45), family: fc.constantFrom('x', 'v', 'w') }), {
      maxLength: 2,
    }),
  })
  .map(({ grid, minutesBetween, hasHome, away, drives: rows, stops, fills }): RepairDay => {
    const starts = (duration: number, around: number | null, free: readonly number[]): Candidate['starts'] =>
      Array.from({ length: 420 / grid + 1 }, (_, i) => 780 + grid * i)
        .filter((start) => start + duration <= 1200 && (around === null || Math.abs(start - around) <= 90))
        .map((start) => ({ start, outside: start < (free[0] ?? 0) || start > (free[0] ?? 0) + (free[1] ?? 0) }));
    return {
      minutesBetween,
      hasHome,
      away,
      drives: rows,
      entries: stops.map(({ start, duration, driven, movable }, i) => ({
        id: `s${i}`,
        place: driven === 0 && !movable ? null : i + 1,
        start,
        end: start + duration,
      })),
      candidates: [
        ...stops.flatMap(({ start, duration, movable, family, free }, i) =>
          movable
            ? [{ id: `s${i}`, place: i + 1, duration, start, family, starts: starts(duration, start, free) }]
            : [],
        ),
        ...fills.map(({ duration, family }, i) => ({
          id: `f${i}`,
          place: stops.length + 1 + i,
          duration,
          start: null,
          family,
          starts: starts(duration, null, [0, 1440]),
        })),
      ],
    };
  });

test('the search finds what a search of every pair of changes finds, in the same order', () => {
  fc.assert(
    fc.property(days, (day) => {
      const { options } = repairsOf(day);
      expect(options.map(words)).toEqual(naive(day).map(words));
      expect(options.every(({ changes }) => isAllowed(day, changes))).toBe(true);
    }),
    { numRuns: Number(process.env['REPAIR_DAYS'] ?? 150) },
  );
});

test('a search whose time is over gives what it has, and says so', () => {
  const { options, proven } = repairsOf(wednesday(0), () => true);
  expect(proven).toBe(false);
  expect(options.map(({ changes }) => changes.length)).toEqual([1, 1]);
});
