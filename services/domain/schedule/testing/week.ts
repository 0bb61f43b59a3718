import { neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { type DayOfWeek, shortDayName } from '@rondo/contracts/calendar/dates.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isWeekly, occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { stateAfter } from '../../../testing/given.ts';
import { createEntry, type ManualEntry } from '../edit/entries.ts';
import type { Busy } from '../edit/if-free.ts';
import { placedLesson, type Placement, type Run } from '../plan/plan.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import { nothingClosed } from '../time-off/closures.ts';
import type { ScheduleState } from '../state.ts';

// Monday, November 23, 2026. One teacher; A1 to A4 were accepted in September.
export const today = '2026-11-23';
const september = '2026-09-07';
const wed = 3;
export const [mon, tue, thu, fri] = [1, 2, 4, 5] as const;

export const slot = (lessonId: string, studentId: string, dayOfWeek: DayOfWeek, hour: number): Placement => ({
  lessonId,
  studentId,
  dayOfWeek,
  start: hour * 60,
  duration: 45,
  driveMinutes: 10,
  notBefore: null,
});

/** An optimized series that was accepted in September. */
const accepted = (placement: Placement): ScheduleEvent => ({
  type: 'LessonPlaced',
  data: {
    lesson: placedLesson(placement, { startsOn: september, reportId: null }),
    occurrences: [],
    endsElsewhere: [],
  },
});

export const acceptedWeek = [
  accepted(slot('A1', 'Ann', mon, 15)),
  accepted(slot('A2', 'Ben', tue, 15)),
  accepted(slot('A3', 'Cy', wed, 15)),
  accepted(slot('A4', 'Di', thu, 15)),
];

export const run = (reportId: string, placements: (Placement | string)[], startsOn = today): Run => ({
  reportId,
  runId: `run ${reportId}`,
  startsOn,
  students: placements.map((placement) =>
    typeof placement === 'string'
      ? { studentId: placement, placement: null }
      : { studentId: placement.studentId, placement },
  ),
  endsElsewhere: [],
  today: '2026-11-23',
  closing: nothingClosed,
});

export const firstRun = run('P1', [slot('B1', 'Ann', mon, 16), slot('B2', 'Ben', tue, 16), slot('B3', 'Cy', thu, 16)]);
export const secondRun = run('P2', [slot('C1', 'Ann', mon, 17), slot('C3', 'Cy', fri, 15)]);

/** Decides one command after another and records the whole history. */
export const history = (
  events: readonly ScheduleEvent[],
  ...commands: ((state: ScheduleState) => readonly ScheduleEvent[])[]
) =>
  commands.reduce<ScheduleEvent[]>((so, decide) => [...so, ...decide(stateAfter(scheduleAggregate, so))], [...events]);

export const stateOf = (events: readonly ScheduleEvent[]): ScheduleState => stateAfter(scheduleAggregate, events);

/** "B1 Mon 16 optimized optimized" for every series that has a date on or after a day. */
export const weekFrom = (state: ScheduleState, day: string): string[] =>
  [...state.lessons.values()]
    .filter(isWeekly)
    .filter((series) => seriesDates(series, day, '2027-03-01').length > 0)
    .map(({ lessonId, dayOfWeek, start, status, source }) =>
      [lessonId, shortDayName(dayOfWeek), start / 60, status, source].join(' '),
    )
    .toSorted();

export const basesOf = (state: ScheduleState): string[] =>
  [...(state.plan?.entries.values() ?? [])]
    .flatMap(({ bases }) => bases.map(({ lesson }) => lesson.lessonId))
    .toSorted();

export const rowIn = (state: ScheduleState, lessonId: string): Lesson => {
  const row = state.lessons.get(lessonId);
  if (!row) throw new Error(`${lessonId} is not there.`);
  return row;
};

export const seriesIn = (state: ScheduleState, lessonId: string) => {
  const row = rowIn(state, lessonId);
  if (!isWeekly(row)) throw new Error(`${lessonId} is no series.`);
  return row;
};

/** One date of a series, cancelled. */
export const cancelled = (id: string, series: Lesson, date: string): ScheduleEvent => {
  if (!isWeekly(series)) throw new Error(`${series.lessonId} is no series.`);
  return { type: 'LessonCancelled', data: { lesson: { ...occurrenceOf(series, date, id), status: 'cancelled' } } };
};

/** A manual lesson with Eve, by default Fridays at 16:00. */
export const anEntry = (lessonId: string, changes: Partial<ManualEntry> = {}): ManualEntry => ({
  lessonId,
  entryType: 'lesson',
  studentId: 'Eve',
  ...plainDetails,
  status: 'scheduled',
  start: 16 * 60,
  duration: 45,
  when: { kind: 'weekly', dayOfWeek: fri, validFrom: today },
  ...changes,
});

/** The same lesson, created by command. */
export const entry = (lessonId: string, changes: Partial<ManualEntry> = {}) => createEntry(anEntry(lessonId, changes));

export const titleOf = ({ studentId, eventTitle }: Lesson): string => studentId ?? eventTitle ?? '';

/** No student has lessons elsewhere, except those given. */
export const busy = (...elsewhere: Lesson[]): Busy => ({
  today,
  now: 0,
  heldElsewhere: () => [],
  elsewhere: (studentId) => elsewhere.filter((lesson) => lesson.studentId === studentId),
  titleOf,
  closedOn: neverClosed,
  closuresOver: () => [],
});
