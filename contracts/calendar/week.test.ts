import { neverClosed } from './closures/closures.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, dayOfWeekOf, daysBetween, daysOfWeek, mondayOf, type IsoDate } from './dates.ts';
import { seriesDates } from './series.ts';
import type { CalendarRow } from './rows.ts';
import { calendarOf, datesWith } from './week.ts';
import { wallClock } from './zones.ts';

const series: CalendarRow = {
  lessonId: 'series',
  status: 'scheduled',
  dayOfWeek: 2,
  start: 960,
  duration: 45,
  date: null,
  validFrom: '2026-09-01',
  validTo: null,
  skips: [],
  seriesId: null,
  originalDate: null,
  continues: null,
};
const weeks = 26;
const dates = seriesDates(
  { dayOfWeek: 2, validFrom: '2026-09-01', validTo: null, skips: [] },
  '2026-09-01',
  '2027-02-23',
);

/** For each of 26 weeks: no exception, or one this many days from the series' date (0: cancelled or edited on its date). */
const exceptions = fc.array(fc.option(fc.integer({ min: -1, max: 5 })), { minLength: weeks, maxLength: weeks });

const occurrence = (originalDate: IsoDate, moved: number): CalendarRow => ({
  ...series,
  lessonId: `on ${originalDate}`,
  date: addDays(originalDate, moved),
  dayOfWeek: dayOfWeekOf(addDays(originalDate, moved)),
  validFrom: null,
  seriesId: series.lessonId,
  originalDate,
});

const rowsOf = (moves: readonly (number | null)[]): CalendarRow[] => [
  series,
  ...dates.flatMap((date, i) => {
    const moved = moves[i];
    return moved === null || moved === undefined ? [] : [occurrence(date, moved)];
  }),
];

/** Everything that a calendar shows from the first week to the last, by date. */
const shown = (rows: readonly CalendarRow[]) => {
  const calendar = calendarOf(rows, neverClosed);
  const first = mondayOf(dates[0] ?? '');
  return Array.from({ length: weeks * 7 }, (_, i) => addDays(first, i)).flatMap((date) =>
    calendar.on(date).map(({ lessonId }) => ({ date, id: lessonId })),
  );
};

describe('a calendar of a series with 26 weeks of exceptions', () => {
  test('has 26 dates', () => expect(dates).toHaveLength(weeks));

  test('shows each week’s lesson once: the series, or the occurrence where it was moved to', () => {
    fc.assert(
      fc.property(exceptions, (moves) => {
        const expected = dates.map((date, i) => {
          const moved = moves[i];
          return moved === null || moved === undefined
            ? { date, id: 'series' }
            : { date: addDays(date, moved), id: `on ${date}` };
        });
        const byDate = (all: readonly { date: string; id: string }[]) =>
          all.toSorted((a, b) => `${a.date} ${a.id}`.localeCompare(`${b.date} ${b.id}`));
        expect(byDate(shown(rowsOf(moves)))).toEqual(byDate(expected));
      }),
    );
  });

  test('shows the series again where an exception is taken back', () => {
    fc.assert(
      fc.property(exceptions, fc.integer({ min: 0, max: weeks - 1 }), (moves, week) => {
        const without = moves.map((moved, i) => (i === week ? null : moved));
        const taken = rowsOf(moves).filter(({ originalDate }) => originalDate !== dates[week]);
        expect(shown(taken)).toEqual(shown(rowsOf(without)));
      }),
    );
  });
});

