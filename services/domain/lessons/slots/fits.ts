import type { DayOfWeek, IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { WeeklyLesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { DayStop, DriveMinutes } from '../../../platform/maps/drives/day-drive.ts';
import { gapsOf, nearestStarts, openingIn, type Opening, type SearchDay, type SlotRequest } from './slots.ts';

const most = 5;
const mostPerDay = 2;
/** Minimum distance between two times of a list. */
const apart = 30;
/** Parents expect lessons on the quarter hour. */
const quarter = 15;

/** A weekday with its entries; its date is the next one. */
export type FitDay = Omit<SearchDay, 'busy' | 'stops'> & {
  readonly date: IsoDate;
  readonly dayOfWeek: DayOfWeek;
  readonly stops: readonly (DayStop & { readonly lessonId: string })[];
  /** Taken time on any of the weekday's dates. `without`: but for this lesson. */
  readonly takenOn: (without: string | null) => readonly Interval[];
  /** The student's preferred windows. */
  readonly preferred: readonly Interval[];
  /** The first date of the lesson at a time, at the earliest a given one of the weekday; undefined when it is closed on each. */
  readonly firstDate: (start: number, from?: IsoDate) => IsoDate | undefined;
};

/** A weekly time that fits. */
export type Fitting = {
  readonly day: FitDay;
  readonly start: number;
  readonly opening: Opening;
  readonly preferred: boolean;
  /** Minutes left to the nearest stop; null without one. */
  readonly buffer: number | null;
};

/** A time that fits once another family has moved. */
export type FittingWithMove = Fitting & {
  readonly series: WeeklyLesson;
  readonly to: Fitting;
  /** Minutes of driving a week that both changes add. */
  readonly addedDrive: number;
};

/** Whether a start is open on one of the dates of its weekday. */
export const isEverOpen = ({ firstDate }: FitDay, start: number): boolean => firstDate(start) !== undefined;

/** The free times of a weekday. `without`: as if this lesson were not there. */
export const openingsOn = (
  day: FitDay,
  request: SlotRequest,
  minutes: DriveMinutes,
  without: string | null = null,
): Opening[] => {
  const stops = without === null ? day.stops : day.stops.filter(({ lessonId }) => lessonId !== without);
  return gapsOf({ ...day, stops, busy: day.takenOn(without) })
    .map((gap) => openingIn(gap, request, minutes))
    .filter(({ first, last }) => first <= last);
};

/** The first start from `from` to `until`, on the quarter hour if one is. */
const firstStart = (from: number, until: number): number[] => {
  const even = Math.ceil(from / quarter) * quarter;
  if (even <= until) return [even];
  return from <= until ? [from] : [];
};

/** Starts next to the stops on both sides, and the first ones in preferred windows. */
const startsIn = ({ first, last }: Opening, duration: number, preferred: readonly Interval[]): number[] => {
  const latest = Math.floor(last / quarter) * quarter;
  return [
    ...firstStart(first, last),
    latest >= first ? latest : last,
    ...preferred.flatMap(({ start, end }) => firstStart(Math.max(first, start), Math.min(last, end - duration))),
  ];
};

const bufferOf = ({ gap: { before, after }, apartBefore, apartAfter }: Opening, start: number, duration: number) => {
  const buffers = [
    ...(before ? [start - before.end - apartBefore] : []),
    ...(after ? [after.start - start - duration - apartAfter] : []),
  ];
  return buffers.length === 0 ? null : Math.min(...buffers);
};

const fittingAt = (day: FitDay, opening: Opening, start: number, duration: number): Fitting => ({
  day,
  start,
  opening,
  preferred: day.preferred.some((window) => window.start <= start && start + duration <= window.end),
  buffer: bufferOf(opening, start, duration),
});

/** Preferred times first, then the least added driving, then the least waiting. */
const byWorth = (a: Fitting, b: Fitting): number =>
  Number(b.preferred) - Number(a.preferred) ||
  a.opening.addedDrive - b.opening.addedDrive ||
  (a.buffer ?? 0) - (b.buffer ?? 0) ||
  a.start - b.start;

/** Every time worth offering, best first. `isTaken`: the present time, which is no alternative. */
export const fittingsIn = (
  days: readonly FitDay[],
  request: SlotRequest,
  minutes: DriveMinutes,
  isTaken: (dayOfWeek: DayOfWeek, start: number) => boolean,
): Fitting[] =>
  days
    .flatMap((day) =>
      openingsOn(day, request, minutes).flatMap((opening) =>
        [...new Set(startsIn(opening, request.duration, day.preferred))]
          .filter((start) => !isTaken(day.dayOfWeek, start) && isEverOpen(day, start))
          .map((start) => fittingAt(day, opening, start, request.duration)),
      ),
    )
    .toSorted(byWorth);

/** The best times of all teachers, on several days where there are some. */
export const bestFittings = <F extends Fitting>(sorted: readonly F[]): F[] => {
  const chosen = (perDay: number): F[] => {
    const best: F[] = [];
    for (const one of sorted) {
      if (best.length === most) break;
      const sameDay = best.filter(({ day }) => day.date === one.day.date);
      if (sameDay.length < perDay && sameDay.every(({ start }) => Math.abs(start - one.start) >= apart)) best.push(one);
    }
    return best;
  };
  const spread = chosen(mostPerDay);
  return spread.length === most ? spread : chosen(Infinity);
};

/** The time that would be free if a series were not there, where it is not free with it; undefined if it would not help. */
export const fittingWithout = (
  days: readonly FitDay[],
  request: SlotRequest,
  minutes: DriveMinutes,
  series: WeeklyLesson,
): Fitting | undefined => {
  const day = days.find(({ dayOfWeek }) => dayOfWeek === series.dayOfWeek);
  if (!day) return undefined;
  const present = openingsOn(day, request, minutes);
  const isFree = (start: number): boolean => present.some(({ first, last }) => first <= start && start <= last);
  return openingsOn(day, request, minutes, series.lessonId)
    .flatMap((opening) =>
      startsIn(opening, request.duration, day.preferred).map((start) =>
        fittingAt(day, opening, start, request.duration),
      ),
    )
    .filter(({ start }) => !isFree(start) && isEverOpen(day, start))
    .toSorted(byWorth)[0];
};

export type Moving = {
  readonly series: WeeklyLesson;
  /** The days as the series' family has them. */
  readonly days: readonly FitDay[];
  readonly request: SlotRequest;
  readonly minutes: DriveMinutes;
};

/** Where a series can go when another lesson takes its time; undefined if nowhere. */
export const movedFor = (
  fitting: Fitting,
  newcomer: SlotRequest,
  { series, days, request, minutes }: Moving,
): FittingWithMove | undefined => {
  const coming = { start: fitting.start, end: fitting.start + newcomer.duration };
  const present = days.find(({ dayOfWeek }) => dayOfWeek === series.dayOfWeek);
  if (!present) return undefined;
  const cost =
    openingsOn(present, request, minutes, series.lessonId).find(
      ({ gap }) => gap.start <= series.start && series.start < gap.end,
    )?.addedDrive ?? 0;
  const [to] = days
    .flatMap((day) => {
      const isSame = day.date === fitting.day.date;
      const stop = { ...coming, lessonId: '', title: '', place: newcomer.place };
      const around: FitDay = isSame
        ? {
            ...day,
            stops: [...day.stops, stop].toSorted((a, b) => a.start - b.start),
            takenOn: (without) => [...day.takenOn(without), coming],
          }
        : day;
      return openingsOn(around, request, minutes, series.lessonId).flatMap((opening) =>
        nearestStarts(
          opening,
          series.start,
          (start) => !(isSame && start === series.start) && isEverOpen(day, start),
        ).map((start) => fittingAt(day, opening, start, request.duration)),
      );
    })
    .toSorted(
      (a, b) =>
        Number(b.day === present) - Number(a.day === present) ||
        a.opening.addedDrive - b.opening.addedDrive ||
        Math.abs(a.start - series.start) - Math.abs(b.start - series.start),
    );
  return (
    to && {
      ...fitting,
      series,
      to,
      addedDrive: Math.max(0, fitting.opening.addedDrive + to.opening.addedDrive - cost),
    }
  );
};
