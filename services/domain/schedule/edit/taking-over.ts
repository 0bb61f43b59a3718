import { addDays, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { changeOver } from '../plan/change-over.ts';
import { occurrencesOf, type PendingPlan, type ScheduleState } from '../state.ts';

/** An optimized series of a student with another teacher. */
export type SeriesElsewhere = { readonly teacherId: string; readonly series: WeeklyLesson };

type EndsElsewhere = Extract<ScheduleEvent, { type: 'ScheduleAccepted' }>['data']['endsElsewhere'];

/** The first day of a plan for a student: if there were several runs, that of the last run that planned the student. */
const firstDayFor = (plan: PendingPlan, pending: WeeklyLesson | undefined, { teacherId, series }: SeriesElsewhere) =>
  plan.endsElsewhere.find((known) => known.teacherId === teacherId && known.lessonId === series.lessonId)?.from ??
  pending?.validFrom ??
  plan.startsOn;

/**
 * What an acceptance ends with other teachers, and from when; and the dates that the new lessons skip, because the student had that lesson
 * with the other teacher: those that passed while the plan was pending, and one in the week of the change-over.
 */
export const takeOver = (
  state: ScheduleState,
  plan: PendingPlan,
  pending: readonly WeeklyLesson[],
  { elsewhere, today }: { elsewhere: readonly SeriesElsewhere[]; today: IsoDate },
): { ends: EndsElsewhere; skips: ReadonlyMap<string, IsoDate[]> } => {
  const inPlan = elsewhere.filter(({ series }) => plan.entries.has(series.studentId ?? ''));
  const endings = inPlan.map((other) => {
    const { studentId } = other.series;
    const own = pending.filter((series) => series.studentId === studentId);
    const coming = own.find(({ validTo }) => validTo === null || validTo >= today);
    const day = laterOf(firstDayFor(plan, coming, other), today);
    const { lastDay, skips } = changeOver(other.series, coming, day);
    // A student who already had a lesson with this teacher had it as the pending one.
    const isNewHere = plan.entries.get(studentId ?? '')?.bases.length === 0;
    const passed = isNewHere ? own.flatMap((series) => passedDates(state, series, today)) : [];
    return {
      end: { teacherId: other.teacherId, studentId, lessonId: other.series.lessonId, from: addDays(lastDay, 1) },
      skips: [...passed, ...(coming ? skips.map((date) => ({ lessonId: coming.lessonId, date })) : [])],
    };
  });
  const skips = endings.flatMap((one) => one.skips);
  return {
    ends: endings.map(({ end }) => end),
    skips: new Map(
      [...Map.groupBy(skips, ({ lessonId }) => lessonId)].map(([lessonId, own]) => [
        lessonId,
        [...new Set(own.map(({ date }) => date))],
      ]),
    ),
  };
};

/** The past dates of a pending series that were not changed by hand. */
const passedDates = (state: ScheduleState, series: WeeklyLesson, today: IsoDate) => {
  const changed = new Set(occurrencesOf(state, series.lessonId).map(({ originalDate }) => originalDate));
  return seriesDates(series, series.validFrom, addDays(today, -1))
    .filter((date) => !changed.has(date))
    .map((date) => ({ lessonId: series.lessonId, date }));
};
