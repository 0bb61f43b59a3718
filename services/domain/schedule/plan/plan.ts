import {
  addDays,
  dayOfWeekOf,
  laterOf,
  mondayOf,
  weekOrder,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { byStart } from '@rondo/contracts/calendar/rows.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { plainRow, type Occurrence, type WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { JointPlan, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/plain-details.ts';
import { changeOver, handOver, skipsFor } from './change-over.ts';
import { fixedSeries, PlanOutdated, refuseClashes } from './fixed.ts';
import { holdRows } from '../questions/holds.ts';
import { isSameJoint } from './joint.ts';
import { staysPinned } from './pins.ts';
import { basesOf, seriesEnds, unplacedBases } from '../edit/series-end.ts';
import type { Closing } from '../time-off/closures.ts';
import { occurrencesOf, seriesFrom, type PendingPlan, type ScheduleState } from '../state.ts';

export type Placement = {
  readonly lessonId: string;
  readonly studentId: string;
  readonly dayOfWeek: DayOfWeek;
  readonly start: number;
  readonly duration: number;
  readonly driveMinutes: number;
  /** The student's first possible day, if later than the plan's. */
  readonly notBefore: IsoDate | null;
};

type EndsElsewhere = PendingPlan['endsElsewhere'];

/** The parts of a joint plan in the others' schedules. */
export type PartsOfOthers = NonNullable<Extract<ScheduleEvent, { type: 'ScheduleOptimized' }>['data']['others']>;

export type Run = {
  readonly reportId: string;
  readonly runId: string;
  readonly startsOn: IsoDate;
  /** The minute of the first day before which its lessons are over; absent if that day has not begun. */
  readonly overUntil?: number;
  /** Every student in the run, with the solver's result. */
  readonly students: readonly { readonly studentId: string; readonly placement: Placement | null }[];
  readonly endsElsewhere: EndsElsewhere;
  /** The day on which it is recorded: it may not use the time that is held then. */
  readonly today: IsoDate;
  /** What was closed when it was solved. */
  readonly closing: Closing;
  /** Present where teachers are planned together. */
  readonly joint?: JointPlan | undefined;
  /** In the lead's schedule: what is recorded in the others'. */
  readonly others?: PartsOfOthers | undefined;
};

/** The optimized series of one student, pending or accepted, that have a possible day from `from` on. */
const optimizedOf = (state: ScheduleState, studentId: string, from: IsoDate): WeeklyLesson[] =>
  seriesFrom(state, from).filter((series) => series.source === 'optimized' && series.studentId === studentId);

export const placedLesson = (
  placement: Placement,
  plan: { startsOn: IsoDate; reportId: string | null },
): WeeklyLesson => ({
  lessonId: placement.lessonId,
  studentId: placement.studentId,
  entryType: 'lesson',
  ...plainDetails,
  source: 'optimized',
  status: plan.reportId === null ? 'scheduled' : 'optimized',
  dayOfWeek: placement.dayOfWeek,
  start: placement.start,
  duration: placement.duration,
  date: null,
  validFrom: placement.notBefore === null ? plan.startsOn : laterOf(plan.startsOn, placement.notBefore),
  ...plainRow,
  driveMinutes: placement.driveMinutes,
  reportId: plan.reportId,
});

/** @throws PlanOutdated for a lesson of these students that was pinned while the plan was computed */
const refusePinned = (state: ScheduleState, studentIds: ReadonlySet<string>, startsOn: IsoDate): void => {
  for (const lesson of state.lessons.values())
    if (studentIds.has(lesson.studentId ?? '') && staysPinned(lesson, startsOn))
      throw new PlanOutdated(`${lesson.lessonId} was pinned.`);
};

/**
 * Stores a run's result as a pending plan: the selected students' optimized series end on the day before it starts, and the new ones start,
 * pending. Extends a plan that is already pending.
 * @throws PlanOutdated when an entry created since is in the way
 */
export const optimizeSchedule =
  (run: Run) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const { reportId, runId, startsOn, students, endsElsewhere, closing, joint, others } = run;
    const replaced = new Set(students.map(({ studentId }) => studentId));
    const placements = students.flatMap(({ placement }) => (placement ? [placement] : []));
    refusePinned(state, replaced, startsOn);
    if (state.plan && !isSameJoint(state.plan.joint, joint ?? null))
      throw new PlanOutdated('The schedule has a pending plan of other teachers.');
    refuseClashes([...fixedSeries(state, startsOn, replaced, closing), ...holdRows(state, run.today)], placements);

    const withdrawn = state.newestReportId !== null && state.reports.get(state.newestReportId) === 'withdrawn';
    const moves = students.map(({ studentId, placement }) => moveOf(state, run, studentId, placement));
    return [
      {
        type: 'ScheduleOptimized',
        data: {
          reportId,
          runId,
          startsOn,
          supersedes: state.plan?.reportId ?? null,
          rejects: withdrawn ? state.newestReportId : null,
          students: moves.map(({ studentId, lessonId, bases }) => ({ studentId, lessonId, bases })),
          endsElsewhere: [...endsElsewhere],
          ...(joint && { joint }),
          ...(others && { others }),
        },
      },
      ...moves.flatMap(({ ended }) => ended),
      ...moves.flatMap(({ placed }) => placed),
    ];
  };

