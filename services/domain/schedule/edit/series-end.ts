import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { hasAnyDate } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, Occurrence, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { handOver, type HandedOver } from '../plan/change-over.ts';
import { occurrencesOf, type Base, type ScheduleState } from '../state.ts';

const skipped = (lessonId: string, date: IsoDate): ScheduleEvent => ({
  type: 'LessonSkipped',
  data: { lessonId, date },
});

/** One date of a series whose row is gone becomes a dated lesson of its own. */
export const standAlone = (occurrence: Occurrence): ScheduleEvent => ({
  type: 'LessonEdited',
  data: {
    lesson: { ...occurrence, seriesId: null, originalDate: null, continues: occurrence.seriesId },
    occurrences: [],
    fellAway: [],
  },
});

/** True for a series that comes back when the pending plan is rejected: its exceptions are kept for it. */
const isBase = ({ plan }: ScheduleState, seriesId: string): boolean =>
  [...(plan?.entries.values() ?? [])].some(({ bases }) => bases.some(({ lesson }) => lesson.lessonId === seriesId));

/**
 * Dates of a series are permanently left out. When they are its last ones its row is gone: the exceptions that are left, of dates after its end,
 * are dated lessons of their own.
 */
export const leaveOut = (
  state: ScheduleState,
  lessonId: string,
  dates: readonly IsoDate[],
  deleted: ReadonlySet<string> = new Set(),
): ScheduleEvent[] => {
  const row = state.lessons.get(lessonId);
  if (!row) return [];
  const skips = dates.map((date) => skipped(lessonId, date));
  const isLeft = !isWeekly(row) || hasAnyDate({ ...row, skips: [...row.skips, ...dates] });
  if (isLeft || isBase(state, lessonId)) return skips;
  const alone = occurrencesOf(state, lessonId).filter((own) => !deleted.has(own.lessonId));
  return [...skips, ...alone.map(standAlone)];
};

/** Dated rows are permanently deleted: one date of a series does not go back to the series. */
export const deleteRows = (state: ScheduleState, rows: readonly Lesson[]): ScheduleEvent[] => {
  const deleted = new Set(rows.map(({ lessonId }) => lessonId));
  const bySeries = Map.groupBy(rows.filter(isOccurrence), ({ seriesId }) => seriesId);
  return [
    ...rows.map(({ lessonId }): ScheduleEvent => ({ type: 'LessonDeleted', data: { lessonId } })),
    ...[...bySeries].flatMap(([seriesId, own]) =>
      leaveOut(
        state,
        seriesId,
        own.map(({ originalDate }) => originalDate),
        deleted,
      ),
    ),
  ];
};

export type SeriesEnd = {
  readonly lastDay: IsoDate;
  readonly status: Lesson['status'];
  readonly forGood: boolean;
  /** True for a series that may be restored: its exceptions are kept for it. */
  readonly returns: boolean;
};

/**
 * The events of a series that ends after `lastDay`. A date before it whose moved lesson is dropped is not restored; rows that remain when
 * the series has no row left become dated lessons of their own.
 */
export const seriesEnds = (
  state: ScheduleState,
  { lessonId }: WeeklyLesson,
  { dropped, staying }: Pick<HandedOver, 'dropped' | 'staying'>,
  { lastDay, status, forGood, returns }: SeriesEnd,
): ScheduleEvent[] => {
  const dates = dropped.map(({ originalDate }) => originalDate).filter((date) => date <= lastDay);
  const row = state.lessons.get(lessonId);
  const isLeft = row && isWeekly(row) && hasAnyDate({ ...row, validTo: lastDay, skips: [...row.skips, ...dates] });
  return [
    {
      type: 'LessonEnded',
      data: { lessonId, validTo: lastDay, status, fellAway: dropped.map((row) => row.lessonId), forGood },
    },
    ...(row ? dates.map((date) => skipped(lessonId, date)) : []),
    ...(isLeft || returns ? [] : staying.map(standAlone)),
  ];
};

export type Over = {
  /** The first day from which nothing of the series takes place. */
  readonly from: IsoDate;
  /** The last day of the series; defaults to the day before `from`. */
  readonly lastDay?: IsoDate;
  readonly stays?: (occurrence: Occurrence) => boolean;
};

/** Ends a series permanently, with the exceptions planned from then on; its earlier dates are lessons that took place. */
export const permanentlyEnded = (
  state: ScheduleState,
  series: WeeklyLesson,
  { from, lastDay = addDays(from, -1), ...over }: Over,
): ScheduleEvent[] => {
  const occurrences = occurrencesOf(state, series.lessonId);
  const exceptions = handOver([{ lastDay, occurrences }], { to: undefined, overFrom: from, ...over });
  const status = series.status === 'optimized' ? 'scheduled' : series.status;
  return seriesEnds(state, series, exceptions, { lastDay, status, forGood: true, returns: false });
};

/** Exceptions of series that can no longer be restored. */
export const orphansOf = (state: ScheduleState, seriesIds: ReadonlySet<string>): Occurrence[] =>
  [...state.lessons.values()]
    .filter(isOccurrence)
    .filter(({ seriesId }) => seriesIds.has(seriesId) && !state.lessons.has(seriesId));

/** The series that the pending plan replaces for a student. */
export const basesOf = ({ plan }: ScheduleState, studentId: string): WeeklyLesson[] =>
  plan?.entries.get(studentId)?.bases.map(({ lesson }) => lesson) ?? [];

/** What a pending plan without a place for the student keeps: their series, with the exceptions from a day on that lost their series. */
export const unplacedBases = (state: ScheduleState, studentId: string, from: IsoDate): Base[] => {
  const entry = state.plan?.entries.get(studentId);
  if (!entry || entry.lessonId !== null) return [];
  return entry.bases.map(({ lesson, occurrences }) => ({
    lesson,
    occurrences: occurrences.filter(({ lessonId, date }) => date >= from && !state.lessons.has(lessonId)),
  }));
};

/** True for an earlier exception of a base that is restored from today on: its day is not over, and it has not been deleted since. */
export const isStillPlanned = (
  state: ScheduleState,
  { originalDate, date, status }: Occurrence,
  base: WeeklyLesson,
  today: IsoDate,
): boolean => {
  const present = state.lessons.get(base.lessonId);
  if (present?.skips.includes(originalDate)) return false;
  return date >= today && !(base.skips.includes(originalDate) && status === 'cancelled');
};
