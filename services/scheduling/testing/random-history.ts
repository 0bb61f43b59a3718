import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { isWeekly } from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import fc from 'fast-check';
import { createEntry, type ManualEntry } from '../entries.ts';
import { cancelLesson, restoreLesson } from '../one-date.ts';
import { endSchedule, endStudentLessons, endTakenOver } from '../people.ts';
import { acceptPlan, optimizeSchedule, rejectPlan, withdrawGenerated, type Run } from '../plan.ts';
import type { ScheduleState } from '../state.ts';

type Decide = (state: ScheduleState) => readonly ScheduleEvent[];

/** A command that a schedule may be given; `n` is its place in the history and makes its ids its own. */
export type RandomCommand = (n: number) => { readonly input: unknown; readonly decide: Decide };

const studentId = fc.constantFrom('Ann', 'Ben', 'Cy');
const day = fc.constantFrom('2026-11-23', '2026-11-26', '2026-12-01', '2026-12-14', '2027-01-04');
const dayOfWeek = fc.constantFrom(1 as const, 2 as const, 3 as const);
const hour = fc.integer({ min: 9, max: 18 });

const entry = fc.record({
  studentId: fc.option(studentId),
  start: hour.map((at) => at * 60),
  when: fc.oneof(
    fc.record({ kind: fc.constant('dated' as const), date: day }),
    fc.record({ kind: fc.constant('weekly' as const), dayOfWeek, validFrom: day }),
  ),
});

const entered = entry.map((chosen) => (n: number) => {
  const made: ManualEntry = {
    lessonId: `entry ${n}`,
    entryType: chosen.studentId === null ? 'appointment' : 'lesson',
    eventTitle: chosen.studentId === null ? 'Rehearsal' : null,
    customAddress: null,
    notes: null,
    useInOptimization: false,
    status: 'scheduled',
    duration: 45,
    ...chosen,
  };
  return { input: made, decide: createEntry(made) };
});

const optimized = fc
  .record({
    startsOn: day,
    students: fc.uniqueArray(
      fc.record({ studentId, place: fc.option(fc.record({ dayOfWeek, hour, notBefore: fc.option(day) })) }),
      { selector: (chosen) => chosen.studentId, minLength: 1 },
    ),
    elsewhere: fc.boolean(),
  })
  .map(({ startsOn, students, elsewhere }) => (n: number) => {
    const run: Run = {
      reportId: `report ${n}`,
      runId: `run ${n}`,
      startsOn,
      students: students.map(({ studentId, place }) => ({
        studentId,
        placement: place && {
          lessonId: `placed ${n} ${studentId}`,
          studentId,
          dayOfWeek: place.dayOfWeek,
          start: place.hour * 60,
          duration: 45,
          driveMinutes: 12,
          notBefore: place.notBefore,
        },
      })),
      endsElsewhere: elsewhere ? [{ teacherId: 'Teo', lessonId: `other ${n}`, from: startsOn }] : [],
    };
    return { input: run, decide: optimizeSchedule(run) };
  });

/** One date of some series is cancelled. */
const cancelled = fc.record({ nth: fc.nat(5), date: day }).map(({ nth, date }) => (n: number) => ({
  input: { nth, date },
  decide: (state: ScheduleState): ScheduleEvent[] => {
    const weekly = [...state.lessons.values()].filter(isWeekly);
    const series = weekly[nth % Math.max(weekly.length, 1)];
    const own = series && seriesDateInWeekOf(series, date);
    if (!series || !own) return [];
    const { lessonId } = series;
    return cancelLesson({ lessonId, date: own, occurrenceId: `cancelled ${n}`, revision: undefined })(state);
  },
}));

const nobodyElsewhere = { today: '2026-11-23', elsewhere: () => [], titleOf: () => 'A lesson' };

/** A cancelled row is restored. */
const restored = fc.nat(3).map((nth) => () => ({
  input: { nth },
  decide: (state: ScheduleState): ScheduleEvent[] => {
    const off = [...state.lessons.values()].filter(({ status }) => status === 'cancelled');
    const row = off[nth % Math.max(off.length, 1)];
    if (!row) return [];
    return restoreLesson({ lessonId: row.lessonId, revision: undefined, force: true, busy: nobodyElsewhere })(state);
  },
}));

const onReport = fc
  .record({ which: fc.constantFrom('accept' as const, 'reject' as const), today: day })
  .map(({ which, today }) => () => ({
    input: { which, today },
    decide: (state: ScheduleState) => {
      const decision = { reportId: state.newestReportId ?? 'none', today };
      return which === 'accept' ? acceptPlan(decision)(state) : rejectPlan(decision)(state);
    },
  }));

const ended = fc
  .oneof(
    day.map((today) => withdrawGenerated({ today })),
    fc.record({ studentId, on: day }).map(endStudentLessons),
    day.map((on) => endSchedule({ on })),
    fc.record({ studentId, from: day }).map((ending) => endTakenOver([{ lessonId: 'gone', ...ending }])),
  )
  .map((decide) => (n: number) => ({ input: n, decide }));

/** A history of commands to one schedule; some of them will be refused. */
export const randomHistory: fc.Arbitrary<RandomCommand[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: entered },
    { weight: 4, arbitrary: optimized },
    { weight: 2, arbitrary: cancelled },
    { weight: 1, arbitrary: restored },
    { weight: 3, arbitrary: onReport },
    { weight: 1, arbitrary: ended },
  ),
  { minLength: 1, maxLength: 14, size: 'max' },
);
