import type { Protects } from '../reading/unread.ts';
import { vevent } from './feeds.ts';

/** An event as real calendars contain it, and what becomes of it. */
type BrokenEvent = {
  readonly name: string;
  readonly text: string;
  /** "2026-11-24 16:00 45 Ann Lee" when it is read all the same. */
  readonly dates?: readonly string[];
  readonly detail?: string;
  readonly protects?: Protects;
  /** It is understood, but none that is imported. */
  readonly isRead?: boolean;
};

const event: Protects = { what: 'event', date: null };

export const brokenEvents: readonly BrokenEvent[] = [
  {
    name: 'a date that does not exist',
    text: vevent({ DTSTART: '20261131T160000' }),
    detail: 'One of its dates cannot be read.',
    protects: event,
  },
  {
    name: 'a start in words',
    text: vevent({ DTSTART: 'yesterday at noon' }),
    detail: 'One of its dates cannot be read.',
    protects: event,
  },
  {
    name: 'neither end nor duration',
    text: vevent({ DURATION: '' }),
    detail: 'It has no length and is not imported.',
    isRead: true,
    protects: event,
  },
  {
    name: 'a rule that is none',
    text: vevent({ RRULE: 'every Tuesday' }),
    detail: 'Its rule of repetition cannot be read.',
    protects: event,
  },
  {
    name: 'an unknown zone',
    text: vevent({ DTSTART: '', 'DTSTART;TZID=Studio': '20261124T160000' }),
    dates: ['2026-11-24 16:00 45 Ann Lee'],
  },
  {
    name: 'unescaped commas',
    text: vevent({ SUMMARY: 'Lee, Ann, piano' }),
    dates: ['2026-11-24 16:00 45 Lee, Ann, piano'],
  },
  { name: 'a missing END', text: vevent({}).replace('END:VEVENT', ''), detail: 'It is not complete.', protects: event },
  {
    name: 'no UID',
    text: vevent({ UID: '' }),
    detail: 'It has no identifier (UID).',
    protects: { what: 'name', date: '2026-11-24' },
  },
  {
    name: 'no UID and no start',
    text: vevent({ UID: '', DTSTART: '' }),
    detail: 'It has no start.',
    protects: { what: 'name', date: null },
  },
  {
    name: 'nothing that can be read',
    text: 'BEGIN:VEVENT\r\nX-WHAT:?\r\nEND:VEVENT',
    detail: 'It has no start.',
    protects: { what: 'everything', date: null },
  },
  {
    name: 'a missing BEGIN',
    text: vevent({}).replace('BEGIN:VEVENT', ''),
    detail: 'It is not complete.',
    protects: event,
  },
  { name: 'two ENDs', text: `${vevent({})}\r\nEND:VEVENT`, dates: ['2026-11-24 16:00 45 Ann Lee'] },
  {
    name: 'a UID that stands after a picture',
    text: vevent({ UID: '', ATTACH: 'A'.repeat(250_000), 'X-NOTE:\r\nUID': 'lesson-1' }),
    detail: 'It is too long to read.',
    protects: event,
  },
  {
    name: 'a length in seconds',
    text: vevent({ DURATION: 'PT2700S' }),
    dates: ['2026-11-24 16:00 45 Ann Lee'],
  },
  {
    name: 'a lesson over midnight',
    text: vevent({ DTSTART: '20261124T233000' }),
    detail: 'It continues past midnight and is not imported.',
    isRead: true,
    protects: { what: 'event', date: '2026-11-24' },
  },
];
