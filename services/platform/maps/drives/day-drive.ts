import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { shortBy } from '@rondo/contracts/calendar/legs.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { Stop } from '../drive-time.ts';

/** An entry on a day. `place` undefined: its time is blocked, but the drive does not stop there. */
export type DayStop = Interval & { readonly title: string; readonly place: Stop | undefined };

export type DriveMinutes = (from: Stop, to: Stop) => number;

/** The stops around a time: the last one that ends before it, and the first that begins after it. */
const neighbors = (stops: readonly DayStop[], { start, end }: Interval) => {
  const driven = stops.filter(({ place }) => place !== undefined);
  return {
    before: driven.findLast((stop) => stop.end <= start),
    after: driven.find((stop) => stop.start >= end),
  };
};

const short = (title: string, minutes: number, gap: number, leg: string): string =>
  `${leg} takes ${minutes} min, but there are only ${gap}: short by ${shortBy(minutes, gap)} min (${title}).`;

/** How far the drives to and from the neighboring stops exceed the time available, as text: the time is free but cannot be reached. */
export const travelTroubles = (
  stops: readonly DayStop[],
  time: Interval,
  place: Stop,
  minutes: DriveMinutes,
): string[] => {
  const { before, after } = neighbors(stops, time);
  const troubles: string[] = [];
  if (before) {
    const [drive, gap] = [minutes(before.place ?? null, place), time.start - before.end];
    if (shortBy(drive, gap) > 0)
      troubles.push(short(`${before.title} ends at ${formatTime(before.end)}`, drive, gap, 'The drive there'));
  }
  if (after) {
    const [drive, gap] = [minutes(place, after.place ?? null), after.start - time.end];
    if (shortBy(drive, gap) > 0)
      troubles.push(
        short(`${after.title} starts at ${formatTime(after.start)}`, drive, gap, 'The drive to the next stop'),
      );
  }
  return troubles;
};
