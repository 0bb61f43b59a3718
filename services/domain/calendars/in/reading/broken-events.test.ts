import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { describe, expect, test } from 'vitest';
import { brokenEvents } from '../testing/broken-events.ts';
import { vcalendar, vevent } from '../testing/feeds.ts';
import { readFeed } from './read-feed.ts';
import { textOf } from './text-of.ts';

const window = { from: '2026-10-26', to: '2027-05-24' };
const read = (text: string) => readFeed({ text, timeZone: 'America/New_York', window, dropped: [] });
const good = vevent({ UID: 'good', SUMMARY: 'Good', DTSTART: '20261125T090000' });

describe('an event with', () => {
  test.each(brokenEvents)('$name', ({ text, dates = [], detail, protects }) => {
    const feed = read(vcalendar(text, good).replace('VERSION:2.0', 'VERSION:2.0\r\nVERSION:2.0'));
    expect(
      feed.dates.map(({ date, start, duration, title }) => `${date} ${toTimeText(start)} ${duration} ${title}`),
    ).toEqual([...dates, '2026-11-25 09:00 45 Good']);
    expect(feed.ignored.map((one) => [one.detail, one.protects])).toEqual(detail ? [[detail, protects]] : []);
    expect(feed.isWhole).toBe(protects?.what !== 'everything');
  });
});

test('of 19,999 events that cannot be read, 50 are listed, all are counted, and the good one is read', () => {
  const events = Array.from({ length: 19_999 }, (_, i) =>
    vevent({ UID: `u${i}`, SUMMARY: `Lesson ${i}`, DTSTART: 'yesterday at noon' }),
  );
  const { dates, ignored, ignoredCount, unread, isWhole } = read(vcalendar(...events, good));
  expect([dates.length, ignored.length, ignoredCount, unread.length, isWhole]).toEqual([1, 50, 19_999, 19_999, true]);
});

describe('the text of a feed', () => {
  const latin = Buffer.from('SUMMARY:Jürgen Müller', 'latin1');
  test.each(['iso-8859-1', 'windows-1252', 'ISO-8859-15'])('is in the set %s', (charset) =>
    expect(textOf(latin, charset)).toBe('SUMMARY:Jürgen Müller'),
  );
  test('is UTF-8 where the server names a western set for it, and where it names an unknown one', () => {
    for (const charset of ['iso-8859-1', 'nonsense', null])
      expect(textOf(Buffer.from('SUMMARY:Jürgen Müller'), charset)).toBe('SUMMARY:Jürgen Müller');
  });
  test('may be folded within a character', () => {
    const text = Buffer.from('SUMMARY:Jürgen');
    const folded = Buffer.concat([text.subarray(0, 10), Buffer.from('\r\n '), text.subarray(10)]);
    expect(textOf(folded, null)).toBe('SUMMARY:Jürgen');
  });
});
