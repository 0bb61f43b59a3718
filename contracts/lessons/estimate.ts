import { formatTime, type MinuteOfDay } from '../calendar/times.ts';

// How late a day gets, by what the teacher says and stamps, and what families are told of it. One computation for the server and the phone.

/** A stop that takes place, in the order of the day. Minutes of its own date: what comes after midnight is above 1440. */
export type EstimatedStop = {
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
  /** Minutes from the stop before; null: not known. */
  readonly drive: number | null;
  readonly arrived: MinuteOfDay | null;
  readonly done: MinuteOfDay | null;
  /** How late the teacher says to be here; null: nothing was said of this stop. */
  readonly reported: number | null;
};

export type Estimate = {
  readonly start: MinuteOfDay;
  readonly end: MinuteOfDay;
  /** Minutes after the planned start. */
  readonly late: number;
};

/**
 * When each stop begins and ends: never before it is planned, nor before the drive from the stop before has ended. A stamp counts instead of what
 * was said, and being done ends a stop. Up to the first stop of which anything is noted the plan stands, also where its drives are too long.
 */
export const estimatesOf = (stops: readonly EstimatedStop[]): Estimate[] => {
  const estimates: Estimate[] = [];
  let isAsPlanned = true;
  for (const { start: planned, end, drive, arrived, done, reported } of stops) {
    const before = isAsPlanned ? undefined : estimates.at(-1);
    const reached = before ? before.end + (drive ?? 0) : planned;
    const start = Math.max(planned, arrived ?? Math.max(planned + (reported ?? 0), reached));
    estimates.push({ start, end: done ?? start + end - planned, late: start - planned });
    if (arrived !== null || done !== null || (reported ?? 0) > 0) isAsPlanned = false;
  }
  return estimates;
};

/** The minutes that families are told: nothing below five, else the next five. */
export const toldMinutes = (late: number): number => (late < 5 ? 0 : Math.ceil(late / 5) * 5);

/** A stop as telling families depends on it. */
export type ToldStop = {
  /** The family, or the student without one; null: nobody is told of it. */
  readonly family: string | null;
  readonly late: number;
  /** It has begun, or nobody comes any more. */
  readonly isPast: boolean;
  /** What the family was told of this lesson today; null: nothing. */
  readonly told: number | null;
};

/** A family that is to be told, of its first lesson that has not begun. */
export type ToTell<Stop> = { readonly family: string; readonly stop: Stop; readonly minutes: number };

/** Whom to tell: each family whose minutes differ from what it was told last, where nothing means on time. */
export const familiesToTell = <Stop extends ToldStop>(stops: readonly Stop[]): ToTell<Stop>[] => {
  const families = Map.groupBy(
    stops.filter(({ family }) => family !== null),
    ({ family }) => family ?? '',
  );
  return [...families].flatMap(([family, own]) => {
    const stop = own.find(({ isPast }) => !isPast);
    if (!stop) return [];
    const last = own.findLast(({ told }) => told !== null)?.told ?? 0;
    const minutes = toldMinutes(stop.late);
    return minutes === last ? [] : [{ family, stop, minutes }];
  });
};

/** A message goes out as plain text: without the spaces that keep a time together. */
const timeText = (minute: MinuteOfDay): string => formatTime(minute).replace('\u00a0', ' ');

/** "Ben’s lesson", "Theo’s and Mia’s lessons". */
const lessonsOf = (names: readonly string[]): string => {
  const whose = names.map((name) => `${name}’s`);
  const last = whose.at(-1) ?? '';
  return whose.length > 1 ? `${whose.slice(0, -1).join(', ')} and ${last} lessons` : `${last} lesson`;
};

/**
 * What a family is told.
 * @param of names: first names of the students; start: the planned start of the first lesson; minutes: how late, 0 as planned after all
 */
export const lateText = (
  teacherName: string,
  of: { readonly names: readonly string[]; readonly start: MinuteOfDay; readonly minutes: number },
): string => {
  const { names, start, minutes } = of;
  const lessons = lessonsOf(names);
  return minutes === 0
    ? `Hello, this is ${teacherName}. I can be there for ${lessons} at ${timeText(start)} as planned after all.`
    : `Hello, this is ${teacherName}. I am running about ${minutes} minutes late for ${lessons} today and expect to be there around ${timeText(start + minutes)}. I am sorry for the wait.`;
};
