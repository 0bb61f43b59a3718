import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { formatTime } from '@rondo/contracts/calendar/times.ts';
import type { Stop } from '../maps/drive-time.ts';

/** Something that stands on a day. `place` undefined: its time is blocked, the drive passes it by. */
export type DayStop = Interval & { readonly title: string; readonly place: Stop | undefined };

/** Minutes of a drive, looked up beforehand. */
export type DriveMinutes = (from: Stop, to: Stop) => number;

/** The stops around a time: the last one that ends before it, the first that begins after it. */
const neighbours = (stops: readonly DayStop[], { start, end }: Interval) => {
  const driven = stops.filter(({ place }) => place !== undefined);
  return {
    before: driven.findLast((stop) => stop.end <= start),
    after: driven.find((stop) => stop.start >= end),
  };
};

const short = (title: string, minutes: number, gap: number, leg: string): string =>
  `${leg} takes ${minutes} min and there are ${gap}: short by ${minutes - gap} min (${title}).`;

/** What a drive to or from the neighbouring stops would lack, in words: the time is free but cannot be reached. */
export const travelTroubles = (
  stops: readonly DayStop[],
  wanted: Interval,
  place: Stop,
  minutes: DriveMinutes,
): string[] => {
  const { before, after } = neighbours(stops, wanted);
  const troubles: string[] = [];
  if (before) {
    const [drive, gap] = [minutes(before.place ?? null, place), wanted.start - before.end];
    if (drive > gap)
      troubles.push(short(`${before.title} ends ${formatTime(before.end)}`, drive, gap, 'The drive there'));
  }
  if (after) {
    const [drive, gap] = [minutes(place, after.place ?? null), after.start - wanted.end];
    if (drive > gap)
      troubles.push(short(`${after.title} begins ${formatTime(after.start)}`, drive, gap, 'The drive on'));
  }
  return troubles;
};
