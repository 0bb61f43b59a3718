import { toTimeText } from '@rondo/contracts/calendar/times.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vcalendar, vevent } from '../testing/feeds.ts';
import { readFeed } from './read-feed.ts';

const window = { from: '2026-10-26', to: '2027-05-24' };
const read = (text: string, timeZone = 'America/New_York') => readFeed({ text, timeZone, window, dropped: [] });
/** "2026-11-24 16:00 45 Ann Lee", with a cross when it is cancelled. */
const shown = (...components: readonly string[]): string[] =>
  read(vcalendar(...components)).dates.map(
    ({ date, start, duration, title, isCancelled }) =>
      `${date} ${toTimeText(start)} ${duration} ${title}${isCancelled ? ' x' : ''}`,
  );
const problems = (...components: readonly string[]): string[] =>
  read(vcalendar(...components)).ignored.map(({ title, detail }) => `${title}: ${detail}`);

describe('times are those of the studio', () => {
  test.each([
    ['without a zone', { DTSTART: '20261124T160000' }, '2026-11-24 16:00'],
    ['in UTC', { DTSTART: '20261124T210000Z' }, '2026-11-24 16:00'],
    ['in the studio’s zone', { 'DTSTART;TZID=America/New_York': '20261124T160000' }, '2026-11-24 16:00'],
    ['in another zone', { 'DTSTART;TZID=Europe/Berlin': '20261124T220000' }, '2026-11-24 16:00'],
    ['in a zone where it is the next day', { 'DTSTART;TZID=Asia/Tokyo': '20261125T060000' }, '2026-11-24 16:00'],
    ['in a zone of Windows', { 'DTSTART;TZID=Eastern Standard Time': '20261124T160000' }, '2026-11-24 16:00'],
    ['in another zone of Windows', { 'DTSTART;TZID="W. Europe Standard Time"': '20261124T220000' }, '2026-11-24 16:00'],
    [
      'in a zone with a prefix',
      { 'DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/Europe/Berlin': '20261124T220000' },
      '2026-11-24 16:00',
    ],
    ['in an unknown zone', { 'DTSTART;TZID=Moon/Tranquility': '20261124T160000' }, '2026-11-24 16:00'],
  ] satisfies [string, Record<string, string>, string][])(
    '%s',
    (_, { DTSTART = '', ...lines }: Record<string, string>, expected) =>
      expect(shown(vevent({ DTSTART, ...lines }))).toEqual([`${expected} 45 Ann Lee`]),
  );

  test('in a zone that the feed defines', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Studio time',
      'BEGIN:STANDARD',
      'DTSTART:19701101T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0600',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:19700308T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'TZOFFSETFROM:-0600',
      'TZOFFSETTO:-0500',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ].join('\r\n');
    const lesson = { DTSTART: '', 'DTSTART;TZID=Studio time': '20261124T150000' };
    expect(shown(zone, vevent(lesson))).toEqual(['2026-11-24 16:00 45 Ann Lee']);
  });

  test('a weekly lesson stays at its time across a change of daylight saving', () => {
    const weekly = { DTSTART: '', 'DTSTART;TZID=America/New_York': '20261027T160000', RRULE: 'FREQ=WEEKLY;COUNT=3' };
    expect(shown(vevent(weekly))).toEqual([
      '2026-10-27 16:00 45 Ann Lee',
      '2026-11-03 16:00 45 Ann Lee',
      '2026-11-10 16:00 45 Ann Lee',
    ]);
    // Berlin changes a week before New York does.
    const abroad = { DTSTART: '', 'DTSTART;TZID=Europe/Berlin': '20261027T220000', RRULE: 'FREQ=WEEKLY;COUNT=2' };
    expect(shown(vevent(abroad))).toEqual(['2026-10-27 17:00 45 Ann Lee', '2026-11-03 16:00 45 Ann Lee']);
  });
});

