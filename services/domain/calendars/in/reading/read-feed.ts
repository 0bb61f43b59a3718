import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { componentsOf } from './components.ts';
import { eventOf, NotRead, Twin, type FeedEvent } from './event-of.ts';
import type { Window } from './recurrence.ts';
import { expanded, type Placed } from './series.ts';
import { untitled } from './titles.ts';
import { legibleIn, protectsOf, unreadEvent, type Protects, type Unread } from './unread.ts';
import { feedZones, zoneConverter, type WallTime } from './zones.ts';

const maxDates = 20_000;
const maxIgnored = 50;
/** Single dates that are remembered as unread; of further ones the whole event is. */
const maxUnreadDates = 5000;
/** Characters of one event; none that a person wrote is longer. */
const maxEventLength = 200_000;

/** One date of an event, on the studio's wall clock. */
export type FeedDate = {
  /** Unique in the feed, and the same when the date is moved: the event's UID, with the date that a recurring event gave it. */
  readonly key: string;
  /** The keys that this date may have had in earlier readings, when its UID had more or fewer dates. */
  readonly names: readonly string[];
  readonly uid: string;
  readonly title: string;
  readonly date: IsoDate;
  readonly start: number;
  /** Minutes. */
  readonly duration: number;
  readonly isCancelled: boolean;
};

export type Ignored = {
  readonly title: string;
  readonly detail: string;
  /** Null if the event does not protect a lesson. */
  readonly protects: Protects | null;
};

export type ReadFeed = {
  /** By date and start. */
  readonly dates: readonly FeedDate[];
  /** What is not imported and why, and which lessons stay because of it: at most 50. */
  readonly ignored: readonly Ignored[];
  /** How many events are not imported, listed or not. */
  readonly ignoredCount: number;
  /** What can be seen of them. Lessons that may be theirs are not gone. */
  readonly unread: readonly Unread[];
  /** Every event in the file was read, or can be told from others. Only then a missing one is known to be gone. */
  readonly isWhole: boolean;
};

export type FeedToRead = {
  readonly text: string;
  /** The studio's time zone. */
  readonly timeZone: string;
  readonly window: Window;
  /** Events, counted from 0, that took too long in an earlier attempt. */
  readonly dropped: readonly number[];
  /** Told before an event is read or expanded: its number. */
  readonly beginning?: (event: number) => void;
};

/** Reads and expands a feed into its dates in a window. Every event is read alone: one that cannot be is listed, never fatal. */
export const readFeed = ({ text, timeZone, window, dropped, beginning }: FeedToRead): ReadFeed => {
  const { blocks, isWhole: isWholeFile } = componentsOf(text);
  const zones = feedZones(blocks, timeZone);
  const toStudio = zoneConverter(timeZone);
  const ignored = new Map<string, Ignored>();
  const counted = new Set<string>();
  const unread = new Map<string, Unread>();
  let isWhole = isWholeFile;
  const ignore = (title: string, detail: string, of: Unread | null): void => {
    const protects = of && protectsOf(of);
    if (ignored.size < maxIgnored)
      ignored.set(`${title}\n${detail}\n${protects?.what} ${protects?.date}`, { title, detail, protects });
    counted.add(`${of?.uid ?? counted.size} ${detail}`);
    if (of) unread.set(JSON.stringify(of), of);
    if (protects?.what === 'everything' && protects.date === null) isWhole = false;
  };
  const numbers = new Map<FeedEvent, number>();

  // An event in another zone may be on the next or the previous day there.
  const wide: Window = { from: addDays(window.from, -1), to: addDays(window.to, 1) };
  const studioTime = (wall: WallTime, clock: FeedEvent): WallTime => toStudio(wall, clock.start.zone);

  const inWindow = ({ event, clock, wall, duration, key, names }: Placed): FeedDate[] => {
    const { date, minute } = studioTime(wall, clock);
    if (date < window.from || date > window.to) return [];
    const { uid, title, isCancelled } = event;
    if (minute + duration > minutesPerDay) {
      const all = unread.size < maxUnreadDates ? [key, ...names] : null;
      ignore(title, 'It continues past midnight and is not imported.', { uid, names: all, title: null, date });
      return [];
    }
    return [{ key, names, uid, title, date, start: minute, duration, isCancelled }];
  };

  blocks
    .filter(({ name }) => name === 'VEVENT')
    .forEach((block, i) => {
      beginning?.(i);
      const leaveOut = (detail: string): void => {
        const { title, unread: seen } = legibleIn(block.text, zones, toStudio);
        ignore(title ?? untitled, detail, seen);
      };
      if (dropped.includes(i)) return leaveOut('It takes too long to read.');
      if (!block.isWhole) return leaveOut('It is not complete.');
      if (block.text.length > maxEventLength) return leaveOut('It is too long to read.');
      try {
        numbers.set(eventOf(block.text, zones), i);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        leaveOut(error.message);
      }
    });
  const expansion = {
    window: wide,
    studioTime,
    begin: (event: FeedEvent): void => beginning?.(numbers.get(event) ?? 0),
    ignore: (event: FeedEvent, error: NotRead): void =>
      ignore(event.title, error.message, error instanceof Twin ? null : unreadEvent(event.uid)),
  };
  const dates: FeedDate[] = [];
  const keys = new Set<string>();
  const put = (date: FeedDate): void => {
    // Two UIDs can differ only in what looks like a date.
    if (keys.has(date.key)) return ignore(date.title, 'Its UID is that of another event.', unreadEvent(date.uid));
    keys.add(date.key);
    dates.push(date);
  };
  for (const [uid, events] of Map.groupBy(numbers.keys(), (event) => event.uid)) {
    for (const placed of expanded(uid, events, expansion)) inWindow(placed).forEach(put);
    if (dates.length > maxDates) {
      ignore(`More than ${maxDates} dates`, 'The later ones are not imported.', null);
      isWhole = false;
      dates.length = maxDates;
      break;
    }
  }
  return {
    dates: dates.toSorted(byTime),
    ignored: [...ignored.values()],
    ignoredCount: counted.size,
    unread: [...unread.values()],
    isWhole,
  };
};

const byTime = (a: FeedDate, b: FeedDate): number => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.start - b.start || (a.key < b.key ? -1 : 1);
};
