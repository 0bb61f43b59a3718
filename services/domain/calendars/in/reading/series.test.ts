import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import { describe, expect, test } from 'vitest';
import { vcalendar, vevent } from '../testing/feeds.ts';
import { readFeed } from './read-feed.ts';

const window = { from: '2026-10-26', to: '2027-05-24' };
const read = (...components: readonly string[]) =>
  readFeed({ text: vcalendar(...components), timeZone: 'America/New_York', window, dropped: [] });
/** "2026-11-24 16:00 45 Ann Lee", with a cross when it is cancelled. */
const shown = (...components: readonly string[]): string[] =>
  read(...components).dates.map(
    ({ date, start, duration, title, isCancelled }) =>
      `${date} ${toTimeText(start)} ${duration} ${title}${isCancelled ? ' x' : ''}`,
  );
const keys = (...components: readonly string[]): string[] => read(...components).dates.map(({ key }) => key);
const problems = (...components: readonly string[]): string[] =>
  read(...components).ignored.map(({ detail }) => detail);
const weekly = { DTSTART: '20261124T160000', RRULE: 'FREQ=WEEKLY;COUNT=4' };
const from = (date: string, lines: Record<string, string>) =>
  vevent({ 'RECURRENCE-ID;RANGE=THISANDFUTURE': `${date}T160000`, ...lines });

describe('a change to a date and all later ones', () => {
  test('moves them by the same time, and changes length, title and status', () => {
    const later = from('20261201', { DTSTART: '20261202T173000', DURATION: 'PT60M', SUMMARY: 'Ann L' });
    expect(shown(vevent(weekly), later)).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-12-02 17:30 60 Ann L',
      '2026-12-09 17:30 60 Ann L',
      '2026-12-16 17:30 60 Ann L',
    ]);
    expect(keys(vevent(weekly), later)).toEqual(keys(vevent(weekly)));
    expect(shown(vevent(weekly), from('20261208', { DTSTART: '20261208T160000', STATUS: 'CANCELLED' }))).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-12-01 16:00 45 Ann Lee',
      '2026-12-08 16:00 45 Ann Lee x',
      '2026-12-15 16:00 45 Ann Lee x',
    ]);
  });

  test('ends where the next such change begins, and leaves dates with a change of their own alone', () =>
    expect(
      shown(
        vevent({ ...weekly, RRULE: 'FREQ=WEEKLY;COUNT=5' }),
        from('20261215', { DTSTART: '20261215T180000' }),
        from('20261201', { DTSTART: '20261201T170000' }),
        vevent({ 'RECURRENCE-ID': '20261208T160000', DTSTART: '20261208T120000' }),
      ),
    ).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-12-01 17:00 45 Ann Lee',
      '2026-12-08 12:00 45 Ann Lee',
      '2026-12-15 18:00 45 Ann Lee',
      '2026-12-22 18:00 45 Ann Lee',
    ]));

  test('stays at its time of day across a change of daylight saving', () => {
    const zoned = { DTSTART: '', 'DTSTART;TZID=Europe/Berlin': '20261020T220000', RRULE: 'FREQ=WEEKLY;COUNT=4' };
    const later = { 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin': '20261027T220000', DTSTART: '' };
    // Berlin changes on October 25, New York on November 1.
    expect(shown(vevent(zoned), vevent({ ...later, 'DTSTART;TZID=Europe/Berlin': '20261027T230000' }))).toEqual([
      '2026-10-27 18:00 45 Ann Lee',
      '2026-11-03 17:00 45 Ann Lee',
      '2026-11-10 17:00 45 Ann Lee',
    ]);
  });

  test('moves dates into the window and out of it', () => {
    const daily = { DTSTART: '20261001T160000', RRULE: 'FREQ=DAILY;COUNT=30' };
    const dates = read(vevent(daily), from('20261005', { DTSTART: '20261104T160000' })).dates.map(({ date }) => date);
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([26, '2026-11-04', '2026-11-29']);
  });

  test('is listed when it cannot be read', () => {
    const past = vevent({ 'RECURRENCE-ID;RANGE=THISANDPRIOR': '20261201T160000', DTSTART: '20261201T170000' });
    expect(problems(vevent(weekly), past)).toEqual(['It changes earlier dates as well, which is not read.']);
    expect(read(vevent(weekly), past)).toMatchObject({
      isWhole: true,
      dates: { length: 4 },
      unread: [{ uid: 'lesson-1', names: null }],
    });
    expect(problems(vevent(weekly), from('20261201', { DTSTART: '20290101T160000' }))).toEqual([
      'It moves all later dates by more than a year.',
    ]);
  });
});

