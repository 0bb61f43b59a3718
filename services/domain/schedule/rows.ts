import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf } from '@rondo/contracts/calendar/series.ts';
import { longDate } from '@rondo/contracts/calendar/words.ts';
import type { Lesson, Occurrence, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { crossesMidnight, pastMidnight } from '@rondo/contracts/lessons/rules.ts';
import { Forbidden, InvalidInput, NotFound, RuleBroken, StaleRevision } from '../../platform/kit/errors.ts';
import { occurrencesOf, type ScheduleState } from './state.ts';

/** A row, and the revision that its editor saw. */
export type RowRef = { readonly lessonId: string; readonly revision: number | undefined };

const stale = (): never => {
  throw new StaleRevision(changedElsewhere('lesson'));
};

/** @throws RuleBroken for a series that a pending plan is to replace */
export const refuseReplaced = (state: ScheduleState, lessonId: string): void => {
  const { plan } = state;
  const isBase = [...(plan?.entries.values() ?? [])].some(({ bases }) =>
    bases.some(({ lesson }) => lesson.lessonId === lessonId),
  );
  if (plan && isBase)
    throw new RuleBroken(
      `A pending plan replaces this lesson from ${longDate(plan.startsOn)}. Accept or reject it first.`,
    );
};

/** @throws NotFound, StaleRevision */
export const rowOf = (state: ScheduleState, { lessonId, revision }: RowRef): Lesson => {
  const row = state.lessons.get(lessonId);
  if (!row) {
    refuseReplaced(state, lessonId);
    throw new NotFound('There is no such lesson.');
  }
  if (revision !== undefined && revision !== state.revisions.get(lessonId)) stale();
  return row;
};

/** Rejects changes to a whole series that a pending plan is to replace. @throws RuleBroken */
export const changeable = (state: ScheduleState, series: WeeklyLesson): WeeklyLesson => {
  refuseReplaced(state, series.lessonId);
  return series;
};

/** The row that represents one date of a series. */
export const occurrenceOn = (state: ScheduleState, seriesId: string, date: IsoDate): Occurrence | undefined =>
  occurrencesOf(state, seriesId).find(({ originalDate }) => originalDate === date);

/**
 * One date of a series: its existing row, or null. A caller who saw only the series' row, and not a later change to the date, has a stale
 * revision.
 * @throws InvalidInput when the series has no such date, StaleRevision
 */
export const dateOf = (
  state: ScheduleState,
  series: WeeklyLesson,
  date: IsoDate,
  revision: number | undefined,
): Occurrence | undefined => {
  const own = occurrenceOn(state, series.lessonId, date);
  if (own && revision !== undefined && (state.revisions.get(own.lessonId) ?? 0) > revision) stale();
  if (!own && seriesDateInWeekOf(series, date) !== date)
    throw new InvalidInput(`This lesson does not take place on ${longDate(date)}.`);
  return own;
};

/** Imported lessons can only be changed in their feed. @throws Forbidden */
export const refuseImported = ({ source }: Lesson): void => {
  if (source === 'actual')
    throw new Forbidden(
      'This lesson was imported from a calendar. Change it in that calendar; here you can only cancel or restore it.',
    );
};

/** @throws InvalidInput */
export const refuseMidnight = (time: Pick<Lesson, 'start' | 'duration'>): void => {
  if (crossesMidnight(time)) throw new InvalidInput(pastMidnight);
};
