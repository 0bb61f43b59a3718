import { difference } from '@rondo/contracts/calendar/intervals.ts';
import {
  addDays,
  dayOfWeekOf,
  daysBetween,
  earlierOf,
  laterOf,
  mondayOf,
  type IsoDate,
} from '@rondo/contracts/calendar/dates.ts';
import { inText } from '@rondo/contracts/calendar/windows.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { weeksChecked } from '../../schedule/edit/conflicts.ts';
import type { Stop } from '../../../platform/maps/drive-time.ts';
import type { DayStop, DriveMinutes } from '../../../platform/maps/drives/day-drive.ts';
import { closedThroughout, firstOpenDate, takenWhileOpen } from './open-dates.ts';
import { apart, gapsOf, halfOf, nearestStarts, openingIn, perHalf, type Opening, type SearchDay } from './slots.ts';
import { missText, reasonText } from './suggestion-texts.ts';
import type { Surroundings } from './surroundings.ts';

const most = 5;
const minutesOfDay = 1440;

export type SlotSearch = {
  /** The desired lesson. */
  readonly lesson: Lesson;
  /** Its current place: never an alternative, and times a few minutes from it rarely are. */
  readonly present: Pick<Lesson, 'date' | 'dayOfWeek' | 'start'> | null;
  readonly range: { readonly from: IsoDate; readonly to: IsoDate };
  /** Starts are multiples of so many minutes; absent: as fine as the search has them. */
  readonly step?: number;
};

type Searched = Omit<Surroundings, 'busy' | 'dates' | 'now' | 'takenBy' | 'placesOf' | 'drives'> & {
  readonly now: Pick<Surroundings['now'], 'today' | 'minute'>;
  readonly drives: (
    ...days: Parameters<Surroundings['drives']>
  ) => Promise<Drives & { readonly place: Stop | undefined }>;
};

/** A searched day with its data. */
type Day = {
  readonly date: IsoDate;
  readonly isWished: boolean;
  readonly search: SearchDay;
  /** The first date of a lesson at a time; undefined when it is closed on each. */
  readonly firstDate: (start: number) => IsoDate | undefined;
};

/** A gap of a day, and the starts possible in it. */
type Found = { readonly day: Day; readonly opening: Opening };

type Candidate = Found & { readonly start: number; readonly distance: number };

const eachDay = (from: IsoDate, to: IsoDate): IsoDate[] =>
  from > to ? [] : Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => addDays(from, i));

/** The days on which to look for a slot; for a weekly one each weekday once. */
const daysIn = ({ lesson, range }: SlotSearch, today: IsoDate): IsoDate[] => {
  const from = laterOf(range.from, today);
  if (!isWeekly(lesson)) return eachDay(from, range.to);
  const first = laterOf(from, lesson.validFrom);
  const last = earlierOf(addDays(first, 6), laterOf(range.to, lesson.validFrom));
  return eachDay(first, lesson.validTo === null ? last : earlierOf(last, lesson.validTo));
};

/** The dates after the first one that a weekly slot also needs; a week with an exception of the series keeps the exception instead. */
export const laterDates = (lesson: Lesson, rows: readonly Lesson[], date: IsoDate): IsoDate[] => {
  if (!isWeekly(lesson)) return [];
  const exceptions = new Set(
    rows.flatMap(({ seriesId, originalDate }) =>
      seriesId === lesson.lessonId && originalDate !== null ? [mondayOf(originalDate)] : [],
    ),
  );
  const last = lesson.validTo ?? addDays(date, 7 * weeksChecked);
  return Array.from({ length: weeksChecked - 1 }, (_, week) => addDays(date, 7 * (week + 1))).filter(
    (later) => later <= last && !exceptions.has(mondayOf(later)),
  );
};

/** The desired day; for a weekly lesson, its weekday among the searched days. */
const isWishedDay = (lesson: Lesson, date: IsoDate): boolean =>
  isWeekly(lesson) ? dayOfWeekOf(date) === lesson.dayOfWeek : date === lesson.date;

const daysAway = (lesson: Lesson, { date, isWished }: Day): number =>
  isWished || lesson.date === null ? 0 : daysBetween(lesson.date, date);

/** Whether a lesson takes place on a day: on its date, or on its weekday. */
const fallsOn = ({ date, dayOfWeek }: Pick<Lesson, 'date' | 'dayOfWeek'>, day: Day): boolean =>
  date === null ? dayOfWeek === dayOfWeekOf(day.date) : date === day.date;

/**
 * The slots of a day to choose from: excludes the lesson's current and desired time, and times next to the current one unless there is
 * nothing else.
 */
const candidatesOf = (
  { lesson, present, step = 1 }: SlotSearch,
  day: Day,
  openings: readonly Opening[],
): Candidate[] => {
  const now = present && fallsOn(present, day) ? present.start : null;
  const isWish = (start: number): boolean => day.isWished && start === lesson.start;
  const choose = (around: number): Candidate[] =>
    openings.flatMap((opening) =>
      nearestStarts(
        opening,
        lesson.start,
        (start) =>
          start % step === 0 &&
          !isWish(start) &&
          (now === null || Math.abs(start - now) >= around) &&
          day.firstDate(start) !== undefined,
      ).map((start) => ({
        day,
        opening,
        start,
        distance: Math.abs(daysAway(lesson, day)) * minutesOfDay + Math.abs(start - lesson.start),
      })),
    );
  const away = choose(apart);
  return away.length > 0 ? away : choose(1);
};

