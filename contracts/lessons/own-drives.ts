import { dayOfWeekOf, type IsoDate } from '../calendar/dates.ts';
import { toMinutes, type MinuteOfDay } from '../calendar/times.ts';

// How long a teacher's own drives took, measured by the stamps of two stops in a row.

/** When traffic is alike: four parts of a working day, and the weekend. */
export type Band = 'early' | 'midday' | 'afternoon' | 'evening' | 'weekend';

const ends = [
  ['early', toMinutes('09:00')],
  ['midday', toMinutes('15:00')],
  ['afternoon', toMinutes('18:30')],
] as const;

/** The band in which a drive begins. */
export const bandOf = (date: IsoDate, departure: MinuteOfDay): Band => {
  const day = dayOfWeekOf(date);
  if (day === 0 || day === 6) return 'weekend';
  return ends.find(([, end]) => departure < end)?.[0] ?? 'evening';
};

/** The longest drive that two stamps measure, in minutes. */
const longest = 120;
/** Minutes by which a gap may exceed the map's drive: in a longer one the teacher waits, and nothing is measured. */
const spare = 15;
const fewest = 3;
const newest = 8;

/** Whether the minutes from leaving one stop to reaching the next measure a drive. @param gap planned minutes between the two */
export const measuresDrive = (minutes: number, { gap, map }: { readonly gap: number; readonly map: number }): boolean =>
  minutes >= 1 && minutes <= longest && gap - map <= spare;

export type OwnDrive = { readonly minutes: number; readonly count: number };

/**
 * What a teacher's own drives say: the median of the last eight, between half and twice the map's.
 * @param drives minutes, oldest first
 * @returns null below three
 */
export const ownDrive = (drives: readonly number[], map: number): OwnDrive | null => {
  const last = drives.slice(-newest).toSorted((a, b) => a - b);
  if (last.length < fewest) return null;
  const middle = (last.length - 1) / 2;
  // Half a minute counts as one.
  const median = Math.round(((last[Math.floor(middle)] ?? 0) + (last[Math.ceil(middle)] ?? 0)) / 2);
  return { minutes: Math.min(Math.max(median, Math.ceil(map / 2)), 2 * map), count: last.length };
};
