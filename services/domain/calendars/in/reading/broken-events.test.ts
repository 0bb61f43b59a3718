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
  test.each(brokenEvents)('$name', ({ text, dates = [], detail, protects, isRead = false }) => {
    const feed = read(vcalendar(text, good).replace('VERSION:2.0', 'VERSION:2.0\r\nVERSION:2.0'));
    expect(
      feed.dates.map(({ date, start, duration, title }) => `${date} ${toTimeText(start)} ${duration} ${title}`),
    ).toEqual([...dates, '2026-11-25 09:00 45 Good']);
    expect(feed.ignored.map((one) => [one.detail, one.protects, one.isRead])).toEqual(
      detail ? [[detail, protects, isRead]] : [],
    );
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

describe('what is not imported is listed', () => {
  const allDay = (date: string, more: Record<string, string> = {}) =>
    vevent({ SUMMARY: 'Holiday', DTSTART: '', 'DTSTART;VALUE=DATE': date, DURATION: '', ...more });
  const listed = (...events: string[]) =>
    read(vcalendar(...events)).ignored.map(({ title, events: n, protects }) => `${title} ${n} ${protects?.date}`);

  test('together when its title and its reason are the same, after what cannot be read', () =>
    expect(
      listed(allDay('20261124', { UID: 'a' }), allDay('20261125', { UID: 'b' }), vevent({ DTSTART: 'soon' })),
    ).toEqual(['Ann Lee 1 null', 'Holiday 2 null']));

  test('once for an event of which several dates continue past midnight', () =>
    expect(listed(vevent({ DTSTART: '20261124T233000', RRULE: 'FREQ=WEEKLY;COUNT=3' }))).toEqual(['Ann Lee 1 null']));

  test('unless it is on a day that is not compared, where it still protects what is its own', () => {
    const { ignored, ignoredCount, unread } = read(vcalendar(allDay('20150704'), good));
    expect([ignored, ignoredCount, unread.map(({ uid }) => uid)]).toEqual([[], 0, ['lesson-1']]);
    expect(listed(allDay('20150704', { RRULE: 'FREQ=YEARLY' }))).toEqual(['Holiday 1 null']);
  });
});

describe('a changed date that cannot be read', () => {
  const weekly = vevent({ RRULE: 'FREQ=WEEKLY;COUNT=4' });
  const change = (lines: Record<string, string>) =>
    vevent({ 'RECURRENCE-ID': '20261201T160000', DTSTART: 'soon', ...lines });
  const days = (...events: string[]) => {
    const { dates, unread, isWhole } = read(vcalendar(weekly, ...events));
    return { dates: dates.map(({ date }) => date.slice(5)), unread, isWhole };
  };
  const names = ['lesson-1 2026-12-01', 'lesson-1', 'lesson-1 2026-12-01 16:00'];

  test('is neither there nor gone, and the others are read', () =>
    expect(days(change({}))).toEqual({
      dates: ['11-24', '12-08', '12-15'],
      unread: [{ uid: 'lesson-1', names, title: null, date: '2026-12-01' }],
      isWhole: true,
    }));

  test('leaves all later dates open when it is about those, too', () =>
    expect(days(change({ 'RECURRENCE-ID': '', 'RECURRENCE-ID;RANGE=THISANDFUTURE': '20261201T160000' }))).toMatchObject(
      { dates: ['11-24'], unread: [{ uid: 'lesson-1', names: null }] },
    ));

  test('counts when another one of the same date can be read', () =>
    expect(days(change({}), change({ DTSTART: '20261203T160000' })).dates).toEqual(['11-24', '12-08', '12-15']));

  test('is one of the whole event when the date that it changes cannot be read either', () =>
    expect(days(change({ 'RECURRENCE-ID': 'the second' }))).toMatchObject({
      dates: ['11-24', '12-01', '12-08', '12-15'],
      unread: [{ uid: 'lesson-1', names: null }],
    }));
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
  test('is UTF-16 where the server or the file says so', () => {
    const marked = Buffer.from('\uFEFFBEGIN:VCALENDAR Jürgen', 'utf16le');
    const plain = marked.subarray(2);
    const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
    for (const [bytes, charset] of [
      [marked, 'utf-16'],
      [swapped(marked), 'utf-16'],
      [marked, null],
      [swapped(marked), 'utf-8'],
      [plain, null],
      [swapped(plain), null],
    ] as const)
      expect(textOf(bytes, charset)).toBe('BEGIN:VCALENDAR Jürgen');
  });

  test('is read line by line where one line is not what the others are', () => {
    const cut = Buffer.concat([Buffer.from('SUMMARY:Jürgen\r\nSUMMARY:M'), Buffer.from([0xc3]), Buffer.from('\r\n')]);
    for (const charset of ['utf-8', 'iso-8859-1', null])
      expect(textOf(cut, charset).split('\r\n')).toEqual(['SUMMARY:Jürgen', 'SUMMARY:MÃ', '']);
  });

  test('is the most usual western set where it is not what the server says', () => {
    for (const charset of ['utf-8', null, 'nonsense']) expect(textOf(latin, charset)).toBe('SUMMARY:Jürgen Müller');
  });

  test('may be folded within a character', () => {
    const text = Buffer.from('SUMMARY:Jürgen');
    const folded = Buffer.concat([text.subarray(0, 10), Buffer.from('\r\n '), text.subarray(10)]);
    expect(textOf(folded, null)).toBe('SUMMARY:Jürgen');
  });
});
