import { closedTimeOn, neverClosed } from '@rondo/contracts/calendar/closures/closures.ts';
import { addDays, firstOnOrAfter, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { overlaps } from '@rondo/contracts/calendar/intervals.ts';
import { lastsTo } from '@rondo/contracts/calendar/series.ts';
import { calendarOf } from '@rondo/contracts/calendar/week.ts';
import { occupiesTime, overlapWeekly, spanOf } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson, WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { Closing } from '../time-off/closures.ts';
import { seriesFrom, type ScheduleState } from '../state.ts';

/** Number of days from a plan's first day on in which dated entries are checked; a series that ends within them counts as dated. */
const soonDays = 56;
/** The number of weeks, out of the first eight whose weekday is open, in which dated entries at one weekday and time count as a weekly lesson. */
const weeksThatRepeat = 3;
const weeksCounted = 8;
/** How far ahead open weeks are looked for. */
const weeksAhead = 16;

/** The schedule changed while the plan was computed and now conflicts with it: solve again. */
export class PlanOutdated extends Error {}

/** Series that a plan leaves unchanged: all but the optimized ones of its students. */
const untouched = (state: ScheduleState, from: IsoDate, replaced: ReadonlySet<string>): WeeklyLesson[] =>
  seriesFrom(state, from).filter(
    ({ source, studentId }) => !(source === 'optimized' && studentId !== null && replaced.has(studentId)),
  );

const endsSoon = (series: WeeklyLesson, from: IsoDate): boolean => !lastsTo(series, addDays(from, soonDays));

/** Entries of a plan's first weeks, by date: dated rows, and every date of a series that ends within eight weeks. Closed ones too. */
const entriesIn = (
  state: ScheduleState,
  { from, end, replaced }: { readonly from: IsoDate; readonly end: IsoDate; readonly replaced: ReadonlySet<string> },
  inUse: readonly Lesson[] = [...state.lessons.values()],
): Lesson[] => {
  const calendar = calendarOf([...state.lessons.values()], neverClosed);
  const dated = inUse.filter((row) => row.date !== null && occupiesTime(row) && row.date >= from && row.date < end);
  const soonEnded = untouched(state, from, replaced)
    .filter((series) => endsSoon(series, from))
    .flatMap((series) => calendar.datesOf(series, from, addDays(end, -1)).map((date): Lesson => ({ ...series, date })));
  return [...dated, ...soonEnded];
};

/** The same of its first eight weeks, and the times that are held in them. @param inUse all that takes time in the schedule */
export const datedEntries = (
  state: ScheduleState,
  from: IsoDate,
  replaced: ReadonlySet<string>,
  inUse: readonly Lesson[],
): Lesson[] => entriesIn(state, { from, end: addDays(from, soonDays), replaced }, inUse);

/** The first eight dates of a weekday on which a time is open. */
const openDates = (
  { dayOfWeek, ...time }: Pick<Lesson, 'dayOfWeek' | 'start' | 'duration'>,
  from: IsoDate,
  { closures, teacherId }: Closing,
): Set<IsoDate | null> => {
  const first = firstOnOrAfter(from, dayOfWeek);
  const dates = Array.from({ length: weeksAhead }, (_, week) => addDays(first, 7 * week));
  const open = dates.filter(
    (date) => !closedTimeOn(closures, teacherId, date).some((closed) => overlaps(closed, spanOf(time))),
  );
  return new Set(open.slice(0, weeksCounted));
};

/**
 * Dated entries that occupy the same weekday and time in at least three of the weeks that are looked at, as imported weekly lessons do: each
 * such group counts as one weekly series.
 */
const repeatedDated = (dated: readonly Lesson[], from: IsoDate, closing: Closing): WeeklyLesson[] => {
  const groups = Map.groupBy(
    dated.filter(({ seriesId }) => seriesId === null),
    ({ dayOfWeek, start }) => `${dayOfWeek} ${start}`,
  );
  return [...groups.values()].flatMap((all) => {
    const [one] = all;
    if (!one) return [];
    const open = openDates({ ...one, duration: Math.max(...all.map((lesson) => lesson.duration)) }, from, closing);
    const group = all.filter(({ date }) => open.has(date));
    const dates = new Set(group.map(({ date }) => date));
    const first = group[0];
    if (!first || dates.size < weeksThatRepeat) return [];
    const duration = Math.max(...group.map((lesson) => lesson.duration));
    return [{ ...first, duration, date: null, validFrom: first.date ?? '', validTo: null, skips: [] }];
  });
};

/** Entries whose weekly time the optimizer may not use, given whose optimized series the plan replaces. */
export const fixedSeries = (
  state: ScheduleState,
  from: IsoDate,
  replaced: ReadonlySet<string>,
  closing: Closing,
): WeeklyLesson[] => [
  ...untouched(state, from, replaced).filter((series) => !endsSoon(series, from)),
  ...repeatedDated(entriesIn(state, { from, end: addDays(from, 7 * weeksAhead), replaced }), from, closing),
];

/** @throws PlanOutdated */
export const refuseClashes = (
  fixed: readonly WeeklyLesson[],
  placements: readonly Pick<Lesson, 'lessonId' | 'dayOfWeek' | 'start' | 'duration'>[],
): void => {
  for (const placement of placements)
    for (const series of fixed)
      if (overlapWeekly(series, placement))
        throw new PlanOutdated(`${placement.lessonId} overlaps ${series.lessonId}.`);
};
