import { tooLateTitles } from '@rondo/contracts/api/planner.ts';
import {
  addDays,
  dayOfWeekOf,
  earlierOf,
  laterOf,
  mondayOf,
  type DayOfWeek,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import type { Occurrence, WeeklyLesson } from '@rondo/contracts/events/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { plainDetails } from '@rondo/contracts/lessons/details.ts';
import { NotFound, RuleBroken } from '../errors/errors.ts';
import { changeOver, handOver, skipsFor } from './change-over.ts';
import {
  basesOf,
  permanentlyEnded,
  isStillPlanned,
  leaveOut,
  orphansOf,
  seriesEnds,
  standAlone,
  unplacedBases,
} from './series-end.ts';
import { fixedSeries, refuseClashes } from './fixed.ts';
import { lastPendingDay, reinstate } from './reinstate.ts';
import { occurrencesOf, pendingSeries, seriesFrom, type PendingPlan, type ScheduleState } from './state.ts';
import { takeOver, type SeriesElsewhere } from './taking-over.ts';

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

export type Run = {
  readonly reportId: string;
  readonly runId: string;
  readonly startsOn: IsoDate;
  /** The minute of the first day before which its lessons are over; absent if that day has not begun. */
  readonly overUntil?: number;
  /** Every student in the run, with the solver's result. */
  readonly students: readonly { readonly studentId: string; readonly placement: Placement | null }[];
  readonly endsElsewhere: EndsElsewhere;
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
  validTo: null,
  skips: [],
  seriesId: null,
  originalDate: null,
  continues: null,
  driveMinutes: placement.driveMinutes,
  reportId: plan.reportId,
});

/**
 * Stores a run's result as a pending plan: the selected students' optimized series end on the day before it starts, and the new ones start,
 * pending. Extends a plan that is already pending.
 * @throws PlanOutdated when an entry created since is in the way
 */
export const optimizeSchedule =
  (run: Run) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const { reportId, runId, startsOn, students, endsElsewhere } = run;
    const replaced = new Set(students.map(({ studentId }) => studentId));
    const placements = students.flatMap(({ placement }) => (placement ? [placement] : []));
    refuseClashes(fixedSeries(state, startsOn, replaced), placements);

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
  const gone = bases.filter(({ lessonId }) => !state.lessons.has(lessonId));
  const left = coming ? skipsFor(coming, [...replaced, ...waiting.map(({ lesson }) => lesson)], gone) : [];
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
    bases: replaced
      .filter(({ status, lessonId }) => status !== 'optimized' && !known.has(lessonId))
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

/** The pending plan of a report. @throws NotFound, RuleBroken for every report that is not pending */
const planOf = (state: ScheduleState, reportId: string, wish: 'accept' | 'reject'): PendingPlan => {
  const status = state.reports.get(reportId);
  switch (status) {
    case undefined:
      throw new NotFound('There is no such report.');
    case 'accepted':
      throw wish === 'accept'
        ? new RuleBroken('This schedule has already been accepted.', { title: tooLateTitles.accepted })
        : new RuleBroken('This schedule has already been accepted and cannot be rejected.', {
            title: tooLateTitles.rejectingAccepted,
          });
    case 'rejected':
      throw wish === 'accept'
        ? new RuleBroken('This schedule has already been rejected and cannot be accepted.', {
            title: tooLateTitles.rejected,
          })
        : new RuleBroken('This schedule has already been rejected.', { title: tooLateTitles.rejected });
    case 'superseded':
      throw new RuleBroken('This report was replaced by a newer one.');
    case 'undone':
      throw new RuleBroken('This run was undone.');
    case 'withdrawn':
      throw new RuleBroken('This plan was withdrawn and cannot be accepted.');
    case 'pending':
      if (state.plan?.reportId !== reportId) throw new RuleBroken('This report was replaced by a newer one.');
      return state.plan;
  }
};

/**
 * Schedules every pending lesson and permanently ends the series they replaced, as well as the students' optimized series with other
 * teachers.
 * @throws NotFound, RuleBroken
 */
export const acceptPlan =
  ({ reportId, today, elsewhere = [] }: { reportId: string; today: IsoDate; elsewhere?: readonly SeriesElsewhere[] }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const plan = planOf(state, reportId, 'accept');
    const pending = pendingSeries(state);
    const bases = new Set(
      [...plan.entries.values()].flatMap((entry) => entry.bases.map(({ lesson }) => lesson.lessonId)),
    );
    const { ends, skips } = takeOver(state, plan, pending, { elsewhere, today });
    return [
      { type: 'ScheduleAccepted', data: { reportId, endsElsewhere: ends } },
      ...pending.map(({ lessonId }): ScheduleEvent => ({
        type: 'LessonKept',
        data: { lessonId, source: 'optimized' },
      })),
      ...[...skips].flatMap(([lessonId, dates]) => leaveOut(state, lessonId, dates)),
      ...endedArrivals(state, plan, pending, today),
      ...orphansOf(state, bases).map(standAlone),
    ];
  };

