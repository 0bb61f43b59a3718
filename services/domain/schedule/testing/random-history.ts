import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import fc from 'fast-check';
import { editLesson, rescheduleLesson, updateLesson } from '../edit/change.ts';
import { clearSchedule, deleteLesson, deleteSeriesOf } from '../edit/deletion.ts';
import { createEntry, type ManualEntry } from '../edit/entries.ts';
import { syncStatuses } from '../feed/feed-sync.ts';
import { cancelLesson, restoreLesson } from '../edit/one-date.ts';
import { endSchedule, endStudentLessons, endTakenOver } from '../people.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from '../plan/plan-decision.ts';
import { optimizeSchedule, type Run } from '../plan/plan.ts';
import type { ScheduleState } from '../state.ts';
import { nothingClosed } from '../time-off/closures.ts';

type Decide = (state: ScheduleState) => readonly ScheduleEvent[];

type Kind =
  | 'enter'
  | 'generate'
  | 'change one date'
  | 'change a series'
  | 'cancel'
  | 'restore'
  | 'delete one date'
  | 'delete a series'
  | 'clear'
  | 'end a student'
  | 'accept'
  | 'reject';

/** What a command is about. */
export type About = {
  readonly kind: Kind;
  /** The one date that it names. */
  readonly date?: IsoDate;
  /** The student whose lessons it ends. */
  readonly studentId?: string;
};

type Decision = { readonly input: unknown; readonly decide: Decide; readonly about: About };

/** Makes a command; `n` is its place in the history and makes its ids its own. */
type Making = (n: number, today: IsoDate) => Decision;

/** A command that a schedule may be given at its place `n` in the history. */
export type RandomCommand = (n: number) => Decision & { readonly today: IsoDate };

const studentId = fc.constantFrom('Ann', 'Ben', 'Cy');
const firstDay = '2026-11-23';
/** The date that many days from today. */
const ahead = fc.constantFrom(0, 0, 2, 3, 7, 10, 21);
const around = fc.constantFrom(-12, -7, -5, -3, -1, 0, 1, 3, 4, 7, 9, 14);
const dayOfWeek = fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 5 as const);
const hour = fc.integer({ min: 9, max: 18 });

const entered: fc.Arbitrary<Making> = fc
  .record({
    studentId: fc.option(studentId),
    hour,
    dayOfWeek: fc.option(dayOfWeek),
    days: ahead,
  })
  .map(({ hour: at, dayOfWeek: weekly, days, ...chosen }) => (n, today) => {
    const day = addDays(today, days);
    const made: ManualEntry = {
      lessonId: `entry ${n}`,
      entryType: chosen.studentId === null ? 'appointment' : 'lesson',
      eventTitle: chosen.studentId === null ? 'Rehearsal' : null,
      customAddress: null,
      notes: null,
      useInOptimization: false,
      status: 'scheduled',
      duration: 45,
      start: at * 60,
      when: weekly === null ? { kind: 'dated', date: day } : { kind: 'weekly', dayOfWeek: weekly, validFrom: day },
      ...chosen,
    };
    return { input: made, decide: createEntry(made), about: { kind: 'enter' } };
  });

const optimized: fc.Arbitrary<Making> = fc
  .record({
    days: ahead,
    students: fc.uniqueArray(
      fc.record({ studentId, place: fc.option(fc.record({ dayOfWeek, hour, later: fc.option(ahead) })) }),
      { selector: (chosen) => chosen.studentId, minLength: 1 },
    ),
    elsewhere: fc.boolean(),
  })
  .map(({ days, students, elsewhere }) => (n, today) => {
    const startsOn = addDays(today, days);
    const run: Run = {
      reportId: `report ${n}`,
      runId: `run ${n}`,
      startsOn,
      today: '2026-11-23',
      closing: nothingClosed,
      students: students.map(({ studentId, place }) => ({
        studentId,
        placement: place && {
          lessonId: `placed ${n} ${studentId}`,
          studentId,
          dayOfWeek: place.dayOfWeek,
          start: place.hour * 60,
          duration: 45,
          driveMinutes: 12,
          notBefore: place.later === null ? null : addDays(today, place.later),
        },
      })),
      endsElsewhere: elsewhere ? [{ teacherId: 'Teo', lessonId: `other ${n}`, from: startsOn }] : [],
    };
    return { input: run, decide: optimizeSchedule(run), about: { kind: 'generate', date: startsOn } };
  });

