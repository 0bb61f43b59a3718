import { addDays, daysBetween, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay, toTimeText } from '@rondo/contracts/calendar/times.ts';
import { NotImported, NotRead, Twin, type FeedEvent, type FeedTime } from './event-of.ts';
import { datesOf, refusedRule, type Window } from './recurrence.ts';
import { laterBy, zoneConverter, type WallTime } from './zones.ts';

const maxDatesOfEvent = 2000;
/** Days by which a change of a date may move all later ones. */
const maxShift = 366;

/** The events of one UID: with and without repetition, and changed dates of them. */
type Series = { readonly masters: readonly FeedEvent[]; readonly overrides: readonly FeedEvent[] };

/** One date of an event: what it says, and when it is on the clock of `clock`. */
export type Placed = {
  readonly event: FeedEvent;
  readonly clock: FeedEvent;
  readonly wall: WallTime;
  readonly duration: number;
  readonly key: string;
  /** The keys that this date has or had, depending on what else its UID has: alone, on its day, at its time of the day. */
  readonly names: readonly string[];
};

/** A date without its key. */
type Unnamed = Omit<Placed, 'key' | 'names'>;

type Expansion = {
  readonly window: Window;
  /** What the studio's clock shows. */
  readonly studioTime: (wall: WallTime, clock: FeedEvent) => WallTime;
  /** Told before an event is expanded. */
  readonly begin: (event: FeedEvent) => void;
  /** Lists what is left out. */
  readonly ignore: (event: FeedEvent, error: NotRead) => void;
};

/** A time on an event's own clock; `minute` is null for a whole day. */
type OwnTime = { readonly date: IsoDate; readonly minute: number | null };

const onClockOf = ({ date, minute, zone }: FeedTime, { start }: FeedEvent): OwnTime =>
  minute === null || zone === start.zone || typeof start.zone !== 'string'
    ? { date, minute }
    : zoneConverter(start.zone)({ date, minute }, zone);

const timeKey = ({ date, minute }: OwnTime): string => (minute === null ? date : `${date} ${toTimeText(minute)}`);

const nameOfZone = ({ zone }: FeedTime): string => (typeof zone === 'string' ? zone : zone.tzid);

/** Everything that an event says. Events with the same content are copies. */
const contentOf = ({ title, isCancelled, duration, start, rule, added, excluded, replaces }: FeedEvent): string => {
  const times = (all: readonly FeedTime[]): string[] => all.map((time) => `${timeKey(time)} ${nameOfZone(time)}`);
  const all = [times([start]), times(added), added.map((one) => one.duration), times(excluded)];
  return JSON.stringify([title, isCancelled, duration, rule, all, times(replaces ? [replaces] : [])]);
};

const withoutCopies = (events: readonly FeedEvent[]): FeedEvent[] => [
  ...new Map(events.map((event) => [contentOf(event), event])).values(),
];

/** Of several versions of an event, those of the highest sequence. */
const newestBy = (all: readonly FeedEvent[], nameOf: (event: FeedEvent) => string): FeedEvent[] =>
  [...Map.groupBy(all, nameOf).values()].flatMap((same) => {
    const newest = highest(same);
    return same.filter(({ sequence }) => sequence === newest);
  });

const highest = (events: readonly FeedEvent[]): number =>
  events.reduce((max, { sequence }) => Math.max(max, sequence), -Infinity);

const twice = (): NotRead => new Twin('Another event with the same UID is at the same time. Only one of them is read.');

const seriesOf = (events: readonly FeedEvent[], { ignore }: Pick<Expansion, 'ignore'>): Series => {
  const all = events.filter(({ replaces }) => replaces === null);
  const masters = withoutCopies(newestBy(all, ({ start }) => start.date));
  const [first] = masters;
  const changes = (event: FeedEvent): string =>
    event.replaces ? timeKey(first ? onClockOf(event.replaces, first) : event.replaces) : '';
  const changed = withoutCopies(
    newestBy(
      events.filter(({ replaces }) => replaces !== null),
      changes,
    ),
  );
  const overrides = new Map<string, FeedEvent>();
  // Of two changes of a date, one that cannot be read may be the one that counts.
  for (const event of changed.toSorted((a, b) => Number(a.unread !== null) - Number(b.unread !== null))) {
    const other = overrides.get(changes(event));
    if (other) ignore(other, twice());
    overrides.set(changes(event), event);
  }
  return { masters, overrides: [...overrides.values()] };
};