const day = fc.integer({ min: 0, max: 27 }).map((days) => addDays('2026-11-16', days));
const anyRow = fc.record({
  lessonId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  status: fc.constantFrom('scheduled', 'cancelled'),
  dayOfWeek: fc.constantFrom(...daysOfWeek),
  start: fc.constantFrom(900, 930, 960),
  duration: fc.constant(45),
  date: fc.option(day),
  validFrom: day,
  validTo: fc.option(day),
  skips: fc.array(day, { maxLength: 2 }),
  seriesId: fc.option(fc.constantFrom('a', 'b', 'c')),
  originalDate: day,
  continues: fc.constant(null),
});
const anyRows = fc.uniqueArray(anyRow, { selector: ({ lessonId }) => lessonId }).map((rows) =>
  rows.map((row): CalendarRow => {
    const { date, seriesId, originalDate } = row;
    if (date === null) return { ...row, seriesId: null, originalDate: null };
    const weekday = { dayOfWeek: dayOfWeekOf(date), validFrom: null, validTo: null };
    return { ...row, ...weekday, originalDate: seriesId === null ? null : originalDate, skips: [] };
  }),
);

/** Asks every row about the date, in the words of the glossary. */
const naively = (rows: readonly CalendarRow[], date: IsoDate): CalendarRow[] =>
  rows
    .filter((row) => {
      if (row.date !== null) return row.date === date;
      if (new Date(date).getUTCDay() !== row.dayOfWeek) return false;
      if (row.validFrom === null || date < row.validFrom || (row.validTo !== null && date > row.validTo)) return false;
      if (row.skips.includes(date)) return false;
      return !rows.some(({ seriesId, originalDate }) => seriesId === row.lessonId && originalDate === date);
    })
    .toSorted((a, b) => a.start - b.start || (a.lessonId > b.lessonId ? 1 : -1));

describe('the days of any rows', () => {
  test('are what each row says about the date, by start and then by id', () => {
    fc.assert(
      fc.property(anyRows, day, day, (rows, from, to) => {
        const calendar = calendarOf(rows, neverClosed);
        const dates = Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, i) => addDays(from, i));
        expect(dates.map((date) => calendar.on(date))).toEqual(dates.map((date) => naively(rows, date)));
        for (const row of rows.filter((one) => one.date === null))
          expect(calendar.datesOf(row, from, to)).toEqual(dates.filter((date) => naively(rows, date).includes(row)));
      }),
    );
  });

  test('leave out unwanted rows, which replace their dates nevertheless, and a freed date', () => {
    fc.assert(
      fc.property(anyRows, day, fc.constantFrom('a', 'b', 'c'), (rows, date, seriesId) => {
        const only = ({ status }: CalendarRow) => status !== 'cancelled';
        expect(calendarOf(rows, neverClosed, { only }).on(date)).toEqual(naively(rows, date).filter(only));
        const others = naively(rows, date).filter((row) => row.date !== null || row.lessonId !== seriesId);
        expect(calendarOf(rows, neverClosed, { freed: { seriesId, date } }).on(date)).toEqual(others);
      }),
    );
  });
});

test('the wall clock runs on by the hour but when the clocks change, and its date never runs back', () => {
  const zones = ['America/Chicago', 'Europe/Berlin', 'Australia/Sydney', 'America/Phoenix', 'Asia/Kathmandu'];
  const hour = 3_600_000;
  const newYear2026 = 1_767_225_600_000;
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 24 * 730 }), (zone, hours) => {
      const at = newYear2026 + hours * hour;
      const [now, later] = [wallClock(at, zone), wallClock(at + hour, zone)];
      const step = (later.minute - now.minute + 1440) % 1440;
      expect([0, 60, 120]).toContain(step);
      expect(later.date >= now.date).toBe(true);
    }),
  );
});

test('dates with rows of some kind are each named once, from the first day to the last', () => {
  const calendar = calendarOf([series, occurrence('2026-09-08', 1), { ...series, lessonId: 'too' }], neverClosed);
  const period = { from: '2026-09-01', to: '2026-09-15' };
  expect(datesWith(calendar, period, () => true)).toEqual(['2026-09-01', '2026-09-08', '2026-09-09', '2026-09-15']);
  expect(datesWith(calendar, period, ({ seriesId }) => seriesId !== null)).toEqual(['2026-09-09']);
  expect(datesWith(calendar, { from: '2026-09-02', to: '2026-09-01' }, () => true)).toEqual([]);
});