/** One of the rows that a filter leaves, if any. */
const pick = <Row>(rows: readonly Row[], nth: number): Row | undefined => rows[nth % Math.max(rows.length, 1)];

/** A series and one of its dates near today. */
const dateNear = (state: ScheduleState, nth: number, near: IsoDate): { series: WeeklyLesson; date: IsoDate } | null => {
  const series = pick([...state.lessons.values()].filter(isWeekly), nth);
  const date = series ? seriesDateInWeekOf(series, near) : null;
  return series && date !== null ? { series, date } : null;
};

type OneDate = { readonly series: WeeklyLesson; readonly date: IsoDate; readonly n: number; readonly today: IsoDate };

/** A command on one date of some series. */
const onOneDate = (kind: Kind, command: (one: OneDate, days: number, hour: number) => Decide): fc.Arbitrary<Making> =>
  fc.record({ nth: fc.nat(9), near: around, days: around, hour }).map((chosen) => (n, today) => {
    const near = addDays(today, chosen.near);
    return {
      input: { kind, ...chosen },
      about: { kind, date: near },
      decide: (state) => {
        const found = dateNear(state, chosen.nth, near);
        return found ? command({ ...found, n, today }, chosen.days, chosen.hour)(state) : [];
      },
    };
  });

const cancelled = onOneDate('cancel', ({ series: { lessonId }, date, n }) =>
  cancelLesson({ lessonId, date, occurrenceId: `cancelled ${n}`, revision: undefined }),
);
const syncedOff = onOneDate('cancel', ({ series: { lessonId }, date, n }) =>
  syncStatuses({
    automatic: true,
    changes: [{ lessonId, date, effect: 'cancelled', occurrenceId: `synced ${n}` }],
    limit: 100,
  }),
);
const skipped = onOneDate('delete one date', ({ series: { lessonId }, date, today }) =>
  deleteLesson({ lessonId, date, today, revision: undefined }),
);
const movedDate = onOneDate('change one date', ({ series: { lessonId }, date, n, today }, days, at) =>
  editLesson({
    lessonId,
    revision: undefined,
    today,
    newId: `moved ${n}`,
    scope: 'single',
    changes: { start: at * 60 },
    originalDate: date,
    lessonDate: addDays(date, days),
  }),
);

/** A command on some row. */
const onRow = (
  kind: Kind,
  which: (row: Lesson) => boolean,
  command: (row: Lesson, n: number, today: IsoDate) => Decide,
): fc.Arbitrary<Making> =>
  fc.nat(9).map((nth) => (n, today) => ({
    input: { kind, nth },
    about: { kind },
    decide: (state) => {
      const row = pick([...state.lessons.values()].filter(which), nth);
      return row ? command(row, n, today)(state) : [];
    },
  }));

const nobodyElsewhere = {
  today: firstDay,
  now: 0,
  elsewhere: () => [],
  heldElsewhere: () => [],
  titleOf: () => 'A lesson',
  closedOn: neverClosed,
  closuresOver: () => [],
};
const restored = onRow(
  'restore',
  ({ status }) => status === 'cancelled',
  ({ lessonId }) => restoreLesson({ lessonId, revision: undefined, force: true, busy: nobodyElsewhere }),
);
const deleted = onRow('delete a series', isWeekly, ({ lessonId }, _, today) =>
  deleteLesson({ lessonId, date: null, today, revision: undefined }),
);
const deletedRow = onRow('delete one date', isOccurrence, ({ lessonId }, _, today) =>
  deleteLesson({ lessonId, date: null, today, revision: undefined }),
);

