import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { componentsOf } from './components.ts';
import { eventOf, NotRead, type FeedEvent } from './event-of.ts';
import type { Window } from './recurrence.ts';
import { expanded, type Placed } from './series.ts';
import { titleIn } from './titles.ts';
import { feedZones, zoneConverter, type WallTime } from './zones.ts';

const maxDates = 20_000;
const maxIgnored = 100;
/** Characters of one event; none that a person wrote is longer. */
const maxEventLength = 200_000;

/** One date of an event, on the studio's wall clock. */
export type FeedDate = {
  /** Unique in the feed, and the same when the date is moved: the event's UID, with the date that a recurring event gave it. */
  readonly key: string;
  readonly uid: string;
  readonly title: string;
  readonly date: IsoDate;
  readonly start: number;
  /** Minutes. */
  readonly duration: number;
  readonly isCancelled: boolean;
};

export type ReadFeed = {
  /** By date and start. */
  readonly dates: readonly FeedDate[];
  /** At most 100. */
  readonly ignored: readonly { readonly title: string; readonly detail: string }[];
  /** Every event in the file was read. Only then a missing one is known to be gone. */
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
  const ignored = new Map<string, { title: string; detail: string }>();
  let isWhole = isWholeFile;
  const ignore = (title: string, detail: string, isBroken: boolean): void => {
    if (ignored.size < maxIgnored) ignored.set(`${title}\n${detail}`, { title, detail });
    if (isBroken) isWhole = false;
  };
  const numbers = new Map<FeedEvent, number>();

  // An event in another zone may be on the next or the previous day there.
  const wide: Window = { from: addDays(window.from, -1), to: addDays(window.to, 1) };
  const studioTime = (wall: WallTime, clock: FeedEvent): WallTime => toStudio(wall, clock.start.zone);

  const inWindow = ({ event, clock, wall, duration, key }: Placed): FeedDate[] => {
    const { date, minute } = studioTime(wall, clock);
    if (date < window.from || date > window.to) return [];
    const { uid, title, isCancelled } = event;
    if (minute + duration > minutesPerDay) {
      ignore(title, 'It continues past midnight and is not imported.', false);
      return [];
    }
    return [{ key, uid, title, date, start: minute, duration, isCancelled }];
  };

  blocks
    .filter(({ name }) => name === 'VEVENT')
    .forEach((block, i) => {
      beginning?.(i);
      const title = (): string => titleIn(block.text);
      if (dropped.includes(i)) return ignore(title(), 'It takes too long to read.', true);
      if (!block.isWhole) return ignore(title(), 'It is not complete.', true);
      if (block.text.length > maxEventLength) return ignore(title(), 'It is too long to read.', true);
      try {
        numbers.set(eventOf(block.text, zones), i);
      } catch (error) {
        if (!(error instanceof NotRead)) throw error;
        ignore(title(), error.message, error.isBroken);
      }
    });
  const expansion = {
    window: wide,
    studioTime,
    begin: (event: FeedEvent): void => beginning?.(numbers.get(event) ?? 0),
    ignore: ({ title }: FeedEvent, { message, isBroken }: NotRead): void => ignore(title, message, isBroken),
  };
  const dates: FeedDate[] = [];
  const keys = new Set<string>();
  const put = (date: FeedDate): void => {
    // Two UIDs can differ only in what looks like a date.
    if (keys.has(date.key)) return ignore(date.title, 'Its UID is that of another event.', true);
    keys.add(date.key);
    dates.push(date);
  };
  for (const [uid, events] of Map.groupBy(numbers.keys(), (event) => event.uid)) {
    for (const placed of expanded(uid, events, expansion)) inWindow(placed).forEach(put);
    if (dates.length > maxDates) {
      ignore(`More than ${maxDates} dates`, 'The later ones are not imported.', true);
      dates.length = maxDates;
      break;
    }
  }
  return { dates: dates.toSorted(byTime), ignored: [...ignored.values()], isWhole };
};

const byTime = (a: FeedDate, b: FeedDate): number => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.start - b.start || (a.key < b.key ? -1 : 1);
};
