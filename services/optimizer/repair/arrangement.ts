import { minutesApart } from '@rondo/contracts/calendar/legs.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';

/** What takes a teacher's time on a date. */
export type Entry = Interval & {
  readonly id: string;
  /** The row of its place in the drives; null: nobody drives there for it. */
  readonly place: number | null;
};

/** An entry that is driven to. */
export type Stop = Entry & { readonly place: number };

/** The row of home in the drives. */
export const home = 0;

/** How a day is driven. */
export type Road = {
  /** Minutes of the drive between two places, by their rows. */
  readonly drives: readonly (readonly number[])[];
  readonly hasHome: boolean;
  readonly minutesBetween: number;
  /** The teacher's windows where they hold the drives from and to home; null: they hold the lessons alone. */
  readonly away: readonly Interval[] | null;
};

/** The figures of a day, in minutes. */
export type Figures = {
  readonly driving: number;
  readonly waiting: number;
  /** Driving and waiting. */
  readonly unpaid: number;
  /** Of the day's clock: from home, or the first start; null without a stop. */
  readonly leaveHome: number | null;
  /** Back home, or the last end; null without a stop. */
  readonly home: number | null;
};

const isStop = (entry: Entry): entry is Stop => entry.place !== null;

const compareIds = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byTime = (a: Entry, b: Entry): number => a.start - b.start || a.end - b.end || compareIds(a.id, b.id);

/** The stops of a day in their order. */
export const stopsIn = (entries: readonly Entry[]): Stop[] => entries.filter(isStop).toSorted(byTime);

/** Minutes between two places. */
export const driveBetween = ({ drives, hasHome }: Road, from: number, to: number): number =>
  !hasHome && (from === home || to === home) ? 0 : (drives[from]?.[to] ?? 0);

/** Minutes by which a leg has more time than its drive takes, with the minutes between lessons; below 0 it is short. */
export const slackOf = (road: Road, before: Stop, after: Stop): number =>
  after.start - before.end - minutesApart(driveBetween(road, before.place, after.place), road.minutesBetween);

/** Minutes without a lesson from the end of a stop to the start of the next: the drive at least. */
export const unpaidBetween = (road: Road, before: Stop, after: Stop): number =>
  Math.max(driveBetween(road, before.place, after.place), after.start - before.end);

/** The figures of a day with these entries. */
export const figuresOf = (road: Road, entries: readonly Entry[]): Figures => {
  const stops = stopsIn(entries);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return { driving: 0, waiting: 0, unpaid: 0, leaveHome: null, home: null };
  const [there, back] = [driveBetween(road, home, first.place), driveBetween(road, last.place, home)];
  let driving = there + back;
  let unpaid = driving;
  for (const [i, stop] of stops.entries()) {
    const next = stops[i + 1];
    if (!next) break;
    driving += driveBetween(road, stop.place, next.place);
    unpaid += unpaidBetween(road, stop, next);
  }
  return {
    driving,
    waiting: unpaid - driving,
    unpaid,
    leaveHome: Math.max(0, first.start - there),
    home: last.end + back,
  };
};

/** How short each leg of a day may be: none by the clock, but for those that stand already. */
export const standingLegs = (road: Road, entries: readonly Entry[]): ((before: Entry, after: Entry) => number) => {
  const stops = stopsIn(entries);
  const short = new Map<string, number>();
  for (const [i, stop] of stops.entries()) {
    const next = stops[i + 1];
    const slack = next ? slackOf(road, stop, next) : 0;
    if (next && slack < 0) short.set(`${stop.id} ${next.id}`, slack);
  }
  return (before, after) => short.get(`${before.id} ${after.id}`) ?? 0;
};

export const overlap = (a: Interval, b: Interval): boolean => a.start < b.end && b.start < a.end;

const contains = (window: Interval, { start, end }: Interval): boolean => window.start <= start && end <= window.end;

/** A window is left for from home, and home is reached in it again: so it has room for those drives around its first and its last lesson. */
const windowAround = ({ away }: Road, stop: Stop): Interval | undefined =>
  away?.find((window) => contains(window, stop));

export const leavesInTime = (road: Road, before: Stop | undefined, stop: Stop): boolean => {
  const window = windowAround(road, stop);
  return (
    window === undefined ||
    (before !== undefined && overlap(window, before)) ||
    stop.start >= window.start + driveBetween(road, home, stop.place)
  );
};

export const isBackInTime = (road: Road, stop: Stop, after: Stop | undefined): boolean => {
  const window = windowAround(road, stop);
  return (
    window === undefined ||
    (after !== undefined && overlap(window, after)) ||
    stop.end + driveBetween(road, stop.place, home) <= window.end
  );
};
