import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { componentsOf } from './components.ts';
import { eventOf, NotRead, titleIn, type FeedEvent, type FeedTime } from './event-of.ts';
import { datesOf, refusedRule, type Window } from './recurrence.ts';
import { feedZones, zoneConverter, type WallTime } from './zones.ts';

const maxDatesOfEvent = 2000;
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

type Series = { readonly masters: readonly FeedEvent[]; readonly overrides: readonly FeedEvent[] };

/** The newest of several versions of one event; of equal ones the last. */
const newestOf = (events: readonly FeedEvent[]): FeedEvent[] => {
  const byDate = new Map<string, FeedEvent>();
  for (const event of events) {
    const date = (event.replaces ?? event.start).date;
    const known = byDate.get(date);
    if (!known || event.sequence >= known.sequence) byDate.set(date, event);
  }
  return [...byDate.values()];
};

const seriesOf = (events: readonly FeedEvent[]): Map<string, Series> =>
  new Map(
    [...Map.groupBy(events, ({ uid }) => uid)].map(([uid, all]) => [
      uid,
      {
        masters: newestOf(all.filter(({ replaces }) => replaces === null)),
        overrides: newestOf(all.filter(({ replaces }) => replaces !== null)),
      },
    ]),
  );

/** Reads and expands a feed into its dates in a window. Every event is read alone: one that cannot be is listed, never fatal. */
export const readFeed = ({ text, timeZone, window, dropped, beginning }: FeedToRead): ReadFeed => {
  const { blocks, isWhole: isWholeFile } = componentsOf(text);
  const zones = feedZones(blocks, timeZone);
  const toStudio = zoneConverter(timeZone);
  const ignored: { title: string; detail: string }[] = [];
  let isWhole = isWholeFile;
  const ignore = (title: string, detail: string, isBroken: boolean): void => {
    if (ignored.length < maxIgnored) ignored.push({ title, detail });
    if (isBroken) isWhole = false;
  };
  const attempt = <T>(title: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      ignore(title, error.message, error.isBroken);
      return null;
    }
  };

  const numbers = new Map<FeedEvent, number>();
  const begin = (event: FeedEvent): void => beginning?.(numbers.get(event) ?? 0);

  // An event in another zone may be on the next or the previous day there.
  const wide: Window = { from: addDays(window.from, -1), to: addDays(window.to, 1) };
  const inZone = ({ date, minute, zone }: FeedTime, event: FeedEvent): IsoDate => {
    if (minute === null || zone === event.start.zone || typeof event.start.zone !== 'string') return date;
    return zoneConverter(event.start.zone)({ date, minute }, zone).date;
  };

  const datesIn = (event: FeedEvent): IsoDate[] => {
    const { rule, start, added, excluded } = event;
    const refused = rule && refusedRule(rule, start.date, wide);
    if (refused) throw new NotRead(refused, { isBroken: true });
    const ruled = rule ? datesOf(rule, start.date, wide) : [start.date];
    const without = new Set(excluded.map((time) => inZone(time, event)));
    const all = new Set([...ruled, ...added.map((time) => inZone(time, event))]);
    const dates = [...all].filter((date) => !without.has(date) && date >= wide.from && date <= wide.to);
    if (dates.length <= maxDatesOfEvent) return dates;
    ignore(event.title, `It has more than ${maxDatesOfEvent} dates; the later ones are not imported.`, true);
    return dates.toSorted().slice(0, maxDatesOfEvent);
  };

  const dated = (event: FeedEvent, wall: WallTime, key: string): FeedDate[] => {
    const { date, minute } = toStudio(wall, event.start.zone);
    if (date < window.from || date > window.to) return [];
    const { uid, title, duration, isCancelled } = event;
    if (minute + duration > minutesPerDay)
      throw new NotRead('It continues past midnight and is not imported.', { isBroken: false });
    return [{ key, uid, title, date, start: minute, duration, isCancelled }];
  };

  const expanded = ({ masters, overrides }: Series): FeedDate[] => {
    const [first] = masters;
    const replaced = new Map(
      overrides.map((own) => [first && own.replaces ? inZone(own.replaces, first) : (own.replaces?.date ?? ''), own]),
    );
    const dates: FeedDate[] = [];
    const put = (event: FeedEvent, wall: WallTime, key: string): void => {
      dates.push(...(attempt(event.title, () => dated(event, wall, key)) ?? []));
    };
    for (const master of masters) {
      begin(master);
      const recurs = master.rule !== null || master.added.length > 0;
      for (const date of attempt(master.title, () => datesIn(master)) ?? []) {
        if (replaced.has(date)) continue;
        const key = recurs || masters.length > 1 ? `${master.uid} ${date}` : master.uid;
        put(master, { date, minute: master.start.minute }, key);
      }
    }
    for (const [date, own] of replaced) {
      begin(own);
      put(own, own.start, `${own.uid} ${date}`);
    }
    return dates;
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
  const dates: FeedDate[] = [];
  for (const series of seriesOf([...numbers.keys()]).values()) {
    for (const date of expanded(series)) dates.push(date);
    if (dates.length > maxDates) {
      ignore(`More than ${maxDates} dates`, 'The later ones are not imported.', true);
      dates.length = maxDates;
      break;
    }
  }
  return { dates: dates.toSorted(byTime), ignored, isWhole };
};

const byTime = (a: FeedDate, b: FeedDate): number => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.start - b.start || (a.key < b.key ? -1 : 1);
};
