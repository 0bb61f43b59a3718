import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { plainText, readTitle, unfolded } from './titles.ts';
import type { FeedZones, WallTime, Zone } from './zones.ts';

/**
 * What can be seen of an event that is not read. Lessons that may be its own are not gone: those of its UID, else those of its name, its day or
 * both. With none of these, every lesson may be.
 */
export type Unread = {
  readonly uid: string | null;
  /** The keys that its only unread date may have; null for all dates of the UID. */
  readonly names: readonly string[] | null;
  /** Null as well when the UID is known. */
  readonly title: string | null;
  readonly date: IsoDate | null;
};

/** Which lessons stay because of an event that is not read. */
export type Protects = {
  /** Those of the event, those of its name, or all. */
  readonly what: 'event' | 'name' | 'everything';
  /** On this day only; null for every day. */
  readonly date: IsoDate | null;
};

export const protectsOf = ({ uid, names, title, date }: Unread): Protects => {
  if (uid !== null) return { what: 'event', date: names === null ? null : date };
  return { what: title === null ? 'everything' : 'name', date };
};

/** All dates of a UID. */
export const unreadEvent = (uid: string): Unread => ({ uid, names: null, title: null, date: null });

/** Characters in which the lines of an unreadable event are looked for. */
const maxLegible = 20_000;
const maxUid = 1000;

type Line = { readonly parameters: string; readonly value: string };

const contentLine = /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/;

/** The first line of each name that belongs to the event itself, and not to an alarm in it. */
const linesOf = (text: string): ReadonlyMap<string, Line> => {
  const lines = new Map<string, Line>();
  let depth = 0;
  for (const line of unfolded(text.slice(0, maxLegible)).split(/\r?\n/)) {
    const [, given = '', parameters = '', value = ''] = contentLine.exec(line) ?? [];
    const name = given.toUpperCase();
    if (name === 'BEGIN') depth += 1;
    else if (name === 'END') depth -= 1;
    else if (name !== '' && depth <= 1 && !lines.has(name)) lines.set(name, { parameters, value });
  }
  return lines;
};

const unescaped = (text: string): string => text.replaceAll(/\\n/gi, ' ').replaceAll(/\\([\\,;])/g, '$1');

const startText = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)\d{2}(Z?))?$/;

const dayOf = ({ parameters, value }: Line, zones: FeedZones, studioTime: (wall: WallTime, zone: Zone) => WallTime) => {
  const [, year = '', month = '', day = '', hour, minute, utc] = startText.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isIsoDate(date)) return null;
  if (hour === undefined || minute === undefined) return date;
  const [, quoted, plain] = /;TZID=(?:"([^"]*)"|([^;]*))/i.exec(parameters) ?? [];
  const zone = utc === 'Z' ? 'UTC' : zones.zoneOf(quoted ?? plain ?? null);
  return studioTime({ date, minute: Number(hour) * 60 + Number(minute) }, zone).date;
};

export type Legible = { readonly title: string | null; readonly unread: Unread };

/** What can be seen of an event that cannot be read: its title, and how its lessons are known. */
export const legibleIn = (
  text: string,
  zones: FeedZones,
  studioTime: (wall: WallTime, zone: Zone) => WallTime,
): Legible => {
  const lines = linesOf(text);
  const written = (name: string): string => plainText(unescaped(lines.get(name)?.value ?? ''));
  const uid = written('UID').slice(0, maxUid);
  const title = written('SUMMARY') === '' ? null : readTitle(written('SUMMARY')).title;
  if (uid !== '') return { title, unread: unreadEvent(uid) };
  const start = lines.get('DTSTART');
  // An event that repeats has other days as well.
  const repeats = lines.has('RRULE') || lines.has('RDATE');
  const date = start === undefined || repeats ? null : dayOf(start, zones, studioTime);
  return { title, unread: { uid: null, names: null, title, date } };
};
