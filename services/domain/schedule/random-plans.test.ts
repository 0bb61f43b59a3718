import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import {
  addDays,
  laterOf,
  mondayOf,
  nextMonday,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../platform/kit/errors.ts';
import { editLesson } from './edit/change.ts';
import { deleteLesson } from './edit/deletion.ts';
import { PlanOutdated } from './plan/fixed.ts';
import { cancelLesson, restoreLesson } from './edit/one-date.ts';
import { acceptPlan, rejectPlan } from './plan/plan-decision.ts';
import { optimizeSchedule } from './plan/plan.ts';
import type { ScheduleState } from './state.ts';
import { Log, type Decide } from './testing/batches.ts';
import { busy, run, slot, acceptedWeek, today as monday } from './testing/week.ts';

/** The same histories at every run; other ones: `HISTORIES=20000 SEED=7 npm run test:unit -- random-plans`. */
const histories = Number(process.env['HISTORIES'] ?? 150);
const seed = Number(process.env['SEED'] ?? 1);

const students = ['Ann', 'Ben', 'Cy', 'Di'] as const;
const lastDay = '2027-01-24';

const weekday = fc.constantFrom<DayOfWeek>(1, 2, 3, 4, 5);
/** Every student has hours of their own, so that no two plans clash. */
const hours = { Ann: 9, Ben: 11, Cy: 13, Di: 17 } as const;

const planned = fc.record({
  kind: fc.constant('run' as const),
  startsIn: fc.constantFrom(0, 0, 1, 2, 3, 7, 9, 14, 21),
  students: fc.uniqueArray(
    fc.record({ who: fc.constantFrom(...students), day: fc.option(weekday, { freq: 4 }), later: fc.nat(1) }),
    { selector: ({ who }) => who, minLength: 1 },
  ),
});
const oneDate = fc.record({
  kind: fc.constantFrom('cancel' as const, 'move' as const, 'delete' as const),
  nth: fc.nat(30),
  week: fc.nat(3),
  by: fc.integer({ min: -3, max: 9 }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: planned },
  { weight: 4, arbitrary: oneDate },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), nth: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('days pass' as const), days: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('accept' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reject' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** "Ann 2026-11-23 15" for every lesson of a student from a day on, by its own date. */
const lessonsFrom = (state: ScheduleState, from: IsoDate): string[] => {
  const rows = [...state.lessons.values()];
  const calendar = calendarOf(rows, neverClosed);
  const dates = rows.flatMap((row) => {
    const name = (date: IsoDate): string =>
      `${row.studentId} ${date} ${row.start / 60} ${row.status === 'cancelled' ? 'off' : 'on'}`;
    if (!isWeekly(row)) return row.date !== null && row.date >= from ? [name(row.date)] : [];
    return calendar.datesOf(row, from, lastDay).map(name);
  });
  return dates.toSorted();
};

/** A change to one date, and the series whose date it is. */
type Change = { readonly seriesId: string; readonly decide: Decide };

const weeklyRows = (state: ScheduleState): WeeklyLesson[] => [...state.lessons.values()].filter(isWeekly);

type OneDate = Extract<Step, { kind: 'cancel' | 'move' | 'delete' }>;

/** A change to one date of some series in the coming weeks. A pending date never moves into an earlier week, where it would take place early. */
const oneDateChange = (state: ScheduleState, today: IsoDate, chosen: OneDate, n: number): Change | null => {
  const from = addDays(today, 7 * chosen.week);
  const all = weeklyRows(state).flatMap((series) =>
    seriesDates(series, from, addDays(from, 6)).map((date) => ({ series, date })),
  );
  const found = all[chosen.nth % Math.max(all.length, 1)];
  if (!found) return null;
  const { series, date } = found;
  const ref = { lessonId: series.lessonId, revision: undefined };
  const earliest = series.status === 'optimized' ? laterOf(today, mondayOf(date)) : today;
  const commands = {
    cancel: cancelLesson({ ...ref, date, occurrenceId: `O${n}` }),
    delete: deleteLesson({ ...ref, date, today }),
    move: editLesson({
      ...ref,
      today,
      newId: `O${n}`,
      scope: 'single',
      changes: {},
      originalDate: date,
      lessonDate: laterOf(addDays(date, chosen.by), earliest),
    }),
  };
  return { seriesId: series.lessonId, decide: commands[chosen.kind] };
};

const restoring = (state: ScheduleState, { nth }: { nth: number }): Change | null => {
  const off = [...state.lessons.values()].filter(isOccurrence).filter(({ status }) => status === 'cancelled');
  const row = off[nth % Math.max(off.length, 1)];
  if (!row) return null;
  const decide = restoreLesson({ lessonId: row.lessonId, revision: undefined, force: true, busy: busy() });
  return { seriesId: row.seriesId, decide };
};

/** The log and what it would be without the plan that waits: its changes of one date, without the runs. */
type Studio = { readonly real: Log; readonly without: Log; readonly today: IsoDate };

const changed = ({ real, without, today }: Studio, change: Change | null): Studio => {
  if (!change) return { real, without, today };
  const isPending = real.state.lessons.get(change.seriesId)?.status === 'optimized';
  return { real: real.after(change.decide), without: isPending ? without : without.after(change.decide), today };
};

const ran = ({ real, without, today }: Studio, wish: Extract<Step, { kind: 'run' }>, n: number): Studio => {
  const placements = wish.students.map(({ who, day, later }) =>
    day === null ? who : slot(`${n} ${who}`, who, day, hours[who] + later),
  );
  return {
    real: real.after(optimizeSchedule(run(`P${n}`, placements, addDays(today, wish.startsIn)))),
    without,
    today,
  };
};

const rejected = ({ real, without, today }: Studio): Studio => {
  const { state, events } = real;
  const after = real.after(rejectPlan({ reportId: state.newestReportId ?? '', today }));
  const from = nextMonday(today);
  expect(lessonsFrom(after.state, from), JSON.stringify(events)).toEqual(lessonsFrom(without.state, from));
  return { real: after, without: after, today };
};

const next = (studio: Studio, chosen: Step, n: number): Studio => {
  const { real, today } = studio;
  switch (chosen.kind) {
    case 'run':
      return ran(studio, chosen, n);
    case 'cancel':
    case 'move':
    case 'delete':
      return changed(studio, oneDateChange(real.state, today, chosen, n));
    case 'restore':
      return changed(studio, restoring(real.state, chosen));
    case 'days pass':
      return { ...studio, today: addDays(today, chosen.days) };
    case 'accept': {
      const accepted = real.after(acceptPlan({ reportId: real.state.newestReportId ?? '', today }));
      return { real: accepted, without: accepted, today };
    }
    case 'reject':
      return rejected(studio);
  }
};

const expectSound = ({ real: { state } }: Studio): void => {
  const bases = [...(state.plan?.entries.values() ?? [])].flatMap((entry) => entry.bases);
  const ids = bases.map(({ lesson }) => lesson.lessonId);
  expect(ids).toEqual([...new Set(ids)]);
  for (const studentId of students) {
    const own = weeklyRows(state).filter((series) => series.studentId === studentId);
    const pending = own.filter(({ status, validTo }) => status === 'optimized' && validTo === null);
    expect(pending.length, `${studentId} has one series in the plan`).toBeLessThan(2);
    const weeks = own.flatMap((series) => seriesDates(series, monday, lastDay).map(mondayOf));
    expect(weeks.toSorted(), `${studentId} has one lesson a week`).toEqual([...new Set(weeks)].toSorted());
  }
  if (!state.plan) expect([...state.lessons.values()].filter(({ status }) => status === 'optimized')).toEqual([]);
};

test(
  'however often a plan is extended, each base is in it once and a rejection brings back what stood before it',
  () => {
    process.stdout.write(`random plans: ${histories} histories, SEED=${seed}\n`);
    const seen = { done: 0, refused: 0, rejections: 0 };
    fc.assert(
      fc.property(fc.array(step, { minLength: 3, maxLength: 16, size: 'max' }), (steps) => {
        let studio: Studio = { real: Log.of(acceptedWeek), without: Log.of(acceptedWeek), today: monday };
        steps.forEach((chosen, n) => {
          try {
            studio = next(studio, chosen, n);
          } catch (error) {
            if (!(error instanceof DomainError) && !(error instanceof PlanOutdated)) throw error;
            seen.refused += 1;
            return;
          }
          seen.done += 1;
          if (chosen.kind === 'reject') seen.rejections += 1;
          expectSound(studio);
        });
      }),
      { numRuns: histories, seed },
    );
    expect(Math.min(seen.done, seen.refused, seen.rejections)).toBeGreaterThan(histories / 10);
  },
  Math.max(60_000, histories * 400),
);
