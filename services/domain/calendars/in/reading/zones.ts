import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay, type MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import { isTimeZone, startOf, wallClock } from '@rondo/contracts/calendar/zones.ts';
import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import type { Block } from './components.ts';

/** A time zone by its IANA name, or as the feed itself defines it. */
export type Zone = string | ICAL.Timezone;

/** What a wall clock shows. */
export type WallTime = { readonly date: IsoDate; readonly minute: MinuteOfDay };

const named = (name: string): string | null => {
  const clean = name.trim().replace(/^"|"$/g, '');
  if (isTimeZone(clean)) return clean;
  // Such as /freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires.
  const parts = clean.split('/');
  const tail = parts.map((_, i) => parts.slice(i + 1).join('/')).find(isTimeZone);
  if (tail !== undefined) return tail;
  const [iana] = findIana(clean);
  return iana !== undefined && isTimeZone(iana) ? iana : null;
};

/** The time zones of one feed. */
export type FeedZones = {
  readonly studioZone: string;
  /** The feed's own definitions, by their TZID. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly known: Map<string, Zone>;
};

export const feedZones = (blocks: readonly Block[], studioZone: string): FeedZones => ({
  studioZone,
  definitions: new Map(
    blocks
      .filter(({ name }) => name === 'VTIMEZONE')
      .map(({ text }) => [/^TZID(?:;[^:\r\n]*)?:(.*?)\r?$/im.exec(text)?.[1]?.trim() ?? '', text]),
  ),
  known: new Map(),
});

/** By its name, IANA's or Windows', else as the feed defines it, else the studio's. */
const define = ({ studioZone, definitions }: FeedZones, tzid: string): Zone => {
  const own = named(tzid);
  if (own !== null) return own;
  const text = definitions.get(tzid);
  if (text === undefined) return studioZone;
  const location = /^X-LIC-LOCATION(?:;[^:\r\n]*)?:(.*?)\r?$/im.exec(text)?.[1];
  const located = location === undefined ? null : named(location);
  if (located !== null) return located;
  try {
    return new ICAL.Timezone({ component: ICAL.Component.fromString(text), tzid });
  } catch {
    return studioZone;
  }
};

/** The zone of a TZID; null, for times without one, is the studio's. */
export const zoneOf = (zones: FeedZones, tzid: string | null): Zone => {
  if (tzid === null) return zones.studioZone;
  const zone = zones.known.get(tzid) ?? define(zones, tzid);
  zones.known.set(tzid, zone);
  return zone;
};

const offsetAt = ({ date, minute }: WallTime, zone: ICAL.Timezone): number =>
  zone.utcOffset(
    ICAL.Time.fromData({
      year: Number(date.slice(0, 4)),
      month: Number(date.slice(5, 7)),
      day: Number(date.slice(8)),
      hour: Math.floor(minute / 60),
      minute: minute % 60,
      second: 0,
    }),
  );

/** The time on a wall clock a number of minutes later, ignoring daylight saving. */
export const laterBy = ({ date, minute }: WallTime, minutes: number): WallTime => {
  const total = minute + minutes;
  const days = Math.floor(total / minutesPerDay);
  return { date: addDays(date, days), minute: total - days * minutesPerDay };
};

/**
 * Seconds from UTC. A time that is skipped or shown twice has the offset before the change (RFC 5545, 3.3.5); `ical.js` gives the one after it,
 * so it is asked for a time earlier by the change.
 */
const offsetSeconds = (wall: WallTime, zone: ICAL.Timezone): number => {
  const change = offsetAt(laterBy(wall, minutesPerDay), zone) - offsetAt(laterBy(wall, -minutesPerDay), zone);
  return offsetAt(change === 0 ? wall : laterBy(wall, -Math.ceil(Math.abs(change) / 60)), zone);
};

/** The instant at which a zone's clock shows a time, in epoch milliseconds. */
export const instantIn = (wall: WallTime, zone: Zone): number =>
  typeof zone === 'string'
    ? startOf(wall.date, wall.minute, zone)
    : startOf(wall.date, wall.minute, 'UTC') - offsetSeconds(wall, zone) * 1000;

const dayMilliseconds = minutesPerDay * 60_000;

/**
 * Converts times between zones. Lessons repeat, so most conversions are remembered ones. A time that the clock skips becomes the one that it shows
 * then.
 */
export const zoneConverter = (to: string) => {
  const remembered = new Map<Zone, Map<string, WallTime>>();
  const skips = new Map<IsoDate, boolean>();
  const skipsTime = (date: IsoDate): boolean => {
    const known = skips.get(date) ?? startOf(addDays(date, 1), 0, to) - startOf(date, 0, to) < dayMilliseconds;
    skips.set(date, known);
    return known;
  };
  return (wall: WallTime, from: Zone): WallTime => {
    if (from === to && !skipsTime(wall.date)) return wall;
    const known = remembered.get(from) ?? new Map<string, WallTime>();
    remembered.set(from, known);
    const key = `${wall.date} ${wall.minute}`;
    const converted = known.get(key) ?? wallClock(instantIn(wall, from), to);
    known.set(key, converted);
    return converted;
  };
};
