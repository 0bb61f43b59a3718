import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { feedServer, type FeedServer } from '@rondo/services/domain/calendars/in/testing/feed-server.ts';

/** An event of a feed; without times, from 4:00 to 4:45 PM. */
export type Event = {
  readonly title: string;
  readonly date: IsoDate;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly cancelled?: boolean;
  /** Its start is no date. */
  readonly broken?: boolean;
  /** It has no time of the day. */
  readonly allDay?: boolean;
};

const lineOf = (name: string, date: IsoDate, time: string): string =>
  `${name};TZID=America/Chicago:${date.replaceAll('-', '')}T${time.replace(':', '')}00`;

const timesOf = ({ date, startTime = '16:00', endTime = '16:45', broken, allDay }: Event): string[] => {
  if (broken === true) return ['DTSTART:yesterday at noon'];
  if (allDay === true) return [`DTSTART;VALUE=DATE:${date.replaceAll('-', '')}`];
  return [lineOf('DTSTART', date, startTime), lineOf('DTEND', date, endTime)];
};

/** A calendar in Austin. */
const icsOf = (events: readonly Event[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Studio//EN',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.title.replaceAll(' ', '-')}-${event.date}@studio.example`,
      'DTSTAMP:20260101T000000Z',
      ...timesOf(event),
      `SUMMARY:${event.title}`,
      ...(event.cancelled === true ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

export type Calendars = Pick<FeedServer, 'url' | 'close'> & {
  /** What the calendar at a path contains from now on, such as `/dana.ics`. Other paths have none. */
  readonly set: (path: string, events: readonly Event[]) => void;
};

/** Serves calendars to Rondo from this machine. */
export const serveCalendars = async (): Promise<Calendars> => {
  const calendars = new Map<string, string>();
  const { url, close } = await feedServer((request, response) => {
    const calendar = calendars.get(request.url ?? '');
    if (calendar === undefined) response.writeHead(404).end();
    else response.setHeader('Content-Type', 'text/calendar').end(calendar);
  });
  return { url, close, set: (path, events) => calendars.set(path, icsOf(events)) };
};
