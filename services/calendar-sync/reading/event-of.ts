import { addDays, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import ICAL from 'ical.js';
import { z } from 'zod';
import type { Rule } from './recurrence.ts';
import { ruleOf, type LastDay } from './rule-of.ts';
import { instantIn, type FeedZones, type WallTime, type Zone } from './zones.ts';

/** A time in a feed, with the zone whose clock shows it. `minute` is null for a day without a time. */
export type FeedTime = { readonly date: IsoDate; readonly minute: number | null; readonly zone: Zone };

/** One event of a feed as it is written there. */
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
  readonly added: readonly FeedTime[];
  readonly excluded: readonly FeedTime[];
  /** The date of a recurring event that this one replaces. */
  readonly replaces: FeedTime | null;
};

/** An event that is not read, and why; `isBroken` when it could have been one of the lessons. */
export class NotRead extends Error {
  readonly isBroken: boolean;
  constructor(message: string, { isBroken }: { isBroken: boolean }) {
    super(message);
    this.isBroken = isBroken;
  }
}

const broken = (message: string): never => {
  throw new NotRead(message, { isBroken: true });
};
const skipped = (message: string): never => {
  throw new NotRead(message, { isBroken: false });
};

const maxTitle = 200;
const untitled = 'Untitled event';

/** Titles as services write them for cancelled lessons, ours included. */
const cancelledTitle = /^\s*[[(]?cancell?ed[\])]?\s*[:–-]?\s+/i;

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

const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

const short = (text: string): string => (text.length <= maxTitle ? text : `${text.slice(0, maxTitle - 1).trimEnd()}…`);

/** The title of an event that may be unreadable otherwise. */
export const titleIn = (text: string): string =>
  short(plainText(/^SUMMARY(?:;[^:\r\n]*)?:(.*?)\r?$/im.exec(text.slice(0, 20_000))?.[1] ?? '')) || untitled;

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
    return { date, minute: null, zone: zones.zoneOf(typeof tzid === 'string' ? tzid : null) };
  if (Number(hour) > 23 || Number(minute) > 59) return null;
  const zone = utc === 'Z' ? 'UTC' : zones.zoneOf(typeof tzid === 'string' ? tzid : null);
  return { date, minute: Number(hour) * 60 + Number(minute), zone };
};

const timesOf = (properties: Map<string, Property[]>, name: string, zones: FeedZones): FeedTime[] =>
  (properties.get(name) ?? []).flatMap(([, parameters, type, ...values]) =>
    values.map((value) => {
      // A period begins with its start.
      const start = type === 'period' && Array.isArray(value) ? value[0] : value;
      return timeOf(start, parameters['tzid'], zones) ?? broken('One of its dates cannot be read.');
    }),
  );

const durationText = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const minutesIn = (text: string): number => {
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0] =
    durationText.exec(text) ?? broken('Its length cannot be read.');
  const total = ((Number(weeks) * 7 + Number(days)) * 24 + Number(hours)) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
};

const lengthOf = (properties: Map<string, Property[]>, start: FeedTime & WallTime, zones: FeedZones): number => {
  const length = textValue(properties, 'duration');
  if (length !== null) return minutesIn(length);
  const [end] = timesOf(properties, 'dtend', zones);
  if (!end) return 0;
  if (end.minute === null) return skipped('An all-day event has no time and is not imported.');
  const ms = instantIn({ date: end.date, minute: end.minute }, end.zone) - instantIn(start, start.zone);
  return Math.round(ms / 60_000);
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
  const [given, ...more] = properties.get('rrule') ?? [];
  if (!given) return null;
  if (more.length > 0) return broken('It has several rules of repetition.');
  const rule = ruleOf(ruleText(given[3]), lastDayOf(start));
  return typeof rule === 'string' ? broken(rule) : rule;
};

/** Reads one event. @throws NotRead with a sentence */
export const eventOf = (text: string, zones: FeedZones): FeedEvent => {
  const properties = propertiesOf(text);
  const [given] = timesOf(properties, 'dtstart', zones);
  if (!given) return broken('It has no start.');
  if (given.minute === null) return skipped('An all-day event has no time and is not imported.');
  const start = { ...given, minute: given.minute };
  const duration = lengthOf(properties, start, zones);
  if (duration < 1) return skipped('It has no length and is not imported.');
  if (duration > minutesPerDay) return skipped('It is longer than a day and is not imported.');
  const title = plainText(textValue(properties, 'summary') ?? '');
  const [replaces = null] = timesOf(properties, 'recurrence-id', zones);
  return {
    uid: plainText(textValue(properties, 'uid') ?? '').slice(0, 1000) || broken('It has no UID.'),
    title: short(title.replace(cancelledTitle, '')) || untitled,
    isCancelled: textValue(properties, 'status')?.toUpperCase() === 'CANCELLED' || cancelledTitle.test(title),
    sequence: Number(textValue(properties, 'sequence') ?? 0) || 0,
    start,
    duration,
    rule: ruleIn(properties, start),
    added: timesOf(properties, 'rdate', zones),
    excluded: timesOf(properties, 'exdate', zones),
    replaces,
  };
};
