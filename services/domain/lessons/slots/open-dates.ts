import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { difference, intersection, overlaps, type Interval } from '@rondo/contracts/calendar/intervals.ts';

// A weekly lesson takes place on those of its dates on which its time is open; a closed date conflicts with nothing.

/** What a search knows of the dates of a lesson: the first one, and of a weekly lesson the others. */
export type SearchedDates = {
  readonly dates: readonly IsoDate[];
  /** The closed time of the teacher on a date. */
  readonly closedTimeOn: (date: IsoDate) => readonly Interval[];
};

/** Time that is closed on every date. */
export const closedThroughout = ({ dates, closedTimeOn }: SearchedDates): readonly Interval[] => {
  const [first, ...later] = dates;
  if (first === undefined) return [];
  return later.reduce<readonly Interval[]>(
    (closed, date) => (closed.length === 0 ? closed : intersection(closed, closedTimeOn(date))),
    closedTimeOn(first),
  );
};

/** Taken time on any of the dates, without what is closed there. */
export const takenWhileOpen = <Taken extends Interval>(
  { dates, closedTimeOn }: SearchedDates,
  takenOn: (date: IsoDate) => readonly Taken[],
): Taken[] =>
  dates.flatMap((date) => {
    const [busy, closed] = [takenOn(date), closedTimeOn(date)];
    if (closed.length === 0) return busy;
    return busy.flatMap((one) => difference([one], closed).map((open) => ({ ...one, ...open })));
  });

/** The first date on which a time is open; undefined when it is closed on each. */
export const firstOpenDate = ({ dates, closedTimeOn }: SearchedDates, time: Interval): IsoDate | undefined =>
  dates.find((date) => !closedTimeOn(date).some((closed) => overlaps(closed, time)));
