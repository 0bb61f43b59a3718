import { closedOn, neverClosed, type Closure } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, dayOfWeekOf, earlierOf, type DayOfWeek, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { plainRow, type Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calendarDiff,
  isSeries,
  type CalendarChange,
  type Placed,
  type ShownDate,
  type ShownSeries,
} from './calendar-diff.ts';

// Thursday, November 26, 2026.
const today = '2026-11-26';
const tuesday = 2;
const lastDay = addDays(today, 12 * 7);

const row = (changes: Partial<Lesson>): Lesson => ({
  ...plainRow,
  ...plainDetails,
  lessonId: 'a',
  studentId: 'leo',
  entryType: 'lesson',
  source: 'manual',
  status: 'scheduled',
  dayOfWeek: tuesday,
  start: 900,
  duration: 30,
  date: null,
  validFrom: '2026-09-01',
  ...changes,
});
const weekly = (lessonId: string, changes: Partial<Lesson> = {}): Lesson => row({ lessonId, ...changes });
const dated = (lessonId: string, date: IsoDate, changes: Partial<Lesson> = {}): Lesson =>
  row({ lessonId, date, dayOfWeek: dayOfWeekOf(date), validFrom: null, ...changes });
const exception = (series: Lesson, date: IsoDate, changes: Partial<Lesson> = {}): Lesson => ({
  ...occurrenceOf(series, date, `${series.lessonId} ${date}`),
  ...changes,
});
const by = (rows: readonly Lesson[], teacherId = 'dana'): Placed[] => rows.map((one) => ({ row: one, teacherId }));

const shownText = (one: ShownDate | ShownSeries | null): string => {
  if (!one) return 'nothing';
  const { start, status, duration } = one.row;
  const what = `${start}${duration === 30 ? '' : ` for ${duration}`}${status === 'scheduled' ? '' : ` ${status}`}`;
  return isSeries(one) ? `weekday ${one.row.dayOfWeek} ${what} from ${one.from} to ${one.to}` : `${one.date} ${what}`;
};
const lines = (now: readonly Lesson[], then: readonly Lesson[]): string[] =>
  calendarDiff(by(now), by(then), today, []).map(
    ({ kind, is, was }) => `${kind}: ${shownText(is)} -> ${shownText(was)}`,
  );

test('a series under another id that is equal is unchanged', () => {
  expect(lines([weekly('b')], [weekly('a')])).toEqual([]);
  expect(
    lines([weekly('a', { validTo: '2026-12-07' }), weekly('b', { validFrom: '2026-12-08' })], [weekly('a')]),
  ).toEqual([]);
});

test('a series that moves is one line, whether it keeps its id, continues another one or is a new one', () => {
  const line = ['changed: weekday 3 1050 from 2026-12-02 to null -> weekday 3 900 from 2026-12-02 to null'];
  const then = weekly('a', { dayOfWeek: 3 });
  for (const lessonId of ['a', 'z'])
    expect(lines([weekly(lessonId, { dayOfWeek: 3, start: 1050 })], [then])).toEqual(line);
  const part = weekly('b', { dayOfWeek: 3, start: 1050, continues: 'a', validFrom: today });
  expect(lines([weekly('a', { dayOfWeek: 3, validTo: '2026-11-25' }), part], [then])).toEqual(line);
});

test('dates that are cancelled or deleted since come back, one by one', () => {
  const series = weekly('a', { skips: ['2026-12-08'] });
  const cancelled = exception(series, '2026-12-01', { status: 'cancelled' });
  expect(lines([series, cancelled], [weekly('a')])).toEqual([
    'added: nothing -> 2026-12-01 900',
    'added: nothing -> 2026-12-08 900',
  ]);
  expect(lines([weekly('a')], [series, cancelled])).toEqual([
    'removed: 2026-12-01 900 -> nothing',
    'removed: 2026-12-08 900 -> nothing',
  ]);
});

test('a date that moves or becomes longer is one line', () => {
  const series = weekly('a');
  const moved = exception(series, '2026-12-08', { date: '2026-12-11', dayOfWeek: 5, start: 870 });
  expect(lines([series, moved], [series])).toEqual(['changed: 2026-12-11 870 -> 2026-12-08 900']);
  expect(lines([dated('x', '2026-12-03', { duration: 45 })], [dated('y', '2026-12-03')])).toEqual([
    'changed: 2026-12-03 900 for 45 -> 2026-12-03 900',
  ]);
  expect(lines([dated('x', '2026-12-03')], [dated('y', '2026-12-01')])).toEqual([
    'changed: 2026-12-03 900 -> 2026-12-01 900',
  ]);
  expect(lines([dated('x', '2026-12-03')], [dated('y', '2026-12-12')])).toEqual([
    'removed: 2026-12-03 900 -> nothing',
    'added: nothing -> 2026-12-12 900',
  ]);
});

