import { addDays, dateInWeekOf, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf, type SeriesDates } from '@rondo/contracts/calendar/series.ts';
import { occurrenceOf } from '@rondo/contracts/calendar/rows.ts';
import type { Occurrence, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';

/**
 * One series ends and another begins on `firstDay`, in the middle of a week: the student keeps exactly one lesson that week. If the ending
 * series' date is past, the new series skips the week; if only the new series' date is past, the ending series keeps its date.
 * @returns the ending series' last day and the dates that the new series skips
 */
export const changeOver = (
  ending: SeriesDates | undefined,
  coming: SeriesDates | undefined,
  firstDay: IsoDate,
): { lastDay: IsoDate; skips: IsoDate[] } => {
  const eve = addDays(firstDay, -1);
  if (!ending || !coming) return { lastDay: eve, skips: [] };
  const left = seriesDateInWeekOf(ending, firstDay);
  const comes = seriesDateInWeekOf(coming, firstDay);
  if (left === null) return { lastDay: eve, skips: [] };
  if (left < firstDay) return { lastDay: eve, skips: comes !== null && comes >= firstDay ? [comes] : [] };
  const missed = dateInWeekOf(firstDay, coming.dayOfWeek) < firstDay;
  return { lastDay: missed ? left : eve, skips: [] };
};

export type EndedSeries = {
  readonly lastDay: IsoDate;
  readonly occurrences: readonly Occurrence[];
};

export type Successor = {
  /** The series that continues the weeks from now on, if any. */
  readonly to: WeeklyLesson | undefined;
  /**
   * The day from which the lessons are over, when the series ends without a successor: exceptions planned for that day or later are removed
   * with it, and only what has taken place moves to the successor.
   */
  readonly overFrom?: IsoDate;
  /** Rows that are kept although their series ends. */
  readonly stays?: (occurrence: Occurrence) => boolean;
};

export type HandedOver = {
  readonly carried: readonly Occurrence[];
  readonly dropped: readonly Occurrence[];
  readonly staying: readonly Occurrence[];
};

/** Exceptions of weeks after the last day move to the successor; for a series without one, only those that have taken place. */
const movesOn = ({ originalDate, date }: Occurrence, lastDay: IsoDate, overFrom: IsoDate | undefined): boolean =>
  originalDate > lastDay && (overFrom === undefined || date < overFrom);

/** What is kept: everything in the past, and the exceptions of a week that the series keeps, unless moved to another week. */
const isKept = ({ originalDate, date }: Occurrence, lastDay: IsoDate, overFrom: IsoDate | undefined): boolean => {
  if (date <= lastDay) return true;
  if (overFrom === undefined) return originalDate <= lastDay;
  const isOwnWeek = originalDate >= overFrom && originalDate <= lastDay;
  return date < overFrom || (isOwnWeek && mondayOf(date) === mondayOf(originalDate));
};

/**
 * Resolves the exceptions of series that end. They belong to a week and move to the series that now has that week: a cancelled date stays
 * cancelled, on the new date; a moved or edited date stays where it is and replaces the new series' date. What has taken place is never
 * dropped.
 */
export const handOver = (ended: readonly EndedSeries[], { to, overFrom, stays }: Successor): HandedOver => {
  const carried: Occurrence[] = [];
  const dropped: Occurrence[] = [];
  const staying: Occurrence[] = [];
  for (const { lastDay, occurrences } of ended)
    for (const occurrence of occurrences) {
      const date =
        to && movesOn(occurrence, lastDay, overFrom) ? seriesDateInWeekOf(to, occurrence.originalDate) : null;
      const isCarried = carried.some(({ originalDate }) => originalDate === date);
      if (to && date !== null && date >= (overFrom ?? date) && !isCarried)
        carried.push(carriedTo(to, date, occurrence));
      else if (stays?.(occurrence) || isKept(occurrence, lastDay, overFrom)) staying.push(occurrence);
      else dropped.push(occurrence);
    }
  return { carried, dropped, staying };
};

const carriedTo = (to: WeeklyLesson, date: IsoDate, occurrence: Occurrence): Occurrence => {
  const moved = occurrence.date !== occurrence.originalDate;
  if (occurrence.status !== 'cancelled' || moved) return { ...occurrence, seriesId: to.lessonId, originalDate: date };
  const { cancellation, makesUp } = occurrence;
  return { ...occurrenceOf(to, date, occurrence.lessonId), status: 'cancelled', cancellation, makesUp };
};

/**
 * Deleted dates belong to a week too: the dates that the new series skips because one of the ending series skipped them. A week in which
 * another ending series has its date is not skipped. Of a series that is gone all dates were skipped.
 */
export const skipsFor = (
  coming: SeriesDates,
  ended: readonly WeeklyLesson[],
  vanished: readonly WeeklyLesson[],
): IsoDate[] =>
  [...ended, ...vanished].flatMap(({ lessonId, skips }) =>
    skips
      .filter((date) => ended.every((other) => other.lessonId === lessonId || seriesDateInWeekOf(other, date) === null))
      .flatMap((date) => seriesDateInWeekOf(coming, date) ?? []),
  );