/** Ends optimized series of the plan's students that were added while it was pending, for example from another teacher: the plan's lessons replace them. */
const endedArrivals = (
  state: ScheduleState,
  { startsOn }: PendingPlan,
  pending: readonly WeeklyLesson[],
  today: IsoDate,
): ScheduleEvent[] => {
  const day = laterOf(startsOn, today);
  return seriesFrom(state, day)
    .filter(({ source, status, validTo }) => source === 'optimized' && status === 'scheduled' && validTo === null)
    .flatMap((series) => {
      const coming = pending.find(({ studentId, validTo }) => studentId === series.studentId && validTo === null);
      if (!coming) return [];
      const { lastDay, skips } = changeOver(series, coming, day);
      return [
        ...permanentlyEnded(state, series, { from: addDays(lastDay, 1) }),
        ...skips.map((date): ScheduleEvent => ({ type: 'LessonSkipped', data: { lessonId: coming.lessonId, date } })),
      ];
    });
};

/** Ends pending lessons and restores from today what they replaced. @throws NotFound, RuleBroken */
export const rejectPlan =
  ({ reportId, today }: { reportId: string; today: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.reports.get(reportId) === 'withdrawn')
      return [{ type: 'ScheduleRejected', data: { reportId, withdrawn: false, fellAway: [] } }];
    return returnToBases(state, planOf(state, reportId, 'reject'), today, false);
  };

/**
 * `DELETE /api/schedule/generated`: withdraws a pending plan and leaves its report open for the decision that follows. Without a pending
 * plan: a no-op if the newest report is rejected or withdrawn, otherwise ends the optimized series from today.
 */
export const withdrawGenerated =
  ({ today }: { today: IsoDate }) =>
  (state: ScheduleState): ScheduleEvent[] => {
    if (state.plan) return returnToBases(state, state.plan, today, true);
    const newest = state.newestReportId === null ? undefined : state.reports.get(state.newestReportId);
    if (newest === 'rejected' || newest === 'withdrawn' || newest === 'undone') return [];
    const optimized = seriesFrom(state, today).filter(({ source }) => source === 'optimized');
    if (optimized.length === 0) return [];
    return [
      { type: 'ScheduleCleared', data: { kinds: ['optimized'], from: today } },
      ...optimized.flatMap((series) => permanentlyEnded(state, series, { from: today })),
    ];
  };

const returnToBases = (
  state: ScheduleState,
  plan: PendingPlan,
  today: IsoDate,
  withdrawn: boolean,
): ScheduleEvent[] => {
  const pending = pendingSeries(state);
  const pendingOf = Map.groupBy(pending, ({ studentId }) => studentId ?? '');
  const returned = [...plan.entries].flatMap(([studentId, { bases }]) =>
    bases.map((base) => ({ base, ...reinstate(state, base, pendingOf.get(studentId) ?? [], today) })),
  );
  const ended = pending.map((series) => {
    const to = returned.find(({ lesson }) => lesson.studentId === series.studentId)?.lesson;
    const lastDay = lastPendingDay(series, plan.entries.get(series.studentId ?? '')?.bases ?? [], today);
    const last = series.validTo === null ? lastDay : earlierOf(series.validTo, lastDay);
    const end = { lastDay: last, occurrences: occurrencesOf(state, series.lessonId) };
    return { series, last, exceptions: handOver([end], { to, overFrom: today }) };
  });
  const droppedIds = ended.flatMap(({ exceptions }) => exceptions.dropped.map(({ lessonId }) => lessonId));
  const carried = ended.flatMap(({ exceptions }) => exceptions.carried);
  const reinstated = returned.map(({ base, lesson, firstGone }) => ({
    lesson,
    occurrences: [
      ...carried.filter(({ seriesId }) => seriesId === lesson.lessonId),
      ...base.occurrences.filter(
        (occurrence) =>
          occurrence.originalDate >= firstGone &&
          isStillPlanned(state, occurrence, lesson, today) &&
          (droppedIds.includes(occurrence.lessonId) || !state.lessons.has(occurrence.lessonId)),
      ),
    ],
  }));
  const returning = new Set(reinstated.flatMap(({ occurrences }) => occurrences.map(({ lessonId }) => lessonId)));
  return [
    {
      type: 'ScheduleRejected',
      data: { reportId: plan.reportId, withdrawn, fellAway: droppedIds.filter((id) => !returning.has(id)) },
    },
    ...ended.flatMap(({ series, last, exceptions }) =>
      seriesEnds(state, series, exceptions, { lastDay: last, status: 'scheduled', forGood: false, returns: false }),
    ),
    ...reinstated.map((data): ScheduleEvent => ({ type: 'LessonReinstated', data })),
  ];
};