test('a lesson that is given to another student goes from one and comes back to the other', () => {
  expect(lines([dated('x', '2026-12-03', { studentId: 'mia' })], [dated('x', '2026-12-03')])).toEqual([
    'removed: 2026-12-03 900 -> nothing',
    'added: nothing -> 2026-12-03 900',
  ]);
});

test('what was before today is no difference', () => {
  expect(lines([dated('x', '2026-11-25'), weekly('a', { validTo: '2026-11-25' })], [])).toEqual([]);
});

const anyDate = fc.integer({ min: -7, max: 40 }).map((days) => addDays(today, days));
const anyLook = {
  studentId: fc.constantFrom('leo', 'mia'),
  start: fc.constantFrom(900, 960),
  duration: fc.constantFrom(30, 30, 45),
  notes: fc.constantFrom(null, null, 'Scales'),
};
const anyWeekly = fc
  .record({
    ...anyLook,
    dayOfWeek: fc.constantFrom<DayOfWeek>(1, 2, 4),
    validFrom: anyDate,
    weeks: fc.option(fc.nat(6)),
    skips: fc.array(fc.nat(8), { maxLength: 2 }),
    exceptions: fc.array(
      fc.record({ week: fc.nat(8), what: fc.constantFrom('cancelled', 'moved', 'longer'), to: anyDate }),
      { maxLength: 3 },
    ),
    continues: fc.constantFrom(null, null, '0', '1', '2'),
  })
  .map(({ weeks, skips, exceptions, ...one }) => ({
    one: { ...one, validTo: weeks === null ? null : addDays(one.validFrom, weeks * 7) },
    skips,
    exceptions,
  }));
const anyDated = fc.record({
  ...anyLook,
  date: anyDate,
  status: fc.constantFrom<Lesson['status']>('scheduled', 'scheduled', 'cancelled'),
});

/** Rows with ids of their own or, by chance, those of the other side. */
const anyRows = fc
  .record({
    series: fc.array(fc.record({ id: fc.constantFrom('0', '1', '2', '3'), of: anyWeekly }), { maxLength: 3 }),
    dates: fc.array(fc.record({ id: fc.constantFrom('x', 'y', 'z'), of: anyDated }), { maxLength: 3 }),
  })
  .map(({ series, dates }) => {
    const rows = new Map<string, Lesson>();
    const students = new Set<string>();
    for (const { id, of } of series) {
      const day = (week: number): IsoDate => {
        const first = addDays(of.one.validFrom, (of.one.dayOfWeek - dayOfWeekOf(of.one.validFrom) + 7) % 7);
        return addDays(first, week * 7);
      };
      // Not twice at the same time: which of two equal series goes is no question.
      if (rows.has(id) || students.has(of.one.studentId)) continue;
      students.add(of.one.studentId);
      const found = weekly(id, { ...of.one, skips: [...new Set(of.skips.map(day))].toSorted() });
      rows.set(id, found);
      for (const { week, what, to } of of.exceptions) {
        const date = day(week);
        if (found.skips.includes(date) || (found.validTo !== null && date > found.validTo)) continue;
        const change: Partial<Lesson> =
          what === 'cancelled'
            ? { status: 'cancelled' }
            : what === 'longer'
              ? { duration: 60 }
              : { date: to, dayOfWeek: dayOfWeekOf(to) };
        rows.set(`${id} ${date}`, exception(found, date, change));
      }
    }
    for (const { id, of } of dates) rows.set(id, dated(id, of.date, of));
    return [...rows.values()];
  });

/** Dana does not teach for three weeks, Eve not on the afternoons of one. */
const closed = [
  { closureId: 'break', from: addDays(today, 6), to: addDays(today, 26), fromTime: null, teacherIds: ['dana'] },
  { closureId: 'away', from: addDays(today, 14), to: addDays(today, 20), fromTime: 960, teacherIds: ['eve'] },
].map(({ closureId, ...days }): Closure => ({
  closureId,
  states: [{ at: '', recordedAt: '', closure: { ...days, toTime: null, reason: null, money: 'refund' } }],
}));

