import { addDays, earlierOf, laterOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { nextSeriesDate, seriesDates } from '@rondo/contracts/calendar/series.ts';
import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { detailsOf } from '@rondo/contracts/lessons/plain-details.ts';
import { isDeepStrictEqual } from 'node:util';

/** The days between a batch and its undo: from the day of the batch up to the day before `today`. What took place on them stays. */
export type PassedDays = { readonly from: IsoDate; readonly today: IsoDate };

const eveOf = ({ today }: PassedDays): IsoDate => addDays(today, -1);

export const isPassed = ({ from, today }: PassedDays, date: IsoDate | null): boolean =>
  date !== null && date >= from && date < today;

/** The dates that a row had on the days in between. */
const passedDates = (row: Lesson | undefined, days: PassedDays): IsoDate[] => {
  if (!row) return [];
  if (isWeekly(row)) return seriesDates(row, days.from, eveOf(days));
  return row.date !== null && isPassed(days, row.date) ? [row.date] : [];
};

/** A row's data for all other days, for comparison; null when it has none. Ignores the report that a row names. */
export const besidesPassed = (row: Lesson | undefined, days: PassedDays): unknown => {
  if (!row) return null;
  const { reportId: _, validFrom, validTo, skips, ...content } = row;
  if (!isWeekly(row)) return isPassed(days, row.date) ? null : content;
  const earlier = seriesDates(row, row.validFrom, addDays(days.from, -1));
  const next = nextSeriesDate(row, days.today);
  if (earlier.length === 0 && next === null) return null;
  return {
    ...content,
    earlier,
    later: next === null ? null : { next, validTo, skips: skips.filter((date) => date >= days.today) },
  };
};

/** What every date of a series has. */
export const shapeOf = (row: Lesson): unknown[] => [
  row.dayOfWeek,
  row.start,
  row.duration,
  row.studentId,
  row.entryType,
  detailsOf(row),
];

/** A series as it was before, with the days in between as they are now. */
const spliced = (before: WeeklyLesson, now: WeeklyLesson | undefined, days: PassedDays): WeeklyLesson => {
  const taught = passedDates(now, days);
  const [first = before.validFrom, last] = [taught[0], taught.at(-1)];
  const validFrom = earlierOf(before.validFrom, first);
  const validTo = before.validTo === null || last === undefined ? before.validTo : laterOf(before.validTo, last);
  const stays = (date: IsoDate): boolean =>
    isPassed(days, date) ? taught.includes(date) : seriesDates(before, date, date).length > 0;
  const possible = seriesDates({ ...before, validFrom, validTo, skips: [] }, validFrom, eveOf(days));
  const left = possible.filter((date) => !stays(date));
  const skips = [...new Set([...before.skips.filter((date) => !taught.includes(date)), ...left])].toSorted();
  return { ...before, validFrom, validTo, skips };
};

/** The days in between of a series that is removed, as lessons that took place; undefined when it had none. */
const taughtPart = (now: WeeklyLesson, days: PassedDays): WeeklyLesson | undefined => {
  if (passedDates(now, days).length === 0) return undefined;
  const eve = eveOf(days);
  return {
    ...now,
    validFrom: laterOf(now.validFrom, days.from),
    validTo: now.validTo === null ? eve : earlierOf(now.validTo, eve),
    status: now.status === 'optimized' ? 'scheduled' : now.status,
    pin: null,
  };
};

/** The result for a row: what it holds under its id, and what continues under a new id because what took place keeps the old one. */
export type TakenBack = { readonly row: Lesson | undefined; readonly apart: Lesson | undefined };

/** A single lesson is reverted unless its current day, or the day it would return to, has passed. */
const singleTakenBack = (before: Lesson | undefined, now: Lesson | undefined, days: PassedDays): Lesson | undefined => {
  if (isPassed(days, now?.date ?? null)) return now;
  if (before) return isPassed(days, before.date) ? now : before;
  return now && isOccurrence(now) && isPassed(days, now.originalDate) ? now : undefined;
};

/** A row as it was before a batch, except for the days passed since: on those it is as it is now. */
export const takenBack = (before: Lesson | undefined, now: Lesson | undefined, days: PassedDays): TakenBack => {
  if (days.from >= days.today) return { row: before, apart: undefined };
  const series = [before, now].filter((row) => row !== undefined && isWeekly(row));
  if (series.length === 0) return { row: singleTakenBack(before, now, days), apart: undefined };
  const taught = now && (isWeekly(now) ? taughtPart(now, days) : isPassed(days, now.date) ? now : undefined);
  if (before && isWeekly(before)) {
    if (!taught) return { row: spliced(before, undefined, days), apart: undefined };
    if (isWeekly(taught) && isDeepStrictEqual(shapeOf(taught), shapeOf(before)))
      return { row: spliced(before, taught, days), apart: undefined };
    const apart = { ...before, validFrom: laterOf(before.validFrom, days.today) };
    return { row: taught, apart: nextSeriesDate(apart, days.today) === null ? undefined : apart };
  }
  const back = before && !isPassed(days, before.date) ? before : undefined;
  return taught ? { row: taught, apart: back } : { row: back, apart: undefined };
};
