import { assumedDrive, minutesApart, shortBy } from '@rondo/contracts/calendar/legs.ts';
import { formatDuration, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { DayEntry } from './entry.ts';

/** From this many minutes on, a wait between two stops is a layover; below, a buffer. */
const layoverFrom = 30;

export type Home = { readonly address: string };

/** One drive of a day, or the wait between two stops at the same address. */
export type Leg = {
  readonly role: 'out' | 'between' | 'back';
  /** Entry ids; null is home. */
  readonly from: string | null;
  readonly to: string | null;
  /**
   * The available time: from the end of the stop before to the start of the next, which is earlier if they overlap. For home legs: as
   * long as the drive.
   */
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
  readonly minutes: number;
  /** Minutes between the two lessons, besides the drive. */
  readonly between: number;
  /** Minutes by which the gap is too short. */
  readonly short: number;
  /** Why the minutes are an estimate or approximate, although a maps service is configured. */
  readonly notice: string | null;
  /** Only "about" that long: an address is known by its ZIP code or city only. */
  readonly approximate: boolean;
};

export type Drive = Pick<Leg, 'minutes' | 'notice' | 'approximate'>;

/** Why some drives are not exact: each reason once. */
export const noticesOf = (legs: readonly Pick<Drive, 'notice'>[]): string[] => [
  ...new Set(legs.flatMap(({ notice }) => notice ?? [])),
];

/** True when some of these drives are only about as long as they say. */
export const areAbout = (legs: readonly Pick<Drive, 'notice' | 'approximate'>[]): boolean =>
  legs.some(({ notice, approximate }) => notice !== null || approximate);

/** Minutes of driving of a day, home to home: the only figure that screens show. */
export const drivenMinutes = (legs: readonly Leg[]): number => legs.reduce((sum, { minutes }) => sum + minutes, 0);

/** False for the drive between two stops that overlap: it counts, but there is no time in which to draw it. */
export const hasRoom = ({ start, end }: Leg): boolean => start <= end;

// The order in which the server drives them.
const byStart = (a: DayEntry, b: DayEntry): number => a.start - b.start || (a.id < b.id ? -1 : 1);

/** The stops of a day's drive, in driving order. */
export const stopsOf = (entries: readonly DayEntry[]): DayEntry[] =>
  entries.filter(({ isStop }) => isStop).toSorted(byStart);

const between = (before: DayEntry, stop: DayEntry, minutesBetween: number): Leg => {
  const gap = stop.start - before.end;
  const minutes = stop.driveTime ?? assumedDrive;
  return {
    role: 'between',
    from: before.id,
    to: stop.id,
    start: before.end,
    end: stop.start,
    minutes,
    between: minutesApart(minutes, minutesBetween) - minutes,
    // Overlapping entries are reported as a conflict, which says more than a drive could.
    short: gap < 0 ? 0 : shortBy(minutes, gap, minutesBetween),
    notice: stop.driveNotice,
    approximate: stop.driveApproximate,
  };
};

/** The drives of a day to its stops: from home to the first, unless the home is unknown, and from each to the next. */
export const legsOf = (entries: readonly DayEntry[], home: Home | null, minutesBetween: number): Leg[] => {
  const stops = stopsOf(entries);
  const [first] = stops;
  if (!first) return [];
  const minutes = first.driveTime ?? assumedDrive;
  const { id, start, driveNotice, driveApproximate } = first;
  const fromHome: Leg = {
    role: 'out',
    from: null,
    to: id,
    start: start - minutes,
    end: start,
    minutes,
    between: 0,
    short: 0,
    notice: driveNotice,
    approximate: driveApproximate,
  };
  return [
    ...(home ? [fromHome] : []),
    ...stops.slice(1).flatMap((stop, i) => {
      const before = stops[i];
      return before ? [between(before, stop, minutesBetween)] : [];
    }),
  ];
};

export const legHome = ({ id, end }: DayEntry, { minutes, notice, approximate }: Drive): Leg => ({
  role: 'back',
  from: id,
  to: null,
  start: end,
  end: end + minutes,
  minutes,
  between: 0,
  short: 0,
  notice,
  approximate,
});

/** Minutes that are left of a gap beyond the drive and the time between lessons; below 0 when it is too short. */
export const slackOf = ({ start, end, minutes, between }: Leg): number => end - start - minutes - between;

/** The same in words: "6 min buffer", "39 min layover". */
export const waitWord = (leg: Leg): string => {
  const wait = slackOf(leg);
  return `${formatDuration(wait)} ${wait < layoverFrom ? 'buffer' : 'layover'}`;
};