describe('a recurring event', () => {
  const weekly = { DTSTART: '20261124T160000', RRULE: 'FREQ=WEEKLY;COUNT=4' };

  test('leaves out the dates of EXDATE, by day, time and instant', () => {
    expect(shown(vevent({ ...weekly, EXDATE: '20261201T160000', 'EXDATE;VALUE=DATE': '20261208' }))).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-12-15 16:00 45 Ann Lee',
    ]);
    expect(shown(vevent({ ...weekly, EXDATE: '20261201T210000Z,20261208T210000Z,20261215T210000Z' }))).toHaveLength(1);
  });

  test('has the further dates of RDATE', () =>
    expect(shown(vevent({ DTSTART: '20261124T160000', RDATE: '20261126T160000,20261124T160000' }))).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-11-26 16:00 45 Ann Lee',
    ]));

  test('has moved and cancelled dates under the key of their first date', () => {
    const moved = vevent({ 'RECURRENCE-ID': '20261201T160000', DTSTART: '20261203T170000' });
    const cancelled = vevent({ 'RECURRENCE-ID': '20261208T210000Z', DTSTART: '20261208T160000', STATUS: 'CANCELLED' });
    expect(shown(vevent(weekly), moved, cancelled)).toEqual([
      '2026-11-24 16:00 45 Ann Lee',
      '2026-12-03 17:00 45 Ann Lee',
      '2026-12-08 16:00 45 Ann Lee x',
      '2026-12-15 16:00 45 Ann Lee',
    ]);
    const keys = read(vcalendar(vevent(weekly), moved)).dates.map(({ key }) => key);
    expect(keys).toEqual(['lesson-1 2026-11-24', 'lesson-1 2026-12-01', 'lesson-1 2026-12-08', 'lesson-1 2026-12-15']);
  });

  test('ends on its last day or before, by the time of UNTIL', () => {
    const until = (UNTIL: string) => shown(vevent({ ...weekly, RRULE: `FREQ=DAILY;UNTIL=${UNTIL}` })).length;
    expect([until('20261126'), until('20261126T160000'), until('20261126T155900')]).toEqual([3, 3, 2]);
    const zoned = { DTSTART: '', 'DTSTART;TZID=America/New_York': '20261124T200000' };
    const utc = (UNTIL: string) => shown(vevent({ ...zoned, RRULE: `FREQ=DAILY;UNTIL=${UNTIL}` })).length;
    expect([utc('20261127T010000Z'), utc('20261127T005900Z')]).toEqual([3, 2]);
  });

  test('that is cancelled as a whole has cancelled dates', () =>
    expect(shown(vevent({ ...weekly, STATUS: 'CANCELLED' }))).toHaveLength(4));

  test('is read within the window alone', () => {
    const { dates } = read(vcalendar(vevent({ DTSTART: '20200107T160000', RRULE: 'FREQ=WEEKLY' })));
    expect([dates.length, dates.at(0)?.date, dates.at(-1)?.date]).toEqual([30, '2026-10-27', '2027-05-18']);
  });

  test('with a date moved out of an event that is not in the feed is read', () =>
    expect(shown(vevent({ 'RECURRENCE-ID': '20261201T160000', DTSTART: '20261203T170000' }))).toEqual([
      '2026-12-03 17:00 45 Ann Lee',
    ]));
});

