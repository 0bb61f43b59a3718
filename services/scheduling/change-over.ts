import { addDays, dateInWeekOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { seriesDateInWeekOf, type SeriesDates } from '@rondo/contracts/calendar/series.ts';
import type { Occurrence, WeeklyLesson } from '@rondo/contracts/events/lesson.ts';
import { occurrenceOf } from './rows.ts';

/**
 * One series ends and another comes on `firstDay`, in the middle of a week: the student keeps ONE lesson that week. When the ending
 * one's date is past, the coming one skips the week; when only the coming one's date is past, the ending one keeps its date.
 * @returns the ending series' last day and the dates that the coming one skips
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

/**
 * Exceptions belong to a week: those of an ended series go over to the series that now has that week. Cancelled stays cancelled, on the
 * new date; moved or edited stays where it is and stands for the new series' date. One whose week has no date falls away.
 */
export const carryOver = (
  occurrences: readonly Occurrence[],
  to: WeeklyLesson | undefined,
): { carried: Occurrence[]; fellAway: string[] } => {
  const carried: Occurrence[] = [];
  const fellAway: string[] = [];
  for (const occurrence of occurrences) {
    const date = to ? seriesDateInWeekOf(to, occurrence.originalDate) : null;
    const taken = carried.some(({ originalDate }) => originalDate === date);
    if (!to || date === null || taken) fellAway.push(occurrence.lessonId);
    else carried.push(carriedTo(to, date, occurrence));
  }
  return { carried, fellAway };
};

const carriedTo = (to: WeeklyLesson, date: IsoDate, occurrence: Occurrence): Occurrence => {
  if (occurrence.status === 'cancelled') return { ...occurrenceOf(to, date, occurrence.lessonId), status: 'cancelled' };
  return { ...occurrence, seriesId: to.lessonId, originalDate: date };
};