describe('further dates', () => {
  test('have their own times, and their own length when they are periods', () => {
    const rdate = {
      RDATE: '20261126T180000',
      'RDATE;VALUE=PERIOD': '20261127T230000Z/PT1H,20261128T150000Z/20261128T153000Z',
      'RDATE;TZID=Europe/Berlin': '20261201T220000',
      'RDATE;VALUE=DATE': '20261203',
    };
    expect(shown(vevent({ DTSTART: '20261124T160000', ...rdate }))).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-11-26 18:00 45 Ann Lee',
      '2026-11-27 18:00 60 Ann Lee',
      '2026-11-28 10:00 30 Ann Lee',
      '2026-12-01 16:00 45 Ann Lee',
      '2026-12-03 16:00 45 Ann Lee',
    ]);
  });

  test('may be at a second time of a day, which EXDATE and RECURRENCE-ID then name', () => {
    const twice = { ...weekly, RDATE: '20261201T180000' };
    const second = vevent({ 'RECURRENCE-ID': '20261201T180000', DTSTART: '20261201T190000' });
    expect(shown(vevent(twice), second).slice(1, 3)).toEqual([
      '2026-12-01 16:00 45 Ann Lee',
      '2026-12-01 19:00 45 Ann Lee',
    ]);
    expect(keys(vevent(twice), second)).toEqual(keys(vevent(twice)));
    expect(shown(vevent({ ...twice, EXDATE: '20261201T160000' })).slice(1, 2)).toEqual(['2026-12-01 18:00 45 Ann Lee']);
    expect(keys(vevent({ ...twice, EXDATE: '20261201T160000' }))[1]).toBe('lesson-1 2026-12-01 18:00');
  });

  test.each(['20261126T180000Z/-PT1H', '20261126T180000Z/20261126T170000Z', '20261126T180000Z/PT40H'])(
    'that cannot be are listed: %s',
    (period) =>
      expect(problems(vevent({ 'RDATE;VALUE=PERIOD': period }))).toEqual(['One of its dates cannot be read.']),
  );
});

describe('events that share a UID', () => {
  test('are all read when their times differ, under keys that do not depend on their order', () => {
    const events = [vevent({}), vevent({ DTSTART: '20261124T180000' }), vevent({ DTSTART: '20261125T160000' })];
    expect(shown(...events)).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-11-24 18:00 45 Ann Lee',
      '2026-11-25 16:00 45 Ann Lee',
    ]);
    expect(keys(...events)).toEqual(['lesson-1 2026-11-24 16:00', 'lesson-1 2026-11-24 18:00', 'lesson-1 2026-11-25']);
    expect(keys(...events.toReversed())).toEqual(keys(...events));
  });

  test('are one when they are copies, also with a rule and in another zone', () => {
    expect(shown(vevent({}), vevent({}), vevent({ DTSTART: '20261124T210000Z' }))).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
    ]);
    expect(shown(vevent(weekly), vevent(weekly))).toEqual(shown(vevent(weekly)));
    expect(problems(vevent(weekly), vevent(weekly), vevent({}))).toEqual([]);
  });

  test('are listed when they differ at the same time, and the last one is read', () => {
    const differing = [vevent({}), vevent({ SUMMARY: 'Ben Moss' })];
    expect(shown(...differing)).toEqual(['2026-11-24 16:00 45 Ben Moss']);
    expect(problems(...differing)).toEqual([
      'Another event with the same UID is at the same time. Only one of them is read.',
    ]);
    const change = (SUMMARY: string) =>
      vevent({ 'RECURRENCE-ID': '20261201T160000', DTSTART: '20261201T170000', SUMMARY });
    expect(problems(vevent(weekly), change('Ann'), change('Ben'))).toHaveLength(1);
  });

  test('count in the version with the highest sequence, on every day', () =>
    expect(
      shown(
        vevent(weekly),
        vevent({ DTSTART: '20261208T170000', RRULE: 'FREQ=WEEKLY;COUNT=2', SEQUENCE: '1', SUMMARY: 'Ann' }),
      ),
    ).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-12-01 16:00 45 Ann Lee',
      '2026-12-08 17:00 45 Ann',
      '2026-12-15 17:00 45 Ann',
    ]));
});

describe('a time that the clock skips is the one it shows then', () => {
  // The clocks of New York go from 2:00 to 3:00 on March 14, 2027.
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Own',
    'BEGIN:STANDARD',
    'DTSTART:19701101T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700308T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\r\n');
  test.each([
    ['without a zone', 'DTSTART'],
    ['in the studio’s zone', 'DTSTART;TZID=America/New_York'],
    ['in a zone of the feed', 'DTSTART;TZID=Own'],
  ])('%s', (_, name) => {
    const at = (time: string) => shown(zone, vevent({ DTSTART: '', [name]: time, RRULE: 'FREQ=DAILY;COUNT=3' }));
    expect(at('20270313T023000')).toEqual([
      '2027-03-13 02:30 45 Ann Lee',
      '2027-03-14 03:30 45 Ann Lee',
      '2027-03-15 02:30 45 Ann Lee',
    ]);
    expect([at('20270314T013000')[0], at('20270314T033000')[0]]).toEqual([
      '2027-03-14 01:30 45 Ann Lee',
      '2027-03-14 03:30 45 Ann Lee',
    ]);
    expect(at('20261101T013000')[0]).toBe('2026-11-01 01:30 45 Ann Lee');
  });
});