/** Best first: the same day, least added driving, nearest; at most two per half-day. */
const bestOf = (candidates: readonly Candidate[]): Candidate[] => {
  const rank = ({ day }: Candidate): number => (day.isWished ? 0 : 1);
  const ranked = candidates.toSorted(
    (a, b) => rank(a) - rank(b) || a.opening.addedDrive - b.opening.addedDrive || a.distance - b.distance,
  );
  const best: Candidate[] = [];
  for (const candidate of ranked) {
    if (best.length === most) break;
    const sameDay = best.filter(({ day }) => day.date === candidate.day.date);
    const sameHalf = sameDay.filter(({ start }) => halfOf(start) === halfOf(candidate.start));
    const isNear = sameDay.some(({ start }) => Math.abs(start - candidate.start) < apart);
    if (!isNear && sameHalf.length < perHalf) best.push(candidate);
  }
  return best;
};

/** The gap with the smallest shortfall, preferring the desired day. */
const nearestMiss = (found: readonly Found[]): Found | undefined => {
  const rank = ({ day, opening: { first, last } }: Found): number =>
    (day.isWished ? 0 : minutesOfDay) + Math.max(0, first - last);
  return found.reduce<Found | undefined>(
    (least, one) => (least === undefined || rank(one) < rank(least) ? one : least),
    undefined,
  );
};

type Drives = {
  readonly stopsOn: (date: IsoDate) => readonly DayStop[];
  readonly minutes: DriveMinutes;
};

/**
 * At most five slots that are free for both, reachable by car from the previous stop and to the next one, and never in the past; if there
 * is none, the nearest miss as text. The work grows with the searched days and their entries: each gap between two stops is evaluated once,
 * not each start in it.
 */
export const suggestSlots = async (search: SlotSearch, around: Searched) => {
  const { lesson } = search;
  const { now, rows } = around;
  const dates = daysIn(search, now.today);
  const { place, ...drives } = await around.drives(dates, (date) => laterDates(lesson, rows, date));
  const { home, leavesHome, minutesBetween } = around;
  const request = { duration: lesson.duration, place, home, leavesHome, minutesBetween };
  const found: Found[] = [];
  const candidates: Candidate[] = [];
  let hasTime = false;
  const pause = pauses();
  for (const date of dates) {
    const day = dayOf(search, around, drives)(date, laterDates(lesson, rows, date));
    hasTime ||= day.search.windows.length > 0;
    const openings = gapsOf(day.search).map((gap) => openingIn(gap, request, drives.minutes));
    candidates.push(...candidatesOf(search, day, openings));
    found.push(...openings.map((opening) => ({ day, opening })));
    await pause();
  }
  const best = bestOf(candidates);
  const miss = best.length > 0 ? undefined : nearestMiss(found);
  return {
    slots: best.map(({ day, opening, start }) => ({
      date: day.firstDate(start) ?? day.date,
      dayOfWeek: dayOfWeekOf(day.date),
      ...inText({ start, end: start + lesson.duration }),
      reasoningText: reasonText(opening, {
        start,
        duration: lesson.duration,
        isWishedDay: day.isWished,
        daysAway: lesson.date === null ? null : daysAway(lesson, day),
      }),
      ...(isWeekly(lesson) ? { weekly: true } : {}),
    })),
    nearestMiss:
      best.length > 0
        ? null
        : missText({
            date: miss?.day.date,
            opening: miss?.opening,
            duration: lesson.duration,
            isWeekly: isWeekly(lesson),
            hasTime,
          }),
  };
};

const dayOf =
  (
    { lesson }: SlotSearch,
    { now, teacherWindows, closedTimeOn, studentWindows, takenOn }: Searched,
    { stopsOn }: Drives,
  ) =>
  (date: IsoDate, later: readonly IsoDate[]): Day => {
    const searched = { dates: [date, ...later], closedTimeOn };
    return {
      date,
      isWished: isWishedDay(lesson, date),
      firstDate: (start) => firstOpenDate(searched, { start, end: start + lesson.duration }),
      search: {
        windows: difference(teacherWindows(dayOfWeekOf(date)), closedThroughout(searched)),
        studentWindows: studentWindows(dayOfWeekOf(date)),
        stops: stopsOn(date),
        busy: takenWhileOpen(searched, takenOn),
        notBefore: date === now.today ? now.minute : 0,
      },
    };
  };

/** What a time means for the drive, in words: "2 days later, 6 min more driving; ..."; null where hours or drives leave no room for it. */
export const reasonAt = async (
  search: SlotSearch,
  around: Searched,
  { date, start }: { readonly date: IsoDate; readonly start: number },
): Promise<string | null> => {
  const { lesson } = search;
  const { duration } = lesson;
  const { place, ...drives } = await around.drives([date]);
  const { home, leavesHome, minutesBetween } = around;
  const day = dayOf(search, around, drives)(date, []);
  const opening = gapsOf(day.search)
    .map((gap) => openingIn(gap, { duration, place, home, leavesHome, minutesBetween }, drives.minutes))
    .find(({ first, last }) => start >= first && start <= last);
  if (!opening) return null;
  return reasonText(opening, { start, duration, isWishedDay: day.isWished, daysAway: daysAway(lesson, day) });
};
