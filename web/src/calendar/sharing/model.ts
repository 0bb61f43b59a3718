import type { CalendarApp, SharedCalendar } from '@rondo/contracts/api/calendars/sharing.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { dayAndTime, type StudioTime } from '../moments/moment-text.ts';
import { counted } from '../../lib/texts.ts';

/** Apple Calendar, Outlook and phones subscribe to an address of this scheme; an https address would be downloaded once. */
export const webcalLink = (url: string): string => url.replace(/^https?:/, 'webcal:');

/** Asks to subscribe in Google Calendar, which refuses https addresses here although it then reads the calendar by https. */
export const googleLink = (url: string): string =>
  `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalLink(url))}`;

const ownHost = /^(?:localhost|.*\.localhost|127\..*|\[::1\])$/;
const privateHost =
  /^(?:[^.]+|.*\.(?:local|lan|internal)|10\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*|\[.*\])$/;

/** Who can read an address: anyone on the internet, the devices of the server's network, or only the computer on which Rondo runs. */
export const reachOf = (url: string): 'internet' | 'network' | 'computer' => {
  const { hostname } = new URL(url);
  if (ownHost.test(hostname)) return 'computer';
  return privateHost.test(hostname) ? 'network' : 'internet';
};

type LastRead = {
  /** Whether what an app read last has every change. */
  readonly state: 'never' | 'behind' | 'current';
  readonly title: string;
  readonly detail: string;
};

const appNames: Readonly<Record<CalendarApp, string>> = {
  Google: 'Google',
  Apple: 'Apple',
  Outlook: 'Outlook',
  Thunderbird: 'Thunderbird',
  Yahoo: 'Yahoo',
  Android: 'an Android app',
};

/** "Ann’s lesson on ... moves to .... 2 other changes.", and when an app shows them. */
const behindText = ([first, ...others]: readonly string[], app: SharedCalendar['lastFetchedBy']): string => {
  const them = others.length > 0 ? 'them' : 'it';
  const when =
    app === 'Google'
      ? `Google may take a day to show ${them}.`
      : `The app shows ${them === 'it' ? 'the change' : them} when it reads the calendar again. Google may take a day.`;
  const more = others.length > 0 ? [`And ${counted(others.length, 'other change')}.`] : [];
  return [...(first === undefined ? [] : [first]), ...more, when].join(' ');
};

/**
 * When a shared calendar was last read, by what, and whether that was before its last change.
 * @param changes what has changed since, in sentences; empty when it is not known
 */
export const lastReadText = (
  { lastFetchedAt, lastFetchedBy, changedSince }: SharedCalendar,
  place: StudioTime,
  changes: readonly string[] = [],
): LastRead => {
  if (lastFetchedAt === null)
    return {
      state: 'never',
      title: 'Not read yet',
      detail:
        'When a calendar app has read it, this says when and which one. After a change, Google may take a day to show it.',
    };
  const app = lastFetchedBy === null ? 'another app or a browser' : appNames[lastFetchedBy];
  const read = `Last read ${dayAndTime(lastFetchedAt, place, (date) => `on ${calendarDate(date)}`)} by ${app}`;
  return changedSince
    ? {
        state: 'behind',
        title: `${read}, before the last change`,
        detail: behindText(changes, lastFetchedBy),
      }
    : {
        state: 'current',
        title: `${read}, after the last change`,
        detail: 'The next time something changes, Google may take a day to show it.',
      };
};
