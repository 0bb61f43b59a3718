import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import { minutesApart, shortBy } from '@rondo/contracts/calendar/legs.ts';
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

/** What two stops need, in words; null when the gap is long enough. */
const shortage = (drive: number, gap: number, minutesBetween: number, leg: string, title: string): string | null => {
  const short = shortBy(drive, gap, minutesBetween);
  const between = minutesApart(drive, minutesBetween) - drive;
  const needs = `${leg} takes ${drive} min${between > 0 ? `, with ${between} min between lessons` : ''}`;
  return short > 0 ? `${needs}, but there are only ${gap}: short by ${short} min (${title}).` : null;
};

/** How far the drives to and from the neighboring stops exceed the time available, as text: the time is free but cannot be reached. */
export const travelTroubles = (
  stops: readonly DayStop[],
  time: Interval,
  place: Stop,
  { minutes, minutesBetween }: { readonly minutes: DriveMinutes; readonly minutesBetween: number },
): string[] => {
  const { before, after } = neighbors(stops, time);
  const sentences = [
    before &&
      shortage(
        minutes(before.place ?? null, place),
        time.start - before.end,
        minutesBetween,
        'The drive there',
        `${before.title} ends at ${formatTime(before.end)}`,
      ),
    after &&
      shortage(
        minutes(place, after.place ?? null),
        after.start - time.end,
        minutesBetween,
        'The drive to the next stop',
        `${after.title} starts at ${formatTime(after.start)}`,
      ),
  ];
  return sentences.flatMap((sentence) => sentence ?? []);
};
