import { formatTime, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { difference, type Interval, overlaps } from '@rondo/contracts/calendar/intervals.ts';
import type { Day } from './day.ts';
import { hasRoom, type Leg } from './legs.ts';

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

const happeningOn = ({ entries, legs, heldTimes = [] }: Day): Interval[] => [...entries, ...legs, ...heldTimes];

const halfHours = (minute: number, round: (parts: number) => number): number => round(minute / 30) * 30;

/** An axis that begins at an hour, or earlier if something happens before it, and is at least six hours long. */
const axisFrom = (hour: number, happening: Interval | null, end: number): Axis => {
  const from = within(halfHours(Math.min(hour * 60, (happening?.start ?? Infinity) - room), Math.floor));
  return { from, to: within(halfHours(Math.max(end + room, from + least), Math.ceil)) };
};

/**
 * One axis for a week: from the first drive from home to the last drive home, in half hours, at least six hours long. An empty week
 * shows the teaching hours, or else an afternoon.
 * @param firstHour the hour to begin at, if the user chose one; nothing that happens before it is cut off
 */
export const weekAxis = (days: readonly Day[], firstHour: number | null = null): Axis => {
  const happening = extentOf(days.flatMap(happeningOn));
  const extent = happening ?? extentOf(days.flatMap(({ windows }) => windows.filter(isPart)));
  if (firstHour !== null) return axisFrom(firstHour, happening, extent?.end ?? 0);
  if (!extent) return midday;
  const missing = Math.max(0, least - (extent.end - extent.start + 2 * room)) / 2;
  const from = within(halfHours(extent.start - room - missing, Math.floor));
  return { from, to: within(halfHours(Math.max(extent.end + room + missing, from + least), Math.ceil)) };
};

/** One axis for a week in miniature: in half hours, from the afternoon or the first drive to the last one, at least six hours long. */
export const miniatureAxis = (days: readonly Day[]): Axis => {
  const { start, end } = extentOf(days.flatMap(happeningOn)) ?? { start: midday.from, end: 0 };
  const from = halfHours(Math.min(midday.from, start), Math.floor);
  return { from, to: Math.max(from + least, halfHours(end, Math.ceil)) };
};

export const dayAxis = (day: Day): Axis => {
  const extent = extentOf(happeningOn(day));
  return extent ? { from: within(extent.start - room), to: within(extent.end + room) } : midday;
};

export const hoursOf = ({ from, to }: Axis): MinuteOfDay[] =>
  Array.from({ length: Math.floor(to / 60) - Math.ceil(from / 60) + 1 }, (_, i) => (Math.ceil(from / 60) + i) * 60);

/** "2:15". */
export const clockTime = (minute: MinuteOfDay): string => formatTime(minute).slice(0, -3);

/** "2 PM", "12 PM", "9 AM". */
export const hourLabel = (minute: MinuteOfDay): string => {
  const hour = Math.floor(minute / 60) % 24;
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
};

/** The column of a block, and how many columns there are. */
export type Lane = {
  readonly lane: number;
  readonly lanes: number;
  /** How many columns it takes; one if absent. */
  readonly span?: number;
};

/** Puts overlapping blocks side by side; others take the full width. In the given order. */
export const lanesOf = (blocks: readonly (Interval & { readonly id: string })[]): Map<string, Lane> => {
  const placed = new Map<string, Lane>();
  let cluster: { id: string; lane: number }[] = [];
  let ends: number[] = [];
  const close = (): void => {
    for (const { id, lane } of cluster) placed.set(id, { lane, lanes: ends.length });
    cluster = [];
    ends = [];
  };
  for (const { id, start, end } of blocks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (ends.every((until) => until <= start)) close();
    const free = ends.findIndex((until) => until <= start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = end;
    cluster.push({ id, lane });
  }
  close();
  return placed;
};

/** Minutes that the label of a drive from or to home takes beside it. */
const labeled = 14;

/** The time in which a drive and its label are drawn. */
const drawn = ({ role, start, end }: Leg): Interval => ({
  start: role === 'out' ? start - labeled : start,
  end: role === 'back' ? end + labeled : end,
});

/** True for a drive that an entry is beside, so that there is little room for its label. */
export const isBeside = (leg: Leg, entries: Day['entries']): boolean =>
  entries.some((entry) => !entry.isStop && entry.state !== 'cancelled' && overlaps(drawn(leg), entry));

/** The columns of a day's entries. An appointment leaves room for a drive that passes it; a cancelled lesson takes nobody's room, and the drive passes in front. */
export const dayLanes = ({
  entries,
  legs,
  heldTimes = [],
}: Pick<Day, 'entries' | 'legs' | 'heldTimes'>): Map<string, Lane> => {
  const lanes = lanesOf([...entries, ...heldTimes]);
  const drives = legs.filter((leg) => hasRoom(leg) && leg.minutes > 0).map(drawn);
  for (const entry of entries) {
    const isAlone = lanes.get(entry.id)?.lanes === 1;
    const givesWay = !entry.isStop && entry.state !== 'cancelled';
    if (isAlone && givesWay && drives.some((drive) => overlaps(drive, entry)))
      lanes.set(entry.id, { lane: 2, lanes: 5, span: 3 });
  }
  return lanes;
};

/** Minutes that a label between two entries takes. */
const leastRoom = 8;

/**
 * By how many minutes the label of a drive moves away from its usual place, and a home with it, so that no cancelled lesson is in its way. Null:
 * there is no room for it between two stops.
 */
export const labelShift = (leg: Leg, entries: Day['entries']): number | null => {
  const half = labeled / 2;
  const cancelled = entries.filter(({ state }) => state === 'cancelled');
  const isFree = (middle: number): boolean =>
    !cancelled.some((entry) => overlaps(entry, { start: middle - half, end: middle + half }));
  if (leg.role === 'between') {
    const usual = leg.start + Math.min(leg.minutes, leg.end - leg.start) / 2;
    if (leg.short > 0 || isFree(usual)) return 0;
    const room = difference([leg], cancelled).toSorted((a, b) => b.end - b.start - (a.end - a.start))[0];
    return room && room.end - room.start >= leastRoom ? (room.start + room.end) / 2 - usual : null;
  }
  const isOut = leg.role === 'out';
  const usual = isOut ? leg.start - half : leg.end + half;
  const inOrder = cancelled.toSorted((a, b) => (isOut ? b.end - a.end : a.start - b.start));
  const middle = inOrder.reduce((at, { start, end }) => {
    if (!overlaps({ start, end }, { start: at - half, end: at + half })) return at;
    return isOut ? start - half : end + half;
  }, usual);
  return middle - usual;
};