/** The dates of an event by its rule and its further dates, those that do not take place included. */
const ruledDates = (event: FeedEvent, window: Window): Unnamed[] => {
  const { rule, start, added, duration } = event;
  const refused = rule && refusedRule(rule, start.date, window);
  if (refused) throw new NotRead(refused);
  const ruled = (rule ? datesOf(rule, start.date, window) : [start.date]).map((date) => ({
    event,
    clock: event,
    wall: { date, minute: start.minute },
    duration,
  }));
  if (added.length === 0) return ruled.filter(({ wall: { date } }) => date >= window.from && date <= window.to);
  const further = added.map((time) => {
    const { date, minute } = onClockOf(time, event);
    const wall = { date, minute: minute ?? start.minute };
    return { event, clock: event, wall, duration: time.duration ?? duration };
  });
  const all = new Map([...further, ...ruled].map((one) => [timeKey(one.wall), one]));
  return [...all.values()].filter(({ wall: { date } }) => date >= window.from && date <= window.to);
};

/** Those of the dates that a time of EXDATE or RECURRENCE-ID means: on its day, at its time where there are several. */
const meantBy = <T extends { readonly wall: WallTime }>(onDay: readonly T[], { minute }: OwnTime): readonly T[] => {
  const exact = onDay.filter(({ wall }) => wall.minute === minute);
  if (exact.length > 0) return exact;
  return minute === null || onDay.length === 1 ? onDay : [];
};

/**
 * Names each date by its UID and day, and by its time as well where the UID has several times on a day. Of events at the same time the newest
 * is read, and the others are listed.
 */
const named = (uid: string, dates: readonly Unnamed[], { studioTime, ignore }: Expansion): Placed[] => {
  const listed = new Set<FeedEvent>();
  return [...Map.groupBy(dates, ({ wall }) => wall.date)].flatMap(([day, onDay]) => {
    const newest = highest(onDay.map(({ event }) => event));
    const byTime = new Map<string, Unnamed>();
    for (const one of onDay.filter(({ event }) => event.sequence === newest)) {
      const { date, minute } = studioTime(one.wall, one.clock);
      const time = `${date} ${toTimeText(minute)}`;
      const other = byTime.get(time);
      if (other && !isCopy(one, other) && !listed.has(other.event)) {
        listed.add(other.event);
        ignore(other.event, twice());
      }
      byTime.set(time, one);
    }
    const several = byTime.size > 1;
    return [...byTime].map(([time, one]) => {
      const [onItsDay, atItsTime] = [`${uid} ${day}`, `${uid} ${day} ${time.slice(-5)}`];
      return { ...one, key: several ? atItsTime : onItsDay, names: [uid, onItsDay, atItsTime] };
    });
  });
};

const isCopy = (a: Unnamed, b: Unnamed): boolean =>
  a.event.title === b.event.title && a.event.isCancelled === b.event.isCancelled && a.duration === b.duration;

/** A changed date, with the time that it changes and the minutes by which it moves, on the clock of the first event. */
type Override = { readonly own: FeedEvent; readonly at: OwnTime; readonly shift: number };

const overrideOf = (own: FeedEvent, first: FeedEvent | undefined): Override => {
  const replaces = own.replaces ?? own.start;
  if (!first) return { own, at: replaces, shift: 0 };
  const at = onClockOf(replaces, first);
  const now = onClockOf(own.start, first);
  // The last day that dates have, in a zone where it is the next one.
  if (!isIsoDate(at.date) || !isIsoDate(now.date)) throw new NotRead('One of its dates cannot be read.');
  const minutes = (now.minute ?? 0) - (at.minute ?? first.start.minute);
  return { own, at, shift: daysBetween(at.date, now.date) * minutesPerDay + minutes };
};

const isSince = ({ date, minute }: WallTime, at: OwnTime): boolean =>
  date > at.date || (date === at.date && minute >= (at.minute ?? 0));

