import { isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { FeedEvent, FeedTime, NotRead } from './event-of.ts';
import { plainText, readTitle, unfolded, untitled } from './titles.ts';
import { zoneOf, type FeedZones, type WallTime, type Zone } from './zones.ts';

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

const maxUid = 1000;
/** Characters of a line that are read: a UID or a title is never longer, but a picture may be. */
const maxLine = 3000;

type Line = { readonly parameters: string; readonly value: string };

const contentLine = /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/;

/** The first line of each name that belongs to the event itself, and not to an alarm in it. */
const linesOf = (text: string): ReadonlyMap<string, Line> => {
  const lines = new Map<string, Line>();
  let depth = 0;
  for (const line of unfolded(text).split(/\r?\n/)) {
    const [, property = '', parameters = '', value = ''] = contentLine.exec(line.slice(0, maxLine)) ?? [];
    const name = property.toUpperCase();
    if (name === 'BEGIN') depth += 1;
    else if (name === 'END') depth -= 1;
    else if (name !== '' && depth <= 1 && !lines.has(name)) lines.set(name, { parameters, value });
  }
  return lines;
};

const unescaped = (text: string): string => text.replaceAll(/\\n/gi, ' ').replaceAll(/\\([\\,;])/g, '$1');

const startText = /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)\d{2}(Z?))?$/;

const timeOf = ({ parameters, value }: Line, zones: FeedZones): FeedTime | null => {
  const [, year = '', month = '', day = '', hour, minute, utc] = startText.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isIsoDate(date)) return null;
  const [, quoted, plain] = /;TZID=(?:"([^"]*)"|([^;]*))/i.exec(parameters) ?? [];
  const zone = utc === 'Z' ? 'UTC' : zoneOf(zones, quoted ?? plain ?? null);
  const isWholeDay = hour === undefined || minute === undefined;
  return { date, minute: isWholeDay ? null : Number(hour) * 60 + Number(minute), zone };
};

export type Legible = {
  readonly title: string | null;
  readonly unread: Unread;
  /** The day on which it begins. */
  readonly start: IsoDate | null;
  /** It has other days as well. */
  readonly repeats: boolean;
  /** The event as a change of one date of a UID, or of that one and all later ones, of which nothing else can be seen. */
  readonly change: FeedEvent | null;
};

type Clocks = { readonly zones: FeedZones; readonly studioTime: (wall: WallTime, zone: Zone) => WallTime };

/** What can be seen of an event that cannot be read: its title, and how its lessons are known. @param clocks null if its times are not to be read */
export const legibleIn = (
  { text, why }: { readonly text: string; readonly why: NotRead },
  clocks: Clocks | null,
): Legible => {
  const lines = linesOf(text);
  const written = (name: string): string => plainText(unescaped(lines.get(name)?.value ?? ''));
  const timeIn = (name: string): FeedTime | null => {
    const line = lines.get(name);
    return line && clocks ? timeOf(line, clocks.zones) : null;
  };
  const dayOf = ({ date, minute, zone }: FeedTime): IsoDate =>
    minute === null || !clocks ? date : clocks.studioTime({ date, minute }, zone).date;

  const uid = written('UID').slice(0, maxUid);
  const title = written('SUMMARY') === '' ? null : readTitle(written('SUMMARY')).title;
  const repeats = lines.has('RRULE') || lines.has('RDATE');
  const time = timeIn('DTSTART');
  const start = time && dayOf(time);
  const date = repeats ? null : start;
  if (uid === '') return { title, unread: { uid: null, names: null, title, date }, start, repeats, change: null };

  const replaces = timeIn('RECURRENCE-ID');
  const [, range] = /;RANGE="?([^";]*)/i.exec(lines.get('RECURRENCE-ID')?.parameters ?? '') ?? [];
  const andFuture = range?.toUpperCase() === 'THISANDFUTURE';
  const isChange = replaces !== null && (range === undefined || andFuture);
  const change = isChange && {
    uid,
    title: title ?? untitled,
    isCancelled: false,
    sequence: Number(written('SEQUENCE')) || 0,
    start: { ...replaces, minute: replaces.minute ?? 0 },
    duration: 1,
    rule: null,
    added: [],
    excluded: [],
    replaces,
    andFuture,
    unread: why,
  };
  return { title, unread: unreadEvent(uid), start, repeats, change: change || null };
};