describe('one event', () => {
  test('keeps its key when it is moved', () => {
    const keyOf = (DTSTART: string) => read(vcalendar(vevent({ DTSTART }))).dates.map(({ key }) => key);
    expect(keyOf('20261124T160000')).toEqual(keyOf('20261127T170000'));
  });

  test('that shares its UID with another one is recognized by its date', () => {
    const twins = [
      vevent({}),
      vevent({ DTSTART: '20261125T160000' }),
      vevent({ DTSTART: '20261125T160000', SUMMARY: 'Ben' }),
    ];
    const { dates } = read(vcalendar(...twins));
    expect(dates.map(({ key, title }) => `${key} ${title}`)).toEqual([
      'lesson-1 2026-11-24 Ann Lee',
      'lesson-1 2026-11-25 Ben',
    ]);
  });

  test('in several versions counts in the newest', () =>
    expect(shown(vevent({ SEQUENCE: '2', DURATION: 'PT60M' }), vevent({ SEQUENCE: '1' }))).toEqual([
      '2026-11-24 16:00 60 Ann Lee',
    ]));

  test.each([
    ['STATUS:CANCELLED', { STATUS: 'CANCELLED' }],
    ['its title', { SUMMARY: 'Cancelled: Ann Lee' }],
    ['its title in brackets', { SUMMARY: '[CANCELED] Ann Lee' }],
  ])('is cancelled by %s', (_, { STATUS = '', SUMMARY = 'Ann Lee' }: Record<string, string>) =>
    expect(shown(vevent({ STATUS, SUMMARY }))).toEqual(['2026-11-24 16:00 45 Ann Lee x']),
  );

  test('has the title without escapes and control characters, in at most 200 characters', () => {
    expect(shown(vevent({ SUMMARY: 'Lee\\, Ann\\n  piano' }))).toEqual(['2026-11-24 16:00 45 Lee, Ann piano']);
    const [long] = read(vcalendar(vevent({ SUMMARY: 'x'.repeat(10_000) }))).dates;
    expect(long?.title).toHaveLength(200);
    expect(shown(vevent({ SUMMARY: '' }))).toEqual(['2026-11-24 16:00 45 Untitled event']);
  });

  test('may be folded over several lines', () =>
    expect(shown(vevent({ SUMMARY: 'Ann\r\n  Lee' }))).toEqual(['2026-11-24 16:00 45 Ann Lee']));
});

describe('an event is left out and listed when it', () => {
  test.each([
    ['lasts 40 hours', { DURATION: 'PT40H' }, 'It is longer than a day and is not imported.'],
    [
      'continues past midnight',
      { DTSTART: '20261124T230000', DURATION: 'PT2H' },
      'It continues past midnight and is not imported.',
    ],
    ['has no length', { DURATION: '' }, 'It has no length and is not imported.'],
    ['ends before it starts', { DURATION: '', DTEND: '20261124T150000' }, 'It has no length and is not imported.'],
    [
      'is all day',
      { DTSTART: '', 'DTSTART;VALUE=DATE': '20261124', DURATION: '' },
      'An all-day event has no time and is not imported.',
    ],
    ['has no start', { DTSTART: '' }, 'It has no start.'],
    ['starts on February 30', { DTSTART: '20260230T160000' }, 'One of its dates cannot be read.'],
    ['starts at 26:00', { DTSTART: '20261124T260000' }, 'One of its dates cannot be read.'],
    ['starts in the year 9999', { DTSTART: '99991231T160000' }, 'One of its dates cannot be read.'],
    ['has no UID', { UID: '' }, 'It has no identifier (UID).'],
    ['repeats every second', { RRULE: 'FREQ=SECONDLY' }, 'It repeats more often than once a day.'],
    ['has an unreadable rule', { RRULE: 'FREQ=SOMETIMES' }, 'It cannot be read.'],
    ['has an unreadable line', { 'no colon here\r\nSUMMARY': 'Ann Lee' }, 'It cannot be read.'],
  ])('%s', (_, lines, detail) => {
    const broken = vevent({ ...lines });
    expect(problems(broken)).toEqual([`Ann Lee: ${detail}`]);
    expect(shown(broken, vevent({ UID: 'other', SUMMARY: 'Ben' }))).toEqual(['2026-11-24 16:00 45 Ben']);
  });

  test('is the last of half a file, which then is not whole', () => {
    const text = vcalendar(vevent({}), vevent({ UID: 'other', SUMMARY: 'Ben' }));
    const half = read(text.slice(0, text.indexOf('DURATION', 200)));
    expect(half.dates.map(({ title }) => title)).toEqual(['Ann Lee']);
    expect(half).toMatchObject({ isWhole: false, ignored: [{ detail: 'It is not complete.' }] });
    expect(read(text.replace('END:VCALENDAR\r\n', '')).isWhole).toBe(false);
    expect(read(text).isWhole).toBe(true);
  });
});

