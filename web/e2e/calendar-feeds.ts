import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { feedServer, type FeedServer } from '@rondo/services/domain/calendars/in/testing/feed-server.ts';

/** An event of a feed; without times, from 4:00 to 4:45 PM. */
export type Event = {
  readonly title: string;
  readonly date: IsoDate;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly cancelled?: boolean;
};

const lineOf = (name: string, date: IsoDate, time: string): string =>
  `${name};TZID=America/Chicago:${date.replaceAll('-', '')}T${time.replace(':', '')}00`;

/** A calendar in Austin. */
const icsOf = (events: readonly Event[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Studio//EN',
    ...events.flatMap(({ title, date, startTime = '16:00', endTime = '16:45', cancelled = false }) => [
      'BEGIN:VEVENT',
      `UID:${title.replaceAll(' ', '-')}-${date}@studio.example`,
      'DTSTAMP:20260101T000000Z',
      lineOf('DTSTART', date, startTime),
      lineOf('DTEND', date, endTime),
      `SUMMARY:${title}`,
      ...(cancelled ? ['STATUS:CANCELLED'] : []),
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
