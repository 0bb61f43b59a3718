import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { componentsOf } from './components.ts';
import { eventOf, NotImported, NotRead, Twin, type FeedEvent } from './event-of.ts';
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

/** Events that are not imported for the same reason. */
export type Ignored = {
  readonly title: string;
  /** The day on which the first of them begins; null if that cannot be seen. */
  readonly date: IsoDate | null;
  readonly detail: string;
  /** Null if they do not protect a lesson. */
  readonly protects: Protects | null;
  /** They are understood, but none that is imported, such as one of a whole day. */
  readonly isRead: boolean;
  readonly events: number;
};

export type ReadFeed = {
  /** By date and start. */
  readonly dates: readonly FeedDate[];
  /** What is not imported and why, and which lessons stay because of it: at most 50 entries, what could not be read first. */
  readonly ignored: readonly Ignored[];
  /** How many events are not imported, listed or not. */
  readonly ignoredCount: number;
  /** How many of them could not be read. */
  readonly unreadCount: number;
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
  const unread = new Map<string, Unread>();
  let isWhole = isWholeFile;
  const isShown = (date: IsoDate): boolean => date >= window.from && date <= window.to;
  const ignore = (title: string, date: IsoDate | null, why: NotRead, of: Unread | null): void => {
    const { message: detail } = why;
    const protects = of && protectsOf(of);
    if (of) unread.set(JSON.stringify(of), of);
    if (protects?.what === 'everything' && protects.date === null) isWhole = false;
    const event = of === null || of.uid === null ? `${ignored.size}` : `${of.uid}\n${detail}`;
    const known = ignored.get(event);
    const isSeveral = protects && known?.protects && known.protects.date !== protects.date;
    ignored.set(event, {
      title,
      date: known ? earliest(known.date, date) : date,
      detail,
      protects: isSeveral ? { ...protects, date: null } : protects,
      isRead: why instanceof NotImported,
      events: 1,
    });
  };
  /** What is on another day than those that are read protects what is its own, and is not listed. */
  const ignoreUnseen = (of: Unread): void => void unread.set(JSON.stringify(of), of);
  const numbers = new Map<FeedEvent, number>();

  // An event in another zone may be on the next or the previous day there.
  const wide: Window = { from: addDays(window.from, -1), to: addDays(window.to, 1) };
  const studioTime = (wall: WallTime, clock: FeedEvent): WallTime => toStudio(wall, clock.start.zone);

  const inWindow = ({ event, clock, wall, duration, key, names }: Placed): FeedDate[] => {
    const { date, minute } = studioTime(wall, clock);
    const { uid, title, isCancelled } = event;
    const notRead = (why: NotRead): FeedDate[] => {
      const all = event.andFuture || unread.size >= maxUnreadDates ? null : [...new Set([key, ...names])];
      const of = { uid, names: all, title: null, date: all === null ? null : date };
      if (isShown(date)) ignore(title, date, why, of);
      else ignoreUnseen(of);
      return [];
    };
    if (event.unread !== null) return notRead(event.unread);
    if (!isShown(date)) return [];
    if (minute + duration > minutesPerDay)
      return notRead(new NotImported('It continues past midnight and is not imported.'));
    return [{ key, names, uid, title, date, start: minute, duration, isCancelled }];
  };

  blocks
    .filter(({ name }) => name === 'VEVENT')
    .forEach((block, i) => {
      beginning?.(i);
      const isDropped = dropped.includes(i);
      const leaveOut = (why: NotRead): void => {
        // Its time zone may be what takes too long.
        const clocks = isDropped ? null : { zones, studioTime: toStudio };
        const { title, unread: seen, start, repeats, change } = legibleIn({ text: block.text, why }, clocks);
        if (change) numbers.set(change, i);
        else if (start === null || repeats || isShown(start)) ignore(title ?? untitled, start, why, seen);
        else ignoreUnseen(seen);
      };
      if (isDropped) return leaveOut(new NotRead('It takes too long to read.'));
      if (!block.isWhole) return leaveOut(new NotRead('It is not complete.'));
      if (block.text.length > maxEventLength) return leaveOut(new NotRead('It is too long to read.'));
      try {
        numbers.set(eventOf(block.text, zones), i);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        leaveOut(error);
      }
    });
  const expansion = {
    window: wide,
    studioTime,
    begin: (event: FeedEvent): void => beginning?.(numbers.get(event) ?? 0),
    ignore: (event: FeedEvent, error: NotRead): void =>
      ignore(event.title, event.start.date, error, error instanceof Twin ? null : unreadEvent(event.uid)),
  };
  const dates: FeedDate[] = [];
  const keys = new Set<string>();
  const put = (date: FeedDate): void => {
    // Two UIDs can differ only in what looks like a date.
    if (keys.has(date.key))
      return ignore(date.title, date.date, new NotRead('Its UID is that of another event.'), unreadEvent(date.uid));
    keys.add(date.key);
    dates.push(date);
  };
  for (const [uid, events] of Map.groupBy(numbers.keys(), (event) => event.uid)) {
    for (const placed of expanded(uid, events, expansion)) inWindow(placed).forEach(put);
    if (dates.length > maxDates) {
      ignore(`More than ${maxDates} dates`, null, new NotRead('The later ones are not imported.'), null);
      isWhole = false;
      dates.length = maxDates;
      break;
    }
  }
  return {
    dates: dates.toSorted(byTime),
    ignored: together([...ignored.values()])
      .toSorted((a, b) => Number(a.isRead) - Number(b.isRead))
      .slice(0, maxIgnored),
    ignoredCount: ignored.size,
    unreadCount: [...ignored.values()].filter(({ isRead }) => !isRead).length,
    unread: [...unread.values()],
    isWhole,
  };
};

const earliest = (a: IsoDate | null, b: IsoDate | null): IsoDate | null => {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
};

const together = (ignored: readonly Ignored[]): Ignored[] =>
  [
    ...Map.groupBy(ignored, ({ title, detail, protects }) =>
      [title, detail, protects?.what, protects?.date].join('\n'),
    ).values(),
  ].flatMap((same) => {
    const [first] = same;
    const date = same.map((one) => one.date).reduce(earliest);
    return first ? [{ ...first, date, events: same.length }] : [];
  });

const byTime = (a: FeedDate, b: FeedDate): number => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.start - b.start || (a.key < b.key ? -1 : 1);
};