test('at most 2,000 dates of an event and 20,000 of a feed are read', () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, i) => vevent({ UID: `u${i}`, DTSTART: '20261026T160000', RRULE: 'FREQ=DAILY' }));
  const { dates, isWhole, ignored } = read(vcalendar(...many(100)));
  expect([dates.length, isWhole]).toEqual([20_000, false]);
  expect(ignored.map(({ title }) => title)).toContain('More than 20000 dates');
});

test('whatever a feed contains, reading it ends with dates in the window and a list of what was left out', () => {
  const word = fc.constantFrom(
    '20261124T160000',
    '20261124',
    '99999999T999999Z',
    'P1D',
    'PT45M',
    '-PT1H',
    'x',
    '',
    '\\n',
    'Ann Lee',
    '😀',
    '\u0000',
    '20261124T160000Z/PT1H',
    '20261201T160000',
    '20261201T210000Z',
    '21991231T235900Z',
    '19000101T000000Z',
  );
  const rule = fc
    .tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'SECONDLY', 'NEVER'),
      fc.constantFrom('', ';COUNT=999999', ';UNTIL=20270101', ';UNTIL=x', ';INTERVAL=0', ';INTERVAL=99999'),
      fc.constantFrom(
        '',
        ';BYMONTHDAY=30;BYMONTH=2',
        ';BYDAY=6MO,-53SU',
        ';BYSETPOS=366',
        ';BYWEEKNO=53',
        ';BYHOUR=1,2,3',
        ';BYDAY=',
      ),
    )
    .map((parts) => `FREQ=${parts.join('')}`);
  const line = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'DTSTART',
          'DTEND',
          'DURATION',
          'RDATE',
          'EXDATE',
          'RECURRENCE-ID',
          'SUMMARY',
          'STATUS',
          'UID',
          'SEQUENCE',
        ),
        word,
      )
      .map((one) => one.join(':')),
    fc
      .tuple(
        fc.constantFrom('DTSTART', 'EXDATE', 'DTEND', 'RDATE', 'RECURRENCE-ID'),
        fc.constantFrom(
          'TZID=Nowhere',
          'TZID=Asia/Tokyo',
          'TZID=Pacific/Honolulu',
          'TZID="',
          'VALUE=DATE',
          'VALUE=PERIOD',
          'RANGE=THISANDFUTURE',
          'RANGE=X',
          'X=1;Y',
        ),
        word,
      )
      .map(([name, parameter, value]) => `${name};${parameter}:${value}`),
    rule.map((text) => `RRULE:${text}`),
    fc.constantFrom(
      'BEGIN:VEVENT',
      'END:VEVENT',
      'BEGIN:VALARM',
      'END:VALARM',
      'END:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      ' folded',
      'no colon',
      '',
    ),
    fc.string({ maxLength: 30 }),
  );
  const hostile = fc
    .array(line, { maxLength: 12 })
    .map((lines) =>
      vevent({ UID: lines.length % 3 === 0 ? 'hostile 2026-11-24' : 'hostile' }).replace(
        'END:VEVENT',
        `${lines.join('\r\n')}\r\nEND:VEVENT`,
      ),
    );
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (events) => {
      const { dates, ignored } = read(vcalendar(...events, vevent({ UID: 'good', SUMMARY: 'Good' })));
      for (const { date, start, duration, title } of dates) {
        expect(date >= window.from && date <= window.to).toBe(true);
        expect(duration > 0 && start >= 0 && start + duration <= 1440 && title.length <= 200).toBe(true);
      }
      expect(ignored.every(({ detail }) => /^[A-Z].*\.$/.test(detail))).toBe(true);
      expect(new Set(dates.map(({ key }) => key)).size).toBe(dates.length);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 150) },
  );
});
