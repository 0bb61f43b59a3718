import { addDays, dayOfWeekOf, firstOnOrAfter, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { netChanges } from './net-changes.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import { slotIn, timetablesOf, type Timetable } from './timetable.ts';
import { dated, occurrence, weekly } from './testing/rows.ts';
import { sentenceOf } from './words.ts';

const today = '2026-11-25';
const teachers: Record<string, string> = { dana: 'Dana Reyes', marcus: 'Marcus Hill' };
const names = { student: 'Ann', teacherOf: (id: string) => teachers[id] ?? id };
/** Splits of a series are named after the first one: L, L2, L3. */
const rootOf = (lessonId: string): string => lessonId.replace(/\d+$/, '');
const timetableWith = (...rows: TaughtRow[]): Timetable => timetablesOf(rows, rootOf).of('ann');
const changesFor = (before: TaughtRow[], after: TaughtRow[]) =>
  netChanges(timetableWith(...before), timetableWith(...after), today).map((change) => [
    change.kind,
    sentenceOf(change, names).replaceAll('\u00a0', ' '),
  ]);

describe('a single date', () => {
  test('is cancelled, restored, and both is nothing', () => {
    const off = occurrence('2026-11-30', { status: 'cancelled' });
    expect(changesFor([weekly()], [weekly(), off])).toEqual([
      ['cancelled', 'Ann’s lesson on Monday, November 30 at 4:15 PM is cancelled.'],
    ]);
    expect(changesFor([weekly(), off], [weekly()])).toEqual([
      ['restored', 'Ann’s lesson on Monday, November 30 at 4:15 PM takes place after all.'],
    ]);
    expect(changesFor([weekly(), off], [weekly(), off])).toEqual([]);
  });

  test('that is deleted is cancelled for the family', () => {
    expect(changesFor([weekly()], [weekly({ skips: ['2026-11-30'] })])).toEqual([
      ['cancelled', 'Ann’s lesson on Monday, November 30 at 4:15 PM is cancelled.'],
    ]);
    expect(
      changesFor([weekly(), occurrence('2026-11-30', { status: 'cancelled' })], [weekly({ skips: ['2026-11-30'] })]),
    ).toEqual([]);
  });

  test('is moved, with what else is new', () => {
    const moved = occurrence('2026-11-30', { date: '2026-12-02', start: 1020, duration: 60 }, 'marcus');
    expect(changesFor([weekly()], [weekly(), moved])).toEqual([
      [
        'moved',
        'Ann’s lesson on Monday, November 30 at 4:15 PM moves to Wednesday, December 2 at 5:00 PM; it takes 60 minutes (5:00 – 6:00 PM) and is with Marcus Hill.',
      ],
    ]);
  });

  test('is edited when only its length or its place is new', () => {
    expect(
      changesFor([weekly()], [weekly(), occurrence('2026-11-30', { duration: 30, customAddress: '1 Elm St' })]),
    ).toEqual([
      [
        'edited',
        'Ann’s lesson on Monday, November 30 at 4:15 PM takes 30 minutes (4:15 – 4:45 PM) and is at 1 Elm St.',
      ],
    ]);
  });

  test('that has passed is left out; one that moves into the future is', () => {
    expect(changesFor([weekly()], [weekly(), occurrence('2026-11-23', { status: 'cancelled' })])).toEqual([]);
    expect(changesFor([weekly()], [weekly(), occurrence('2026-11-23', { date: '2026-11-27' })])).toEqual([
      ['moved', 'Ann’s lesson on Monday, November 23 at 4:15 PM moves to Friday, November 27 at 4:15 PM.'],
    ]);
  });
});

describe('a dated lesson', () => {
  test('is added, cancelled, and both is nothing', () => {
    expect(changesFor([], [dated('2026-12-01')])).toEqual([
      ['added', 'Ann has a lesson on Tuesday, December 1, 4:15 – 5:00 PM, with Dana Reyes.'],
    ]);
    expect(changesFor([dated('2026-12-01')], [])).toEqual([
      ['cancelled', 'Ann’s lesson on Tuesday, December 1 at 4:15 PM is cancelled.'],
    ]);
    expect(changesFor([dated('2026-12-01')], [dated('2026-12-01', { lessonId: 'again' })])).toEqual([]);
  });
});

test('a time that passes from one lesson to another has not changed', () => {
  const [one, other] = ['2026-12-01', '2026-12-03'];
  const swapped = [dated(other), dated(one, { lessonId: 'E' })];
  expect(changesFor([dated(one), dated(other, { lessonId: 'E' })], swapped)).toEqual([]);
  expect(changesFor([dated(one)], [dated('2026-11-10'), dated(one, { lessonId: 'E' })])).toEqual([]);
});

describe('a weekly lesson', () => {
  test('is added from its first date', () => {
    expect(changesFor([], [weekly({ validFrom: '2026-12-07' })])).toEqual([
      ['added', 'From Monday, December 7, Ann has a lesson every Monday, 4:15 – 5:00 PM, with Dana Reyes.'],
    ]);
  });

  test('ends, with its last date', () => {
    expect(changesFor([weekly()], [weekly({ validTo: '2026-12-07' })])).toEqual([
      ['ended', 'Ann’s lesson every Monday at 4:15 PM ends; the last one is on Monday, December 7.'],
    ]);
    expect(changesFor([weekly()], [weekly({ validTo: '2026-11-24' })])).toEqual([
      ['ended', 'Ann’s lesson every Monday at 4:15 PM has ended.'],
    ]);
  });

  test('moves from a week on, however often it was split; moved back it is nothing', () => {
    const past = weekly({ validTo: '2026-11-29' });
    const tuesdays = weekly({ lessonId: 'L2', continues: 'L', dayOfWeek: 2, start: 1020, validFrom: '2026-11-30' });
    expect(changesFor([weekly()], [past, tuesdays])).toEqual([
      [
        'moved',
        'From Tuesday, December 1, Ann’s lesson is every Tuesday at 5:00 PM instead of every Monday at 4:15 PM.',
      ],
    ]);
    const back = weekly({ lessonId: 'L3', continues: 'L2', validFrom: '2026-11-30' });
    expect(changesFor([weekly()], [past, back])).toEqual([]);
  });

  test('keeps its exceptions when it moves: only what the family does not expect is a change', () => {
    const past = weekly({ validTo: '2026-11-29' });
    const tuesdays = weekly({ lessonId: 'L2', dayOfWeek: 2, validFrom: '2026-11-30' });
    const off = { seriesId: 'L2', status: 'cancelled' as const };
    const before = [weekly(), occurrence('2026-12-07', { status: 'cancelled' })];
    expect(changesFor(before, [past, tuesdays, occurrence('2026-12-08', off)]).map(([kind]) => kind)).toEqual([
      'moved',
    ]);
    expect(changesFor([weekly()], [past, tuesdays, occurrence('2026-12-08', off)])).toMatchObject([
      ['moved', expect.anything()],
      ['cancelled', 'Ann’s lesson on Tuesday, December 8 at 4:15 PM is cancelled.'],
    ]);
  });

  test('that a plan replaces by another one is moved', () => {
    const placed = weekly({ lessonId: 'P', dayOfWeek: 4, validFrom: '2026-11-30' }, 'marcus');
    expect(changesFor([weekly()], [weekly({ validTo: '2026-11-29' }), placed])).toEqual([
      [
        'moved',
        'From Thursday, December 3, Ann’s lesson is every Thursday at 4:15 PM instead of every Monday at 4:15 PM; it is with Marcus Hill.',
      ],
    ]);
    expect(
      changesFor([weekly()], [weekly({ validTo: '2026-11-29' }), weekly({ lessonId: 'P', validFrom: '2026-11-30' })]),
    ).toEqual([]);
  });

  test('that another one follows later in its last week has two dates in that week', () => {
    const friday = weekly({ lessonId: 'F', dayOfWeek: 5, validFrom: '2026-11-27' });
    const moves = [
      'moved',
      'From Friday, December 4, Ann’s lesson is every Friday at 4:15 PM instead of every Monday at 4:15 PM.',
    ];
    const added = 'Ann has a lesson on Friday, November 27, 4:15 – 5:00 PM, with Dana Reyes.';
    expect(changesFor([weekly()], [weekly({ validTo: '2026-11-23' }), friday])).toEqual([['added', added], moves]);
  });

  test('is edited when only its length, place or teacher is new', () => {
    expect(changesFor([weekly()], [weekly({ duration: 60 }, 'marcus')])).toEqual([
      [
        'edited',
        'From Monday, November 30, Ann’s lesson every Monday at 4:15 PM takes 60 minutes (4:15 – 5:15 PM) and is with Marcus Hill.',
      ],
    ]);
  });

  test('that pauses for a few weeks is cancelled date by date, for many as a whole', () => {
    const pause = (from: IsoDate) => [weekly({ validTo: '2026-12-06' }), weekly({ lessonId: 'L2', validFrom: from })];
    expect(changesFor([weekly()], pause('2026-12-15')).map(([kind]) => kind)).toEqual(['cancelled', 'cancelled']);
    expect(changesFor([weekly()], pause('2027-02-01'))).toEqual([
      [
        'ended',
        'Ann’s lesson every Monday at 4:15 PM does not take place from Monday, December 7 until Monday, January 25.',
      ],
    ]);
  });
});

const monday = fc.integer({ min: 0, max: 12 }).map((week) => addDays('2026-11-02', 7 * week));
const start = fc.constantFrom(900, 975, 1020);
const series = fc
  .record({
    id: fc.constantFrom('L', 'M'),
    dayOfWeek: fc.constantFrom(1, 2, 4),
    start,
    validFrom: monday,
    weeks: fc.option(fc.integer({ min: 1, max: 20 })),
    skips: fc.array(monday, { maxLength: 2 }),
    off: fc.option(monday),
  })
  .map(({ id, dayOfWeek, start: at, validFrom, weeks, skips, off }): TaughtRow[] => [
    weekly({
      lessonId: id,
      dayOfWeek,
      start: at,
      validFrom,
      validTo: weeks === null ? null : addDays(validFrom, 7 * weeks - 1),
      skips: skips.map((date) => firstOnOrAfter(date, dayOfWeek)),
    }),
    ...(off === null ? [] : [occurrence(firstOnOrAfter(off, dayOfWeek), { seriesId: id, status: 'cancelled' })]),
  ]);
const single = fc
  .record({ id: fc.constantFrom('D', 'E'), days: fc.integer({ min: 0, max: 60 }), start })
  .map(({ id, days, start: at }): TaughtRow[] => [dated(addDays('2026-11-10', days), { lessonId: id, start: at })]);
const rowsOf = fc
  .array(fc.oneof(series, single), { maxLength: 3 })
  .map((groups) => [...new Map(groups.map((group) => [group[0]?.lesson.lessonId, group])).values()].flat());

/** Every date on which a student has a lesson in the coming half year, with its time. */
const comingDates = (timetable: Timetable): string[] => {
  const dates = [...timetable.dated.values()];
  for (const chain of timetable.weekly.values())
    for (let week = mondayOf(today); week < '2027-06-01'; week = addDays(week, 7))
      dates.push(...[slotIn(chain, week)].filter((slot) => slot !== null));
  return dates
    .filter(({ isOff, date }) => !isOff && date >= today)
    .map(({ date, start: at }) => `${date} ${dayOfWeekOf(date)} ${at}`)
    .toSorted();
};

describe('for any lessons', () => {
  test('there are no changes when nothing has changed', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        expect(changesFor(rows, rows)).toEqual([]);
      }),
    );
  });

  test('there are changes exactly when the coming dates differ', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (before, after) => {
        const [was, is] = [comingDates(timetableWith(...before)), comingDates(timetableWith(...after))];
        expect(changesFor(before, after).length > 0).toBe(was.join() !== is.join());
      }),
      { numRuns: 1000 },
    );
  });
});