/** Carries the changes of dates out: each replaces its date, and one that counts for the future moves all that follow. */
const withOverrides = (uid: string, dates: readonly Placed[], overrides: readonly Override[]): Placed[] => {
  const byDay = Map.groupBy(dates, ({ wall }) => wall.date);
  const keys = new Set(dates.map(({ key }) => key));
  const replaced = new Set<Placed>();
  const changed = overrides.map(({ own, at }): Placed => {
    const meant = meantBy(byDay.get(at.date) ?? [], at).filter((one) => !replaced.has(one));
    for (const one of meant) replaced.add(one);
    // A date that the event does not have is one of its own.
    const free = keys.has(`${uid} ${at.date}`) ? `${uid} ${timeKey(at)}` : `${uid} ${at.date}`;
    const key = meant[0]?.key ?? free;
    keys.add(key);
    const names = meant[0]?.names ?? [uid, `${uid} ${at.date}`, `${uid} ${timeKey(at)}`];
    // When a date is that cannot be read is unknown: it stands where it stood.
    const { clock, wall } = (own.unread === null ? undefined : meant[0]) ?? { clock: own, wall: own.start };
    return { event: own, clock, wall, duration: own.duration, key, names };
  });
  const future = overrides
    .filter(({ own }) => own.andFuture)
    .toSorted((a, b) => (timeKey(a.at) < timeKey(b.at) ? -1 : 1));
  const rest = dates
    .filter((one) => !replaced.has(one))
    .map((one): Placed => {
      const change = future.findLast(({ at }) => isSince(one.wall, at));
      if (!change) return one;
      const { own, shift } = change;
      return { ...one, event: own, wall: laterBy(one.wall, shift), duration: own.duration };
    });
  return [...rest, ...changed];
};

/** A single date, which keeps its key when it is moved. */
const isAlone = ({ masters }: Series): boolean =>
  masters.length === 1 && masters[0]?.rule === null && masters[0].added.length === 0;

/** The dates that the events leave out. */
const leftOut = (masters: readonly FeedEvent[], dates: readonly Placed[]): ReadonlySet<Placed> => {
  if (masters.every(({ excluded }) => excluded.length === 0)) return new Set();
  const byDay = Map.groupBy(dates, ({ wall }) => wall.date);
  return new Set(
    masters.flatMap((event) =>
      event.excluded.flatMap((time) => {
        const own = onClockOf(time, event);
        return meantBy(
          (byDay.get(own.date) ?? []).filter((one) => one.event === event),
          own,
        );
      }),
    ),
  );
};

/** All dates of the events of one UID, around a window. */
export const expanded = (uid: string, events: readonly FeedEvent[], expansion: Expansion): Placed[] => {
  const { window, begin, ignore } = expansion;
  const series = seriesOf(events, expansion);
  const attempt = <T>(event: FeedEvent, work: () => T[]): T[] => {
    begin(event);
    try {
      return work();
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      ignore(event, error);
      return [];
    }
  };

  const [first] = series.masters;
  const overrides = series.overrides.flatMap((own) =>
    attempt(own, () => {
      const override = overrideOf(own, first);
      if (own.andFuture && Math.abs(override.shift) > maxShift * minutesPerDay)
        throw new NotRead('It moves all later dates by more than a year.');
      return [override];
    }),
  );
  // A date outside the window may be moved into it.
  const days =
    Math.max(0, ...overrides.filter(({ own }) => own.andFuture).map(({ shift }) => Math.abs(shift))) / minutesPerDay;
  const wide = { from: addDays(window.from, -Math.ceil(days)), to: addDays(window.to, Math.ceil(days)) };

  const datesOfEvent = (event: FeedEvent): Unnamed[] => {
    const all = ruledDates(event, wide);
    if (all.length <= maxDatesOfEvent) return all;
    const few = all.toSorted((a, b) => (timeKey(a.wall) < timeKey(b.wall) ? -1 : 1)).slice(0, maxDatesOfEvent);
    ignore(event, new NotImported(`It has more than ${maxDatesOfEvent} dates; the later ones are not imported.`));
    return few;
  };

  const all = series.masters.flatMap((event) => attempt(event, () => datesOfEvent(event)));
  const dates = isAlone(series)
    ? named(uid, all, expansion).map((one) => ({ ...one, key: uid }))
    : named(uid, all, expansion);
  const off = leftOut(series.masters, dates);
  const left = off.size === 0 ? dates : dates.filter((one) => !off.has(one));
  return overrides.length === 0 ? left : withOverrides(uid, left, overrides);
};
