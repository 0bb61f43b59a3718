import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { Interval } from '@rondo/contracts/calendar/intervals.ts';
import type { Day } from './day.ts';

/** An interval of the day that a stave shows, in minutes after midnight. */
export type Axis = { readonly from: MinuteOfDay; readonly to: MinuteOfDay };

/** Minutes of space above the first drive, for the house and its label, and below the last. */
const room = 14;
const least = 360;
const midday: Axis = { from: 840, to: 1200 };

const extentOf = (intervals: readonly Interval[]): Interval | null =>
  intervals.length === 0
    ? null
    : {
        start: Math.min(...intervals.map(({ start }) => start)),
        end: Math.max(...intervals.map(({ end }) => end)),
      };

const within = (minute: number): MinuteOfDay => Math.min(1440, Math.max(0, minute));

/** False for the whole day, which says nothing about the actual teaching hours. */
const isPart = ({ start, end }: Interval): boolean => start > 0 || end < 1440;

/** The intervals of a day's entries and drives. */
const happeningOn = ({ entries, legs }: Day): Interval[] => [...entries, ...legs];

/**
 * One axis for a week: from the first drive from home to the last drive home, in half hours, at least six hours long. An empty week
 * shows the teaching hours, or else an afternoon.
 */
export const weekAxis = (days: readonly Day[]): Axis => {
  const extent = extentOf(days.flatMap(happeningOn)) ?? extentOf(days.flatMap(({ windows }) => windows.filter(isPart)));
  if (!extent) return midday;
  const missing = Math.max(0, least - (extent.end - extent.start + 2 * room)) / 2;
  const from = within(Math.floor((extent.start - room - missing) / 30) * 30);
  return { from, to: within(Math.ceil(Math.max(extent.end + room + missing, from + least) / 30) * 30) };
};

/** The axis of a single day. */
export const dayAxis = (day: Day): Axis => {
  const extent = extentOf(happeningOn(day));
  return extent ? { from: within(extent.start - room), to: within(extent.end + room) } : midday;
};

/** The full hours of an axis. */
export const hoursOf = ({ from, to }: Axis): MinuteOfDay[] =>
  Array.from({ length: Math.floor(to / 60) - Math.ceil(from / 60) + 1 }, (_, i) => (Math.ceil(from / 60) + i) * 60);

/** "2 PM", "12 PM", "9 AM". */
export const hourLabel = (minute: MinuteOfDay): string => {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
};