const changedSeries: fc.Arbitrary<Making> = fc
  .record({ dayOfWeek, hour, how: fc.constantFrom('edit', 'move', 'one date'), days: ahead })
  .chain(({ dayOfWeek: day, hour: at, how, days }) =>
    onRow('change a series', isWeekly, ({ lessonId }, n, today) => {
      const given = { lessonId, revision: undefined, today, newId: `changed ${n}` };
      const [start, date] = [at * 60, addDays(today, days)];
      if (how === 'move')
        return rescheduleLesson({ ...given, start, end: null, dayOfWeek: day, lessonDate: null, confirms: false });
      if (how === 'one date') return updateLesson({ ...given, changes: {}, lessonDate: date, notBefore: today });
      const changes = { dayOfWeek: day, start };
      return editLesson({ ...given, scope: 'series', changes, originalDate: date, lessonDate: null });
    }),
  );

const onReport: fc.Arbitrary<Making> = fc
  .constantFrom('accept' as const, 'reject' as const)
  .map((kind) => (_, today) => ({
    input: { kind },
    about: { kind },
    decide: (state) => {
      const decision = { reportId: state.newestReportId ?? 'none', today };
      return kind === 'accept' ? acceptPlan(decision)(state) : rejectPlan(decision)(state);
    },
  }));

const kinds = fc.subarray(['optimized', 'manual', 'preScheduled'] as const, { minLength: 1 });
const over = (kind: Kind, arbitrary: fc.Arbitrary<(today: IsoDate) => Decide>): fc.Arbitrary<Making> =>
  arbitrary.map((command) => (n, today) => ({ input: n, decide: command(today), about: { kind } }));

const ended: fc.Arbitrary<Making> = fc.oneof(
  over(
    'reject',
    fc.constant((today) => withdrawGenerated({ today })),
  ),
  over(
    'clear',
    fc.constant((on) => endSchedule({ on })),
  ),
  over(
    'clear',
    kinds.map((chosen) => (today) => clearSchedule({ kinds: chosen, today })),
  ),
  studentId.map((who) => (n: number, today: IsoDate) => ({
    input: n,
    about: { kind: 'end a student' as const, studentId: who },
    decide: endTakenOver([{ lessonId: 'gone', studentId: who, from: today }]),
  })),
  fc.record({ studentId, removed: fc.boolean() }).map(({ studentId: who, removed }) => (n: number, today: IsoDate) => ({
    input: n,
    about: { kind: 'end a student' as const, studentId: who },
    decide: removed ? endStudentLessons({ studentId: who, on: today }) : deleteSeriesOf({ studentId: who, today }),
  })),
);

const making = fc.oneof(
  { weight: 3, arbitrary: entered },
  { weight: 4, arbitrary: optimized },
  { weight: 2, arbitrary: cancelled },
  { weight: 1, arbitrary: syncedOff },
  { weight: 3, arbitrary: movedDate },
  { weight: 2, arbitrary: skipped },
  { weight: 1, arbitrary: restored },
  { weight: 1, arbitrary: deleted },
  { weight: 1, arbitrary: deletedRow },
  { weight: 2, arbitrary: changedSeries },
  { weight: 3, arbitrary: onReport },
  { weight: 1, arbitrary: ended },
);

/** A history of commands to one schedule, with the clock moving between them; some of them are rejected. */
export const randomHistory: fc.Arbitrary<RandomCommand[]> = fc
  .array(fc.record({ days: fc.constantFrom(0, 0, 0, 1, 2, 3, 8), make: making }), {
    minLength: 1,
    maxLength: 14,
    size: 'max',
  })
  .map((steps) => {
    let today = firstDay;
    return steps.map(({ days, make }) => {
      const now = addDays(today, days);
      today = now;
      return (n: number) => ({ ...make(n, now), today: now });
    });
  });