const entryText = ({ row: one, teacherId }: Placed, date: IsoDate, closures: readonly Closure[] = []): string => {
  const status = closedOn(closures, () => teacherId)(one, date) === null ? one.status : 'cancelled';
  return [date, teacherId, one.studentId, one.start, one.duration, status, one.notes].join(' ');
};

const calendarText = (rows: readonly Placed[], closures: readonly Closure[]): Set<string> => {
  const calendar = calendarOf(
    rows.map((one) => one.row),
    neverClosed,
  );
  return new Set(
    rows.flatMap((one) =>
      calendar
        .datesOf(one.row, today, lastDay)
        .flatMap((date) => (date >= today && date <= lastDay ? [entryText(one, date, closures)] : [])),
    ),
  );
};

const entriesOf = (shown: ShownDate | ShownSeries | null, closures: readonly Closure[]): string[] => {
  if (!shown) return [];
  if (!isSeries(shown)) return shown.date <= lastDay ? [entryText(shown, shown.date)] : [];
  const entries: string[] = [];
  const last = shown.to === null ? lastDay : earlierOf(shown.to, lastDay);
  for (let date = shown.from; date <= last; date = addDays(date, 7))
    if (!shown.gaps.has(date)) entries.push(entryText(shown, date, closures));
  return entries;
};

const afterLines = (
  now: ReadonlySet<string>,
  changes: readonly CalendarChange[],
  closures: readonly Closure[],
): Set<string> => {
  const shown = new Set(now);
  for (const { is } of changes) for (const entry of entriesOf(is, closures)) shown.delete(entry);
  for (const { was } of changes) for (const entry of entriesOf(was, closures)) shown.add(entry);
  return shown;
};

/** Cancelled dates of a series that comes back or goes are part of its line. */
const takingPlace = (entries: ReadonlySet<string>): string[] =>
  [...entries].filter((entry) => !entry.includes(' cancelled ')).toSorted();

test('what comes back obeys closures, and what is kept in them is kept by its row', () => {
  const inBreak = addDays(today, 12);
  const kept = exception(weekly('a'), inBreak, { keptIn: ['break'] });
  const diff = (now: readonly Lesson[], then: readonly Lesson[]) =>
    calendarDiff(by(now), by(then), today, closed).map(
      ({ kind, is, was }) => `${kind}: ${shownText(is)} -> ${shownText(was)}`,
    );
  expect(diff([weekly('a'), kept], [weekly('a')])).toEqual([`removed: ${inBreak} 900 -> nothing`]);
  expect(diff([weekly('a')], [weekly('a'), kept])).toEqual([`added: nothing -> ${inBreak} 900`]);
  expect(diff([], [dated('d', inBreak)])).toEqual([`changed: nothing -> ${inBreak} 900 cancelled`]);
  const off = exception(weekly('a'), inBreak, { status: 'cancelled' });
  expect(diff([weekly('a'), off], [weekly('a')])).toEqual([]);
});

test('the lines lead from one calendar to the other, and none of them is without a difference', () => {
  fc.assert(
    fc.property(
      anyRows,
      anyRows,
      fc.constantFrom('dana', 'eve'),
      fc.boolean(),
      (nowRows, thenRows, teacher, isOpen) => {
        const closures = isOpen ? [] : closed;
        const [now, then] = [by(nowRows), by(thenRows, teacher)];
        const changes = calendarDiff(now, then, today, closures);
        expect(takingPlace(afterLines(calendarText(now, closures), changes, closures))).toEqual(
          takingPlace(calendarText(then, closures)),
        );
        for (const { kind, is, was } of changes)
          if (kind === 'changed' && is && was && !isSeries(is) && !isSeries(was))
            expect(entryText(is, is.date)).not.toEqual(entryText(was, was.date));
        const keyOf = (one: ShownDate | ShownSeries): string =>
          isSeries(one) ? `${shownText(one)} ${entryText(one, 'weekly')}` : entryText(one, one.date);
        const goes = new Set(changes.flatMap(({ kind, is }) => (kind === 'removed' ? [keyOf(is)] : [])));
        for (const { kind, was } of changes) if (kind === 'added') expect(goes).not.toContain(keyOf(was));
      },
    ),
    { numRuns: 3000, seed: 20261126 },
  );
});

test('a calendar that is compared with itself has no lines', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      expect(calendarDiff(by(rows), by(rows.toReversed()), today, closed)).toEqual([]);
    }),
    { numRuns: 500, seed: 20261126 },
  );
});