/** A run's effect on one student: the series that end, and the one that starts. */
const moveOf = (state: ScheduleState, run: Run, studentId: string, placement: Placement | null) => {
  const { startsOn, reportId } = run;
  const coming = placement ? placedLesson(placement, { startsOn, reportId }) : undefined;
  const replaced = optimizedOf(state, studentId, startsOn);
  // If its start on the first day has passed, the new lesson has no date that day, and the series that it replaces keeps the day.
  const beginsLater = coming?.dayOfWeek === dayOfWeekOf(startsOn) && coming.validFrom > startsOn;
  // So does a series that has already had its lesson on that day.
  const isTaught = replaced.some(
    ({ dayOfWeek, start }) => dayOfWeek === dayOfWeekOf(startsOn) && start < (run.overUntil ?? 0),
  );
  const firstDay = beginsLater || isTaught ? addDays(startsOn, 1) : startsOn;
  const changes = replaced.map((series) => ({ series, lastDay: changeOver(series, coming, firstDay).lastDay }));
  const waiting = unplacedBases(state, studentId, startsOn);
  const bases = basesOf(state, studentId);
  const vanished = bases.filter(({ lessonId }) => !state.lessons.has(lessonId));
  const left = coming ? skipsFor(coming, [...replaced, ...waiting.map(({ lesson }) => lesson)], vanished) : [];
  const had = coming ? hadInWeek(state, studentId, coming, firstDay) : [];
  const placed = coming && { ...coming, skips: [...new Set([...had, ...left])].toSorted() };
  const leaving = [
    ...changes.map(({ series, lastDay }) => ({ lastDay, occurrences: occurrencesOf(state, series.lessonId) })),
    ...waiting.map(({ occurrences }) => ({ lastDay: addDays(startsOn, -1), occurrences })),
  ];
  const others = (occurrence: Occurrence): boolean => occurrence.studentId !== studentId;
  const { carried, dropped, staying } = handOver(leaving, { to: placed, stays: others });
  const known = new Set(bases.map(({ lessonId }) => lessonId));
  return {
    studentId,
    lessonId: placed?.lessonId ?? null,
    // In the order of the week: what is placed has the lineage of the first one.
    bases: replaced
      .filter(({ status, lessonId }) => status !== 'optimized' && !known.has(lessonId))
      .toSorted((a, b) => weekOrder.indexOf(a.dayOfWeek) - weekOrder.indexOf(b.dayOfWeek) || byStart(a, b))
      .map(({ lessonId }) => lessonId),
    ended: changes.flatMap(({ series, lastDay }) => {
      const own = ({ seriesId }: Occurrence): boolean => seriesId === series.lessonId;
      const exceptions = { dropped: dropped.filter(own), staying: staying.filter(own) };
      const { status } = series;
      return seriesEnds(state, series, exceptions, {
        lastDay,
        status,
        forGood: false,
        returns: status !== 'optimized',
      });
    }),
    placed: placed
      ? [
          {
            type: 'LessonPlaced',
            data: { lesson: placed, occurrences: [...carried], endsElsewhere: [] },
          } satisfies ScheduleEvent,
        ]
      : [],
  };
};

/** The date that the new series skips because the student has already had a lesson in the first day's week. */
const hadInWeek = (state: ScheduleState, studentId: string, coming: WeeklyLesson, startsOn: IsoDate): IsoDate[] => {
  const comes = seriesDateInWeekOf(coming, startsOn);
  if (comes === null || comes < startsOn) return [];
  const had = optimizedOf(state, studentId, mondayOf(startsOn)).some((series) => {
    const date = seriesDateInWeekOf(series, startsOn);
    return date !== null && date < startsOn;
  });
  return had ? [comes] : [];
};
