import { tooLateTitles } from '@rondo/contracts/api/texts.ts';
import { addDays, earlierOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf, seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { JointDecision, ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import { changeOver, handOver } from './change-over.ts';
import { isStillPlanned, leaveOut, orphansOf, permanentlyEnded, seriesEnds, standAlone } from '../edit/series-end.ts';
import { occurrencesOf, pendingSeries, seriesFrom, type Base, type PendingPlan, type ScheduleState } from '../state.ts';
import { takeOver, type SeriesElsewhere } from '../edit/taking-over.ts';
import { jointDecision } from './joint.ts';

/** True when one of these series already had this week's lesson; a date moved to a future day does not count. */
const hadThisWeek = (state: ScheduleState, pending: readonly WeeklyLesson[], today: IsoDate): boolean =>
  pending.some((series) => {
    const date = seriesDateInWeekOf(series, today);
    if (date === null || date >= today) return false;
    const own = occurrencesOf(state, series.lessonId).find(({ originalDate }) => originalDate === date);
    return own === undefined || own.status === 'cancelled' || own.date < today;
  });

/** The last day of a pending series that ends today: it keeps its date of this week if it replaced one that is past. */
const lastPendingDay = (series: WeeklyLesson, bases: readonly Base[], today: IsoDate): IsoDate => {
  const own = seriesDateInWeekOf(series, today);
  const missed = bases.some(({ lesson }) => {
    const date = seriesDateInWeekOf(lesson, today);
    return date !== null && date < today;
  });
  return own !== null && own >= today && missed ? own : addDays(today, -1);
};

/** A base restored from today: under its old id, without the dates in between and without a week that already had its lesson. */
const reinstate = (
  state: ScheduleState,
  { lesson }: Base,
  pending: readonly WeeklyLesson[],
  today: IsoDate,
): { lesson: WeeklyLesson; firstMissing: IsoDate } => {
  const present = state.lessons.get(lesson.lessonId);
  const firstMissing = present?.validTo ? addDays(present.validTo, 1) : lesson.validFrom;
  const between = seriesDates(lesson, firstMissing, addDays(today, -1));
  const own = seriesDateInWeekOf(lesson, today);
  const had = own !== null && own >= today && hadThisWeek(state, pending, today) ? [own] : [];
  const skips = [...new Set([...lesson.skips, ...(present?.skips ?? []), ...between, ...had])].toSorted();
  return { lesson: { ...lesson, skips }, firstMissing };
};

/** The pending plan of a report. @throws NotFound, RuleBroken for every report that is not pending */
const planOf = (state: ScheduleState, reportId: string, decision: 'accept' | 'reject'): PendingPlan => {
  const status = state.reports.get(reportId);
  switch (status) {
    case undefined:
      throw new NotFound('There is no such report.');
    case 'accepted':
      throw decision === 'accept'
        ? new RuleBroken('This schedule has already been accepted.', { title: tooLateTitles.accepted })
        : new RuleBroken('This schedule has already been accepted and cannot be rejected.', {
            title: tooLateTitles.rejectingAccepted,
          });
    case 'rejected':
      throw decision === 'accept'
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

type Acceptance = {
  readonly reportId: string;
  readonly today: IsoDate;
  readonly elsewhere?: readonly SeriesElsewhere[] | undefined;
  /** The same for the others of a joint plan. */
  readonly ofOthers?: JointDecision['elsewhere'];
};

/**
 * Schedules every pending lesson and permanently ends the series they replaced, as well as the students' optimized series with other
 * teachers.
 * @throws NotFound, RuleBroken
 */
export const acceptPlan =
  ({ reportId, today, elsewhere = [], ofOthers = [] }: Acceptance) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const plan = planOf(state, reportId, 'accept');
    const pending = pendingSeries(state);
    const bases = new Set(
      [...plan.entries.values()].flatMap((entry) => entry.bases.map(({ lesson }) => lesson.lessonId)),
    );
    const { ends, skips } = takeOver(state, plan, pending, { elsewhere, today });
    return [
      { type: 'ScheduleAccepted', data: { reportId, endsElsewhere: ends, ...jointDecision(plan, today, ofOthers) } },
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
  const reinstated = returned.map(({ base, lesson, firstMissing }) => ({
    lesson,
    occurrences: [
      ...carried.filter(({ seriesId }) => seriesId === lesson.lessonId),
      ...base.occurrences.filter(
        (occurrence) =>
          occurrence.originalDate >= firstMissing &&
          isStillPlanned(state, occurrence, lesson, today) &&
          (droppedIds.includes(occurrence.lessonId) || !state.lessons.has(occurrence.lessonId)),
      ),
    ],
  }));
  const returning = new Set(reinstated.flatMap(({ occurrences }) => occurrences.map(({ lessonId }) => lessonId)));
  return [
    {
      type: 'ScheduleRejected',
      data: {
        reportId: plan.reportId,
        withdrawn,
        fellAway: droppedIds.filter((id) => !returning.has(id)),
        ...jointDecision(plan, today),
      },
    },
    ...ended.flatMap(({ series, last, exceptions }) =>
      seriesEnds(state, series, exceptions, { lastDay: last, status: 'scheduled', forGood: false, returns: false }),
    ),
    ...reinstated.map((data): ScheduleEvent => ({ type: 'LessonReinstated', data })),
  ];
};
