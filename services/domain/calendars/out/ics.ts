import { addDays, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { setImmediate as turn } from 'node:timers/promises';
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { epochMillisecondsOf } from '@rondo/contracts/calendar/instants.ts';
import type { CalendarEvent, SharedCalendar, TimeOff } from './calendar-events.ts';

/** How many events are written before the event loop yields to other requests. */
const batch = 100;

/** An hour, in seconds, until an app should read the calendar again. */
const refresh = 60 * 60;

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** ical-generator escapes what it writes of an event, but not the name of the calendar. */
const escaped = (text: string): string => oneLine(text).replaceAll(/[\\;,]/g, (character) => `\\${character}`);

const longest = 75;

/** Folds a line between characters; each continuation begins with a space. */
const folded = (line: string): string => {
  if (Buffer.byteLength(line) <= longest) return line;
  const parts: string[] = [];
  let [part, size] = ['', 0];
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > longest) {
      parts.push(part);
      [part, size] = [' ', 1];
    }
    part += character;
    size += bytes;
  }
  return [...parts, part].join('\r\n');
};

// ical-generator folds a whole calendar by encoding each character on its own, which takes half a second for a teacher's year. It writes the
// events, and they are folded here.
const foldedText = (text: string): string => text.split('\r\n').map(folded).join('\r\n');

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
} satisfies Record<CalendarEvent['status'], ICalEventStatus>;

const placeOf = ({ location, coordinates }: CalendarEvent) => {
  if (location === null || oneLine(location) === '') return {};
  const geo = coordinates && { lat: coordinates.latitude, lon: coordinates.longitude };
  return { location: { title: oneLine(location), ...(geo ? { geo } : {}) } };
};

const eventFor = (event: CalendarEvent) => {
  const changed = new Date(epochMillisecondsOf(event.changedAt));
  const isCancelled = event.status === 'cancelled';
  return {
    id: event.uid,
    sequence: event.sequence,
    stamp: changed,
    lastModified: changed,
    start: new Date(event.start),
    end: new Date(event.end),
    summary: `${isCancelled ? 'Cancelled: ' : ''}${oneLine(event.title)}`,
    status: statuses[event.status],
    transparency: isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    ...(event.description === null ? {} : { description: oneLine(event.description) }),
    ...placeOf(event),
    ...(event.driveMinutes !== null && event.driveMinutes > 0
      ? { travelTime: { seconds: event.driveMinutes * 60 } }
      : {}),
  };
};

const utcDay = (date: IsoDate): Date => new Date(`${date}T00:00:00Z`);

/** Time off takes nobody's time: apps show it, and invitations still go through. */
const timeOffFor = ({ uid, sequence, changedAt, title, when }: TimeOff) => {
  const changed = new Date(epochMillisecondsOf(changedAt));
  return {
    id: uid,
    sequence,
    stamp: changed,
    lastModified: changed,
    summary: oneLine(title),
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(when.allDay
      ? { allDay: true, start: utcDay(when.from), end: utcDay(addDays(when.to, 1)) }
      : { start: new Date(when.start), end: new Date(when.end) }),
  };
};

const end = 'END:VCALENDAR';

/** A calendar as iCalendar text: UTC times, lines of at most 75 octets that end with CRLF. The same calendar gives the same text. */
export const icsOf = async ({ name, events, timesOff }: SharedCalendar): Promise<string> => {
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'Rondo', product: 'Rondo', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refresh,
  });
  const parts = [foldedText(calendar.toString().replaceAll('\r\n ', '').slice(0, -end.length))];
  for (let done = 0; done < events.length; done += batch) {
    for (const event of events.slice(done, done + batch))
      parts.push(foldedText(calendar.createEvent(eventFor(event)).toString()));
    await turn();
  }
  for (const timeOff of timesOff) parts.push(foldedText(calendar.createEvent(timeOffFor(timeOff)).toString()));
  return `${parts.join('')}${end}\r\n`;
};
