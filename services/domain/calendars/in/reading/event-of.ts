import { addDays, daysBetween, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import ICAL from 'ical.js';
import { z } from 'zod';
import type { Rule } from './recurrence.ts';
import { ruleOf, type LastDay } from './rule-of.ts';
import { plainText, readTitle } from './titles.ts';
import { instantIn, zoneOf, type FeedZones, type WallTime, type Zone } from './zones.ts';

/** A time in a feed, with the zone whose clock shows it. `minute` is null for a day without a time. */
export type FeedTime = { readonly date: IsoDate; readonly minute: number | null; readonly zone: Zone };

/** A further date of a recurring event; `duration` is null unless it has a length of its own. */
type AddedTime = FeedTime & { readonly duration: number | null };

export type FeedEvent = {
  readonly uid: string;
  readonly title: string;
  readonly isCancelled: boolean;
  readonly sequence: number;
  readonly start: FeedTime & { readonly minute: number };
  /** Minutes. */
  readonly duration: number;
  readonly rule: Rule | null;
  /** Further dates, and dates that do not take place. */
  readonly added: readonly AddedTime[];
  readonly excluded: readonly FeedTime[];
  /** The date of a recurring event that this one replaces. */
  readonly replaces: FeedTime | null;
  /** It changes that date and all later ones. */
  readonly andFuture: boolean;
  /** Why it is not read, for a changed date of which only the date itself can be seen. */
  readonly unread: NotRead | null;
};

/** An event that is not read, and why. */
export class NotRead extends Error {}

/** An event that is understood, but is none that is imported. */
export class NotImported extends NotRead {}

/** An event that is left out because another one with its UID is at the same time. */
export class Twin extends NotImported {}

const broken = (message: string): never => {
  throw new NotRead(message);
};

const unfit = (message: string): never => {
  throw new NotImported(message);
};

const property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()]).rest(z.unknown());
const component = z.tuple([z.string(), z.array(property), z.array(z.unknown())]);
type Property = z.infer<typeof property>;

const propertiesOf = (text: string): Map<string, Property[]> => {
  let parsed: unknown;
  try {
    parsed = ICAL.parse(text.endsWith('\n') ? text : `${text}\r\n`);
  } catch {
    return broken('It cannot be read.');
  }
  const read = component.safeParse(parsed);
  if (!read.success) return broken('It cannot be read.');
  return Map.groupBy(read.data[1], ([name]) => name);
};

const textValue = (properties: Map<string, Property[]>, name: string): string | null => {
  const value = properties.get(name)?.[0]?.[3];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
};

const timeText = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2}):\d{2}(Z?))?$/;

/** Reads a value of type DATE or DATE-TIME; null if it is neither. */
const timeOf = (value: unknown, tzid: unknown, zones: FeedZones): FeedTime | null => {
  const [, date = '', hour, minute, utc] = timeText.exec(typeof value === 'string' ? value : '') ?? [];
  if (!isIsoDate(date)) return null;
  if (hour === undefined || minute === undefined)
    return { date, minute: null, zone: zoneOf(zones, typeof tzid === 'string' ? tzid : null) };
  if (Number(hour) > 23 || Number(minute) > 59) return null;
  const zone = utc === 'Z' ? 'UTC' : zoneOf(zones, typeof tzid === 'string' ? tzid : null);
  return { date, minute: Number(hour) * 60 + Number(minute), zone };
};

const unreadableDate = 'One of its dates cannot be read.';

const timesOf = (properties: Map<string, Property[]>, name: string, zones: FeedZones): FeedTime[] =>
  (properties.get(name) ?? []).flatMap(([, parameters, type, ...values]) =>
    values.map((value) => {
      // A period begins with its start.
      const start = type === 'period' && Array.isArray(value) ? value[0] : value;
      return timeOf(start, parameters['tzid'], zones) ?? broken(unreadableDate);
    }),
  );

const durationText = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const minutesIn = (text: string): number => {
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    durationText.exec(text) ?? broken('Its length cannot be read.');
  const total = ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes);
  const rounded = total + Math.round(Number(seconds) / 60);
  return sign === '-' ? -rounded : rounded;
};

/** By the clock where both are on the same one: a day that has 23 or 25 hours ends at midnight, too. */
const minutesBetween = (start: FeedTime & WallTime, end: FeedTime & WallTime): number =>
  start.zone === end.zone
    ? daysBetween(start.date, end.date) * minutesPerDay + end.minute - start.minute
    : Math.round((instantIn(end, end.zone) - instantIn(start, start.zone)) / 60_000);

