import { expect, test } from 'vitest';
import { publishedDays } from './published-days.ts';

const event = (uid: string, ...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260801T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const file = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'X-WR-CALNAME:Austin ISD 2026\\, 27', ...events, 'END:VCALENDAR', ''].join('\r\n');
const read = (...events: string[]) =>
  publishedDays({
    text: file(...events),
    timeZone: 'America/Chicago',
    window: { from: '2026-11-10', to: '2028-05-11' },
  });

test('a published calendar is read as days: an end is the day after, times are the days that they touch', () => {
  const { name, days, leftOut } = read(
    event('winter', 'SUMMARY:Winter Break', 'DTSTART;VALUE=DATE:20261221', 'DTEND;VALUE=DATE:20270104'),
    event('mlk', 'SUMMARY:Martin Luther King Jr. Day', 'DTSTART;VALUE=DATE:20270118'),
    event('early', 'SUMMARY:Early release', 'DTSTART:20270527T180000Z', 'DTEND:20270527T210000Z'),
    event(
      'night',
      'SUMMARY:Lock-in',
      'DTSTART;TZID=America/Chicago:20270305T200000',
      'DTEND;TZID=America/Chicago:20270306T080000',
    ),
    event('old', 'SUMMARY:Last year', 'DTSTART;VALUE=DATE:20251221', 'DTEND;VALUE=DATE:20260104'),
    event('off', 'SUMMARY:Not any more', 'STATUS:CANCELLED', 'DTSTART;VALUE=DATE:20270201'),
    event('labor', 'SUMMARY:Labor Day', 'DTSTART;VALUE=DATE:20260907', 'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=1MO'),
  );
  expect(name).toBe('Austin ISD 2026, 27');
  expect(leftOut).toBe(0);
  expect(days).toEqual([
    { uid: 'winter', title: 'Winter Break', from: '2026-12-21', to: '2027-01-03', timed: false },
    { uid: 'mlk', title: 'Martin Luther King Jr. Day', from: '2027-01-18', to: '2027-01-18', timed: false },
    { uid: 'night', title: 'Lock-in', from: '2027-03-05', to: '2027-03-06', timed: true },
    { uid: 'early', title: 'Early release', from: '2027-05-27', to: '2027-05-27', timed: true },
    { uid: 'labor 2027-09-06', title: 'Labor Day', from: '2027-09-06', to: '2027-09-06', timed: false },
  ]);
});

test('what is broken, too long or too many is left out and counted', () => {
  const broken = [
    event('backwards', 'DTSTART;VALUE=DATE:20270110', 'DTEND;VALUE=DATE:20270101'),
    event('decades', 'DTSTART;VALUE=DATE:20260901', 'DTEND;VALUE=DATE:20460901'),
    event('nothing', 'SUMMARY:No day'),
  ];
  const endless = event('endless', 'SUMMARY:Daily', 'DTSTART;VALUE=DATE:20261110', 'RRULE:FREQ=DAILY');
  expect(read(...broken)).toMatchObject({ days: [], leftOut: 3 });
  const { days, leftOut } = read(endless);
  expect([days.length, leftOut]).toEqual([400, 149]);
  expect(
    publishedDays({ text: 'no calendar', timeZone: 'UTC', window: { from: '2026-01-01', to: '2026-12-31' } }),
  ).toEqual({
    name: 'Calendar',
    days: [],
    leftOut: 0,
  });
});
