import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf, seriesDates } from '@rondo/contracts/calendar/series.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/lesson.ts';
import { occurrencesOf, type Base, type ScheduleState } from '../state.ts';

/** True when one of these series already had this week's lesson; a date moved to a future day does not count. */
const hadThisWeek = (state: ScheduleState, pending: readonly WeeklyLesson[], today: IsoDate): boolean =>
  pending.some((series) => {
    const date = seriesDateInWeekOf(series, today);
    if (date === null || date >= today) return false;
    const own = occurrencesOf(state, series.lessonId).find(({ originalDate }) => originalDate === date);
    return own === undefined || own.status === 'cancelled' || own.date < today;
  });

/** The last day of a pending series that ends today: it keeps its date of this week if it replaced one that is past. */
export const lastPendingDay = (series: WeeklyLesson, bases: readonly Base[], today: IsoDate): IsoDate => {
  const own = seriesDateInWeekOf(series, today);
  const missed = bases.some(({ lesson }) => {
    const date = seriesDateInWeekOf(lesson, today);
    return date !== null && date < today;
  });
  return own !== null && own >= today && missed ? own : addDays(today, -1);
};

/** A base restored from today: under its old id, without the dates in between and without a week that already had its lesson. */
export const reinstate = (
  state: ScheduleState,
  { lesson }: Base,
  pending: readonly WeeklyLesson[],
  today: IsoDate,
): { lesson: WeeklyLesson; firstGone: IsoDate } => {
  const present = state.lessons.get(lesson.lessonId);
  const firstGone = present?.validTo ? addDays(present.validTo, 1) : lesson.validFrom;
  const between = seriesDates(lesson, firstGone, addDays(today, -1));
  const own = seriesDateInWeekOf(lesson, today);
  const had = own !== null && own >= today && hadThisWeek(state, pending, today) ? [own] : [];
  const skips = [...new Set([...lesson.skips, ...(present?.skips ?? []), ...between, ...had])].toSorted();
  return { lesson: { ...lesson, skips }, firstGone };
};