/** The length of a period, which ends at a time or has a duration. */
const periodLength = (start: FeedTime, end: unknown, tzid: unknown, zones: FeedZones): number => {
  if (typeof end !== 'string' || start.minute === null) return broken(unreadableDate);
  if (/^[+-]?P/.test(end)) return minutesIn(end);
  const until = timeOf(end, tzid, zones);
  if (until === null || until.minute === null) return broken(unreadableDate);
  return minutesBetween({ ...start, minute: start.minute }, { ...until, minute: until.minute });
};

/** The further dates of RDATE; those that are periods have their own length. */
const addedTimes = (properties: Map<string, Property[]>, zones: FeedZones): AddedTime[] => {
  const lengths = (properties.get('rdate') ?? []).flatMap(([, { tzid }, type, ...values]) =>
    values.map((value) => (type === 'period' && Array.isArray(value) ? { end: value[1], tzid } : null)),
  );
  return timesOf(properties, 'rdate', zones).map((time, i) => {
    const period = lengths[i];
    if (!period) return { ...time, duration: null };
    const duration = periodLength(time, period.end, period.tzid, zones);
    return duration < 1 || duration > minutesPerDay ? broken(unreadableDate) : { ...time, duration };
  });
};

const rangeIn = (properties: Map<string, Property[]>): boolean => {
  const range = properties.get('recurrence-id')?.[0]?.[1]['range'];
  if (range === undefined) return false;
  const isFuture = typeof range === 'string' && range.toUpperCase() === 'THISANDFUTURE';
  return isFuture || broken('It changes earlier dates as well, which is not read.');
};

const lengthOf = (properties: Map<string, Property[]>, start: FeedTime & WallTime, zones: FeedZones): number => {
  const length = textValue(properties, 'duration');
  if (length !== null) return minutesIn(length);
  const [end] = timesOf(properties, 'dtend', zones);
  if (!end) return 0;
  if (end.minute === null) return unfit('An all-day event has no time and is not imported.');
  return minutesBetween(start, { ...end, minute: end.minute });
};

/** A rule as the parser has it, as text again. */
const ruleText = (value: unknown): string => {
  const parts = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parts.success) return typeof value === 'string' ? value : '';
  return Object.entries(parts.data)
    .map(([name, part]) => `${name}=${name === 'until' ? String(part).replaceAll(/[-:]/g, '') : String(part)}`)
    .join(';');
};

/** UNTIL is a moment; an event that starts later in the day does not take place on its last day. */
const lastDayOf =
  (start: FeedTime & WallTime): LastDay =>
  (date, time, isUtc) => {
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(2, 4));
    if (minute >= minutesPerDay) return date;
    const inZone =
      isUtc && typeof start.zone === 'string'
        ? wallClock(instantIn({ date, minute }, 'UTC'), start.zone)
        : { date, minute };
    return inZone.minute < start.minute ? addDays(inZone.date, -1) : inZone.date;
  };

const ruleIn = (properties: Map<string, Property[]>, start: FeedTime & WallTime): Rule | null => {
  const [first, ...more] = properties.get('rrule') ?? [];
  if (!first) return null;
  if (more.length > 0) return broken('It has several rules of repetition.');
  const rule = ruleOf(ruleText(first[3]), lastDayOf(start));
  return typeof rule === 'string' ? broken(rule) : rule;
};

/** Reads one event. @throws NotRead with a sentence */
export const eventOf = (text: string, zones: FeedZones): FeedEvent => {
  const properties = propertiesOf(text);
  const [begin] = timesOf(properties, 'dtstart', zones);
  if (!begin) return broken('It has no start.');
  if (begin.minute === null) return unfit('An all-day event has no time and is not imported.');
  const start = { ...begin, minute: begin.minute };
  const duration = lengthOf(properties, start, zones);
  if (duration < 1) return unfit('It has no length and is not imported.');
  if (duration > minutesPerDay) return unfit('It is longer than a day and is not imported.');
  const { title, isCancelled } = readTitle(textValue(properties, 'summary') ?? '');
  const [replaces = null] = timesOf(properties, 'recurrence-id', zones);
  return {
    uid: plainText(textValue(properties, 'uid') ?? '').slice(0, 1000) || broken('It has no identifier (UID).'),
    title,
    isCancelled: isCancelled || textValue(properties, 'status')?.toUpperCase() === 'CANCELLED',
    sequence: Number(textValue(properties, 'sequence') ?? 0) || 0,
    start,
    duration,
    rule: ruleIn(properties, start),
    added: addedTimes(properties, zones),
    excluded: timesOf(properties, 'exdate', zones),
    replaces,
    andFuture: rangeIn(properties),
    unread: null,
  };
};
