import { addDays, daysBetween, isIsoDate, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { minutesPerDay } from '@rondo/contracts/calendar/times.ts';
import ICAL from 'ical.js';
import { componentsOf } from '../reading/components.ts';
import { eventOf, type FeedEvent, NotRead } from '../reading/event-of.ts';
import type { Window } from '../reading/recurrence.ts';
import { expanded } from '../reading/series.ts';
import { plainText } from '../reading/titles.ts';
import { feedZones, zoneConverter } from '../reading/zones.ts';

/** Days that a published calendar names. Both are inclusive. */
type PublishedDays = {
  readonly uid: string;
  readonly title: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** It has times: it takes up a part of these days. */
  readonly timed: boolean;
};

export type PublishedCalendar = {
  readonly name: string;
  /** By first day. */
  readonly days: readonly PublishedDays[];
  /** How many entries are not among them. */
  readonly leftOut: number;
};

type ToRead = { readonly text: string; readonly timeZone: string; readonly window: Window };

const maxDays = 400;
/** Dates of one event that are looked at: a rule may have no end. */
const maxDates = 3000;
/** Days of one holiday: a closure can't be longer. */
const longest = 400;
const maxEventLength = 200_000;

const parsed = (text: string): ICAL.Component => {
  try {
    return new ICAL.Component(ICAL.parse(text.endsWith('\n') ? text : `${text}\r\n`));
  } catch (error) {
    throw new NotRead('It cannot be read.', { cause: error });
  }
};

const dayOf = (time: ICAL.Time): IsoDate => {
  const day = time.toString().slice(0, 10);
  if (!isIsoDate(day)) throw new NotRead('It cannot be read.');
  return day;
};

const titleOf = (component: ICAL.Component): string => {
  const summary = component.getFirstPropertyValue('summary');
  return (typeof summary === 'string' ? plainText(summary).trim() : '') || 'Untitled';
};

/** The days of an event without times. Its end is the day after the last one. @throws NotRead */
const wholeDays = (component: ICAL.Component, window: Window): PublishedDays[] => {
  const event = new ICAL.Event(component, { strictExceptions: true });
  const first = dayOf(event.startDate);
  const end = component.getFirstPropertyValue('dtend') ?? component.getFirstPropertyValue('duration');
  const last = end === null ? first : addDays(dayOf(event.endDate), -1);
  const length = daysBetween(first, last);
  if (length < 0 || length >= longest) throw new NotRead('It is too long, or ends before it begins.');
  const title = titleOf(component);
  const on = (from: IsoDate, uid: string): PublishedDays[] => {
    const to = addDays(from, length);
    return to < window.from || from > window.to ? [] : [{ uid, title, from, to, timed: false }];
  };
  if (!event.isRecurring()) return on(first, event.uid);
  const dates = event.iterator();
  const found: PublishedDays[] = [];
  for (let looked = 0; looked < maxDates; looked += 1) {
    const next = dates.next();
    // Its type does not say that it ends.
    if (!(next instanceof ICAL.Time)) break;
    const from = dayOf(next);
    if (from > window.to) break;
    found.push(...on(from, `${event.uid} ${from}`));
  }
  return found;
};

const nameOf = (text: string): string => {
  const unfolded = text.slice(0, 20_000).replaceAll(/\r?\n[ \t]/g, '');
  const name = /^X-WR-CALNAME(?:;[^:\r\n]*)?:(.*)$/im.exec(unfolded)?.[1] ?? '';
  return (
    plainText(name.replaceAll(/\\([,;\\])/g, '$1'))
      .trim()
      .slice(0, 200) || 'Calendar'
  );
};

const byFirstDay = (a: PublishedDays, b: PublishedDays): number => {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  return a.uid < b.uid ? -1 : 1;
};

/** Reads the days that a calendar file names in a window; what cannot be read is left out and counted. */
export const publishedDays = ({ text, timeZone, window }: ToRead): PublishedCalendar => {
  const { blocks } = componentsOf(text);
  const zones = feedZones(blocks, timeZone);
  const toStudio = zoneConverter(timeZone);
  const days = new Map<string, PublishedDays>();
  const timed: FeedEvent[] = [];
  let leftOut = 0;
  const put = (found: readonly PublishedDays[]): void => {
    for (const one of found) days.set(one.uid, one);
  };
  for (const block of blocks) {
    if (block.name !== 'VEVENT') continue;
    try {
      if (!block.isWhole || block.text.length > maxEventLength) throw new NotRead('It cannot be read.');
      const component = parsed(block.text);
      if (String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED') continue;
      const start = component.getFirstPropertyValue('dtstart');
      if (start instanceof ICAL.Time && start.isDate) put(wholeDays(component, window));
      else timed.push(eventOf(block.text, zones));
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      leftOut += 1;
    }
  }
  const studioTime = (wall: Parameters<typeof toStudio>[0], clock: FeedEvent) => toStudio(wall, clock.start.zone);
  const wide = { from: addDays(window.from, -1), to: addDays(window.to, 1) };
  for (const [uid, events] of Map.groupBy(timed, (event) => event.uid)) {
    const expansion = { window: wide, studioTime, begin: () => undefined, ignore: () => void (leftOut += 1) };
    for (const { event, clock, wall, duration, key } of expanded(uid, events, expansion)) {
      const { date: from, minute } = studioTime(wall, clock);
      const to = addDays(from, Math.floor(Math.max(0, minute + duration - 1) / minutesPerDay));
      if (!event.isCancelled && to >= window.from && from <= window.to)
        put([
          { uid: events.length === 1 && event.rule === null ? uid : key, title: event.title, from, to, timed: true },
        ]);
    }
  }
  const all = [...days.values()].toSorted(byFirstDay);
  return { name: nameOf(text), days: all.slice(0, maxDays), leftOut: leftOut + Math.max(0, all.length - maxDays) };
};
