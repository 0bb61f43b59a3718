import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { startOf } from '@rondo/contracts/calendar/zones.ts';
import type { CalendarEvent } from './calendar-events.ts';
import { icsOf } from './ics.ts';

const anEvent = (changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'one@rondo',
  sequence: 3,
  changedAt: '2026-11-23T15:00:00.000000Z',
  start: Date.UTC(2026, 10, 24, 22),
  end: Date.UTC(2026, 10, 24, 22, 45),
  title: 'Ann: lesson with Dana Whitfield',
  status: 'confirmed',
  location: '1905 S 5th St, Austin, TX 78704',
  coordinates: { latitude: 30.25, longitude: -97.75 },
  driveMinutes: null,
  description: null,
  ...changes,
});

const written = (events: readonly CalendarEvent[], name = 'Ann Lee’s lessons') =>
  icsOf({ name, events, timesOff: [], changedAt: '2026-11-23T15:00:00.000000Z' });

/** A calendar as another library reads it. */
const readBack = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component)),
    // The library leaves the escapes of properties that it does not know.
    names: ['name', 'x-wr-calname'].map((name) =>
      String(calendar.getFirstPropertyValue(name)).replaceAll(/\\([\\;,])/g, '$1'),
    ),
  };
};

test('another library reads what was written', async () => {
  const { calendar, events, names } = readBack(
    await written([anEvent({ driveMinutes: 18 }), anEvent({ uid: 'two@rondo', status: 'cancelled' })]),
  );
  expect(names).toEqual(['Ann Lee’s lessons', 'Ann Lee’s lessons']);
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
  expect(String(calendar.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H');
  const [event, cancelled] = events;
  expect(event?.uid).toBe('one@rondo');
  expect(event?.sequence).toBe(3);
  expect(event?.summary).toBe('Ann: lesson with Dana Whitfield');
  expect(event?.location).toBe('1905 S 5th St, Austin, TX 78704');
  expect(event?.startDate.toString()).toBe('2026-11-24T22:00:00Z');
  expect(event?.endDate.toString()).toBe('2026-11-24T22:45:00Z');
  const valueOf = (component: typeof event, name: string) => String(component?.component.getFirstPropertyValue(name));
  expect(valueOf(event, 'dtstamp')).toBe('2026-11-23T15:00:00Z');
  expect(valueOf(event, 'last-modified')).toBe('2026-11-23T15:00:00Z');
  expect(valueOf(event, 'geo')).toBe('30.25,-97.75');
  expect(valueOf(event, 'status')).toBe('CONFIRMED');
  expect(valueOf(event, 'x-apple-travel-duration')).toBe('PT18M');
  expect(cancelled?.summary).toBe('Cancelled: Ann: lesson with Dana Whitfield');
  expect(valueOf(cancelled, 'status')).toBe('CANCELLED');
  expect(valueOf(cancelled, 'x-apple-travel-duration')).toBe('null');
});

test.each([
  ['fall', '2026-10-27', '2026-11-03', ['21:00', '22:00']],
  ['spring', '2027-03-09', '2027-03-16', ['22:00', '21:00']],
])('a lesson at 4 PM in Austin stays at 4 PM when the clocks change in %s', async (_, before, after, inUtc) => {
  const times = [before, after].map((date) => startOf(date, 16 * 60, 'America/Chicago'));
  const { events } = readBack(
    await written(times.map((start, i) => anEvent({ uid: `${i}`, start, end: start + 45 * 60_000 }))),
  );
  const starts = events.map(({ startDate }) => startDate.toJSDate());
  expect(starts.map((start) => start.toISOString().slice(11, 16))).toEqual(inUtc);
  const local = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  expect(starts.map((start) => local.format(start))).toEqual(['16:00', '16:00']);
});

const hostile = [
  'Ann\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR',
  'Ann\nBEGIN:VEVENT\nUID:evil\nSUMMARY:Evil\nEND:VEVENT',
  'Ann\u2028BEGIN:VEVENT\u2029END:VEVENT\u0085x\u000Bx\u0000x',
  'Lee, Ann; the "first" \\ n \\n',
  '👩‍👩‍👧‍👦🎻'.repeat(40),
  'X-WR-CALNAME:evil',
  ';VALUE=DATE:20261124',
  ' ',
];

test.each(hostile)('a name like %j neither ends a line nor adds an event', async (name) => {
  const text = await written([anEvent({ title: name, location: name })], name);
  const { events, names } = readBack(text);
  const expected = name.replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
  expect(events).toHaveLength(1);
  expect(events[0]?.uid).toBe('one@rondo');
  expect(events[0]?.summary).toBe(expected);
  expect(events[0]?.location ?? '').toBe(expected);
  if (expected !== '') expect(names).toEqual([expected, expected]);
});

test.each(hostile)('with a name like %j every line has at most 75 octets and ends with CRLF', async (name) => {
  const text = await written([anEvent({ title: name, location: name })], name);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(lines.filter((line) => /[\r\n\uFFFD]/.test(Buffer.from(line).toString()))).toEqual([]);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

test('time off is one transparent event, of whole days or between two times', async () => {
  const timeOff = { uid: 'off@rondo', sequence: 1, changedAt: '2026-11-23T15:00:00.000000Z', title: 'Winter break' };
  const text = await icsOf({
    name: 'Dana’s schedule',
    events: [],
    timesOff: [
      { ...timeOff, when: { allDay: true, from: '2026-12-21', to: '2027-01-03' } },
      {
        ...timeOff,
        uid: 'ill@rondo',
        when: { allDay: false, start: Date.UTC(2026, 11, 8, 17), end: Date.UTC(2026, 11, 9, 6) },
      },
    ],
    changedAt: timeOff.changedAt,
  });
  const { calendar } = readBack(text);
  const events = calendar.getAllSubcomponents('vevent').map((component) => ({
    start: String(component.getFirstPropertyValue('dtstart')),
    end: String(component.getFirstPropertyValue('dtend')),
    summary: component.getFirstPropertyValue('summary'),
    transparency: component.getFirstPropertyValue('transp'),
  }));
  const shown = { summary: 'Winter break', transparency: 'TRANSPARENT' };
  expect(events).toEqual([
    { ...shown, start: '2026-12-21', end: '2027-01-04' },
    { ...shown, start: '2026-12-08T17:00:00Z', end: '2026-12-09T06:00:00Z' },
  ]);
});
