import { addDays, firstOnOrAfter, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { netChanges } from './net-changes.ts';
import type { TaughtRow } from '../../schedule/plan/as-rejected.ts';
import type { Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { closedWeeksFrom, noClosedWeeks } from './closed-weeks.ts';
import { timetablesOf, type Timetable } from './timetable.ts';
import { asTold, textOf, type KnownDate } from './testing/as-told.ts';
import { datesTakingPlace } from './testing/dates.ts';
import { dated, occurrence, weekly } from './testing/rows.ts';
import { sentenceOf } from './words.ts';

const today = '2026-11-25';
const end = '2028-06-04';
const teachers: Record<string, string> = { dana: 'Dana Reyes', marcus: 'Marcus Hill' };
const names = { student: 'Ann', teacherOf: (id: string) => teachers[id] ?? id };
/** Splits of a series are named after the first one: L, L2, L3. */
const rootOf = (lessonId: string): string => lessonId.replace(/\d+$/, '');
const timetableWith = (...rows: TaughtRow[]): Timetable => timetablesOf(rows, rootOf, noClosedWeeks).of('ann');
const closedTimetable = (rows: readonly TaughtRow[], closures: readonly Closure[]): Timetable =>
  timetablesOf(rows, rootOf, closedWeeksFrom(closures, today)).of('ann');
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

  test('that begins and ends again is told with its last date', () => {
    expect(changesFor([], [weekly({ validFrom: '2026-12-07', validTo: '2026-12-28' })])).toEqual([
      [
        'added',
        'From Monday, December 7 until Monday, December 28, Ann has a lesson every Monday, 4:15 – 5:00 PM, with Dana Reyes.',
      ],
    ]);
    const two = weekly({ validFrom: '2026-12-07', validTo: '2026-12-14' });
    expect(changesFor([], [two]).map(([kind]) => kind)).toEqual(['added', 'added']);
  });

  test('that another one replaces hides none of its dates, whatever it still skips', () => {
    for (const validFrom of ['2026-11-02', '2026-11-30']) {
      const rest = weekly({ validFrom, validTo: '2026-12-06', skips: ['2026-11-30'] });
      expect(changesFor([weekly()], [rest, weekly({ lessonId: 'M' })])).toEqual([]);
    }
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

describe('beside a weekly change', () => {
  const appointment = { entryType: 'appointment', studentId: null } as const;
  const every = (start: string) => `From ${start}, Ann has a lesson every Monday, 4:15 – 5:00 PM, with Dana Reyes.`;

  test('a date of a lesson that ends is told again when it stays', () => {
    const own = occurrence('2026-12-07', { start: 1020 });
    expect(changesFor([weekly(), own], [weekly(appointment), own])).toEqual([
      ['ended', 'Ann’s lesson every Monday at 4:15 PM has ended.'],
      ['added', 'Ann has a lesson on Monday, December 7, 5:00 – 5:45 PM, with Dana Reyes.'],
    ]);
  });

  test('a date that the family has already is no second one', () => {
    const given = occurrence('2026-11-30');
    expect(changesFor([weekly(appointment), given], [weekly(), given])).toEqual([
      ['added', every('Monday, November 30')],
    ]);
    const moved = occurrence('2026-11-30', { start: 1020 });
    expect(changesFor([weekly(appointment), moved], [weekly(), moved])).toEqual([
      ['added', every('Monday, November 30')],
      ['cancelled', 'Ann’s lesson on Monday, November 30 at 4:15 PM is cancelled.'],
    ]);
  });

  test('a date is not lost at a time at which the weekly lesson begins', () => {
    expect(changesFor([dated('2026-11-30')], [weekly({ validFrom: '2026-11-30' })])).toEqual([
      ['added', every('Monday, November 30')],
    ]);
  });

  test('a cancelled date that takes place again at its weekly time is told', () => {
    const off = occurrence('2026-12-07', { status: 'cancelled' });
    const tuesdays = weekly({ lessonId: 'L2', dayOfWeek: 2, validFrom: '2026-11-30' });
    expect(changesFor([weekly(), off], [weekly({ validTo: '2026-11-29' }), tuesdays])).toMatchObject([
      ['moved', expect.anything()],
      ['restored', 'Ann’s lesson on Tuesday, December 8 at 4:15 PM takes place after all.'],
    ]);
  });
});

const start = fc.constantFrom(900, 975, 1020);
/** What can become of one date: cancelled, moved, another length or teacher, another family's, or an appointment. */
const exception = fc.record({
  week: fc.nat(20),
  what: fc.constantFrom<Partial<TaughtRow['lesson']>>(
    { status: 'cancelled' },
    {},
    { start: 1020 },
    { duration: 60 },
    { studentId: 'ben' },
    { studentId: null, entryType: 'appointment' },
  ),
  days: fc.constantFrom(0, 0, 1, 9),
  teacherId: fc.constantFrom('dana', 'dana', 'marcus'),
});
const part = fc.record({
  weeksBefore: fc.constantFrom(0, 0, 0, 1, 6),
  weeks: fc.integer({ min: 1, max: 12 }),
  dayOfWeek: fc.constantFrom(1, 2, 4),
  start,
  isAppointment: fc.constantFrom(false, false, false, true),
  skips: fc.array(fc.nat(12), { maxLength: 2 }),
});
/** A weekly lesson with its parts, one after another, and what is different on single dates. */
const series = fc
  .record({
    id: fc.constantFrom('L', 'M'),
    first: fc.nat(8),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    ends: fc.boolean(),
    exceptions: fc.uniqueArray(exception, { maxLength: 3, selector: ({ week }) => week }),
  })
  .map(({ id, first, parts, ends, exceptions }): TaughtRow[] => {
    let from = addDays('2026-11-02', 7 * first);
    const rows = parts.map(({ weeksBefore, weeks, dayOfWeek, start: at, isAppointment, skips }, i) => {
      const validFrom = addDays(from, 7 * weeksBefore);
      from = addDays(validFrom, 7 * weeks);
      return weekly({
        lessonId: `${id}${i === 0 ? '' : i}`,
        ...(isAppointment ? { entryType: 'appointment', studentId: null } : {}),
        dayOfWeek,
        start: at,
        validFrom,
        validTo: i === parts.length - 1 && !ends ? null : addDays(from, -1),
        skips: skips.map((week) => firstOnOrAfter(addDays(validFrom, 7 * week), dayOfWeek)),
      });
    });
    const different = exceptions.flatMap(({ week, what, days, teacherId }) => {
      const date = addDays('2026-11-02', 7 * week);
      const own = rows.find(
        ({ lesson: { validFrom, validTo } }) => validFrom !== null && date >= validFrom && date <= (validTo ?? end),
      );
      if (!own) return [];
      const originalDate = firstOnOrAfter(date, own.lesson.dayOfWeek);
      const { lessonId, start: at } = own.lesson;
      return [
        occurrence(
          originalDate,
          { seriesId: lessonId, start: at, date: addDays(originalDate, days), ...what },
          teacherId,
        ),
      ];
    });
    return [...rows, ...different];
  });
const single = fc
  .record({ id: fc.constantFrom('D', 'E'), days: fc.integer({ min: 0, max: 60 }), start })
  .map(({ id, days, start: at }): TaughtRow[] => [dated(addDays('2026-11-10', days), { lessonId: id, start: at })]);
const rowsOf = fc
  .array(fc.oneof(series, single), { maxLength: 3 })
  .map((groups) => [...new Map(groups.map((group) => [group[0]?.lesson.lessonId, group])).values()].flat());

/** Mostly none. */
const closures = fc.oneof(
  fc.constant<Closure[]>([]),
  fc.array(
    fc
      .record({
        closureId: fc.constantFrom('break', 'away'),
        days: fc.integer({ min: -20, max: 60 }),
        length: fc.integer({ min: 0, max: 30 }),
        fromTime: fc.option(fc.constantFrom(600, 990)),
        teacherIds: fc.option(fc.constantFrom(['dana'], ['marcus'])),
      })
      .map(({ closureId, days, length, fromTime, teacherIds }): Closure => {
        const from = addDays(today, days);
        const time = { from, to: addDays(from, length), fromTime, toTime: null, teacherIds };
        const closure = { ...time, reason: null, money: 'refund' as const };
        return { closureId, states: [{ at: '2026-11-01T00:00', recordedAt: '2026-11-01T00:00:00Z', closure }] };
      }),
    { maxLength: 2 },
  ),
);

const coming = { from: today, to: end };
const textsOf = (dates: readonly KnownDate[]): string[] => [...new Set(dates.map(textOf))].toSorted();

/** The same lessons at every run; other ones: `RUNS=60000 SEED=7 npm run test:unit -- net-changes`. */
const runs = Number(process.env['RUNS'] ?? 1000);
const seed = Number(process.env['SEED'] ?? 20261126);

describe('for any lessons', () => {
  test('there are no changes when nothing has changed', () => {
    fc.assert(
      fc.property(rowsOf, (rows) => {
        expect(changesFor(rows, rows)).toEqual([]);
      }),
    );
  });

  test(
    'the coming dates, changed as the family is told, are the new ones; nothing is told when they are the same',
    () => {
      fc.assert(
        fc.property(rowsOf, rowsOf, closures, closures, (before, after, closedBefore, closedAfter) => {
          const [was, is] = [closedTimetable(before, closedBefore), closedTimetable(after, closedAfter)];
          const changes = netChanges(was, is, today);
          const told = asTold(datesTakingPlace(was, coming), changes, { ...coming, lineageOf: rootOf });
          expect(told).toEqual(textsOf(datesTakingPlace(is, coming)));
          const allOf = (one: Timetable): string => datesTakingPlace(one, coming).map(textOf).toSorted().join();
          if (allOf(was) === allOf(is)) expect(changes).toEqual([]);
        }),
        { numRuns: runs, seed },
      );
    },
    Math.max(120_000, runs * 60),
  );
});
