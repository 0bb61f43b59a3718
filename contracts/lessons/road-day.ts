import { minutesApart } from '../calendar/legs.ts';
import type { MinuteOfDay } from '../calendar/times.ts';

// When to leave for each stop of a day, and how long the day waits.

/** One stop that takes place; `drive`: minutes from the one before, from home to the first; null: not known. */
export type DrivenStop = { readonly start: MinuteOfDay; readonly end: MinuteOfDay; readonly drive: number | null };

/**
 * When to leave for a stop: its start less the drive and the minutes between lessons, but not before the stop before has ended. From home nothing
 * comes between.
 * @returns null where the drive is not known
 */
export const leaveFor = (
  { start, drive }: DrivenStop,
  before: Pick<DrivenStop, 'end'> | undefined,
  minutesBetween: number,
): MinuteOfDay | null => {
  if (drive === null) return null;
  return before ? Math.max(before.end, start - minutesApart(drive, minutesBetween)) : Math.max(0, start - drive);
};

/** Minutes of a day that are neither taught nor driven: each gap between two stops less its drive. */
export const waitingIn = (stops: readonly DrivenStop[]): number =>
  stops.reduce((sum, { start, drive }, i) => {
    const before = stops[i - 1];
    return before ? sum + Math.max(0, start - before.end - (drive ?? 0)) : sum;
  }, 0);

/** What the next stop depends on, of each stop in the order of the day. */
type StampedStop = {
  readonly takesPlace: boolean;
  readonly end: MinuteOfDay;
  readonly arrived: boolean;
  readonly done: boolean;
};

/**
 * The stop that comes next: the first that takes place, is not done, and has no stamped stop after it. Without a stamp it is over at its end; where
 * the teacher has arrived it stays next.
 * @param minute of the day's own clock; null: the day is still to come
 * @returns undefined when nothing is left
 */
export const nextStop = <Stop extends StampedStop>(
  stops: readonly Stop[],
  minute: MinuteOfDay | null,
): Stop | undefined =>
  stops.find(
    ({ takesPlace, end, arrived, done }, i) =>
      takesPlace &&
      !done &&
      (arrived || minute === null || end > minute) &&
      !stops.slice(i + 1).some((later) => later.arrived || later.done),
  );
