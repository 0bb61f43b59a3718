import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { vcalendar, vevent } from '../domain/calendars/in/testing/feeds.ts';
import { addStudent, everyDay } from '../testing/studio-fixture.ts';
import { ok } from '../testing/visitor.ts';
import { automaticReading } from './testing/automatic-reading.ts';
import { dated, rondoWithFeeds, sync, type Row } from './testing/feed-studio.ts';

// Events that change in a teacher's calendar after they were imported, read by every call that reads calendars, and automatically.

let feeds: Awaited<ReturnType<typeof rondoWithFeeds>>;
let automatic: Awaited<ReturnType<typeof automaticReading>>;
const atEnd: (() => Promise<void>)[] = [];
beforeAll(async () => {
  feeds = await rondoWithFeeds();
  automatic = await automaticReading(feeds.rondo.connectionString, { atEnd: (stop) => atEnd.push(stop) });
});
afterAll(async () => {
  for (const stop of atEnd) await stop();
  await feeds.stop();
});

type Studio = Awaited<ReturnType<typeof feeds.studio>>;

/** One studio for each test: its calendar has the first events, which are imported. */
let studios = 0;
const imported = async (...events: string[]): Promise<Studio> => {
  studios += 1;
  const studio = await feeds.studio(`changed-${studios}`);
  studio.says(...events);
  expect(ok(await sync(studio.visitor, 'replace-all-appointments'))).toMatchObject({ removedCount: 0, failed: [] });
  return studio;
};

/** What every call finds in the calendar as it is now, and does of it, one after the other. */
const outcome = async ({ visitor, feed }: Pick<Studio, 'visitor' | 'feed'>) => {
  const { vanished, feeds: read } = ok(await sync(visitor, 'sync-all'));
  const alone = (await automatic.sync(feed)).flatMap(({ events }) => events).length;
  const { updatedCount } = ok(await sync(visitor, 'sync-cancellations'));
  const { importedCount, removedCount } = ok(await sync(visitor, 'replace-all-appointments'));
  const [{ ignored }] = read;
  return {
    vanished: vanished.map(({ date, title }: { date: string; title: string }) => `${date} ${title}`),
    changed: alone + updatedCount,
    imported: importedCount,
    removed: removedCount,
    unread: ignored.map((one: { title: string; detail: string }) => `${one.title}: ${one.detail}`),
  };
};
const nothing = { vanished: [], changed: 0, imported: 0, removed: 0, unread: [] };

const idsOn = async ({ visitor }: Studio, date: string): Promise<string[]> =>
  ok(await visitor.get('/api/lessons'))
    .filter(({ source, lessonDate }: Row) => source === 'actual' && lessonDate === date)
    .map(({ id }: Row) => id);

const dentist = (lines: Record<string, string> = {}) =>
  vevent({ UID: '1', SUMMARY: 'Dentist', DTSTART: '20261201T160000', ...lines });
const other = vevent({ UID: 'other', SUMMARY: 'Other', DTSTART: '20261203T090000' });
const threeTuesdays = { RRULE: 'FREQ=WEEKLY;COUNT=3' };
const dentistOn = (...days: string[]): string[] => days.map((day) => `${day} Dentist actual scheduled`);
const otherRow = '2026-12-03 09:00 Other actual scheduled';
const fourPm = '2026-12-01 16:00';

describe('an imported row stays the row of its event, which', () => {
  test.each([
    ['begins to repeat', {}, [dentist(threeTuesdays)], 2, [fourPm, '2026-12-08 16:00', '2026-12-15 16:00']],
    ['gets a second time on its day', {}, [dentist({ RDATE: '20261201T090000' })], 1, ['2026-12-01 09:00', fourPm]],
    [
      'gets a second event on its day',
      {},
      [dentist(), dentist({ DTSTART: '20261201T090000' })],
      1,
      ['2026-12-01 09:00', fourPm],
    ],
    ['gets a further date', {}, [dentist({ RDATE: '20261204T160000' })], 1, [fourPm, '2026-12-04 16:00']],
    ['begins to repeat with that date left out again', threeTuesdays, [dentist(threeTuesdays)], 0, null],
    [
      'has its first date moved',
      threeTuesdays,
      [dentist(threeTuesdays), dentist({ 'RECURRENCE-ID': '20261201T160000', DTSTART: '20261202T100000' })],
      1,
      ['2026-12-02 10:00', '2026-12-08 16:00', '2026-12-15 16:00'],
    ],
    ['moves', {}, [dentist({ DTSTART: '20261204T100000' })], 1, ['2026-12-04 10:00']],
    ['is only written otherwise', {}, [dentist({ DTSTART: '20261201T210000Z' })], 0, [fourPm]],
  ] as const)('%s', async (_, before, after, changed, days) => {
    const studio = await imported(dentist(before), other);
    const ids = await idsOn(studio, '2026-12-01');
    studio.says(...after, other);
    expect(await outcome(studio)).toEqual({ ...nothing, imported: changed });
    const now = days ?? [fourPm, '2026-12-08 16:00', '2026-12-15 16:00'];
    expect(await dated(studio.visitor)).toEqual([...dentistOn(...now), otherRow].toSorted());
    const all = ok(await studio.visitor.get('/api/lessons')).map(({ id }: Row) => id);
    expect(all).toEqual(expect.arrayContaining(ids));
  });

  test('is reduced to its first date: the others are gone', async () => {
    const studio = await imported(dentist(threeTuesdays), other);
    const ids = await idsOn(studio, '2026-12-01');
    studio.says(dentist(), other);
    expect(await outcome(studio)).toEqual({
      ...nothing,
      vanished: ['2026-12-08 Dentist', '2026-12-15 Dentist'],
      // Automatically, each with the header of the batch.
      changed: 3,
      removed: 2,
    });
    expect(await dated(studio.visitor)).toEqual([...dentistOn(fourPm), otherRow]);
    expect(await idsOn(studio, '2026-12-01')).toEqual(ids);
  });

  test('leaves out one date: that one is gone', async () => {
    const studio = await imported(dentist(threeTuesdays), other);
    studio.says(dentist({ ...threeTuesdays, EXDATE: '20261208T160000' }), other);
    expect(await outcome(studio)).toMatchObject({ vanished: ['2026-12-08 Dentist'], changed: 2, removed: 1 });
    expect(await dated(studio.visitor)).toEqual([...dentistOn(fourPm, '2026-12-15 16:00'), otherRow].toSorted());
  });
});

test('a length is read in every form; without one that a lesson can have, the row stays', async () => {
  const studio = await imported(dentist(), other);
  for (const DURATION of ['PT2700S', 'P0DT45M', 'PT0H44M60S', '+PT45M', 'PT2699S']) {
    studio.says(dentist({ DURATION }), other);
    expect(await outcome(studio), DURATION).toEqual(nothing);
  }
  for (const [DURATION, detail] of [
    ['PT20S', 'It has no length and is not imported.'],
    ['-PT45M', 'It has no length and is not imported.'],
    ['P1W', 'It is longer than a day and is not imported.'],
    ['P1D', 'It continues past midnight and is not imported.'],
    ['forty-five minutes', 'Its length cannot be read.'],
  ] as const) {
    studio.says(dentist({ DURATION }), other);
    expect(await outcome(studio), DURATION).toEqual({ ...nothing, unread: [`Dentist: ${detail}`] });
    expect(await dated(studio.visitor)).toEqual([...dentistOn(fourPm), otherRow]);
  }
});

describe('an event that cannot be imported any more keeps its row, and gets it back', () => {
  const allDay = { DTSTART: '', 'DTSTART;VALUE=DATE': '20261201', DURATION: '' };
  const midnight = { DTSTART: '20261201T233000', DURATION: '', DTEND: '20261202T001500' };
  test.each([
    ['all day', allDay, 'An all-day event has no time and is not imported.'],
    ['moved over midnight', midnight, 'It continues past midnight and is not imported.'],
    ['without an end', { DURATION: '' }, 'It has no length and is not imported.'],
  ] as const)('%s', async (_, lines, detail) => {
    const studio = await imported(dentist(), other);
    const ids = await idsOn(studio, '2026-12-01');
    studio.says(dentist(lines), other);
    expect(await outcome(studio)).toEqual({ ...nothing, unread: [`Dentist: ${detail}`] });
    expect(await dated(studio.visitor)).toEqual([...dentistOn(fourPm), otherRow]);
    studio.says(dentist({ DTSTART: '20261201T100000' }), other);
    expect(await outcome(studio)).toEqual({ ...nothing, imported: 1 });
    expect(await dated(studio.visitor)).toEqual([...dentistOn('2026-12-01 10:00'), otherRow]);
    expect(await idsOn(studio, '2026-12-01')).toEqual(ids);
  });

  test.each([
    ['all day', { DTSTART: '', 'DTSTART;VALUE=DATE': '20261208', DURATION: '' }],
    ['moved over midnight', { DTSTART: '20261208T233000' }],
    ['on a date that does not exist', { DTSTART: '20261131T160000' }],
  ])('also when it is one date of several: %s', async (_, lines) => {
    const moved = (more: Record<string, string>) =>
      dentist({ 'RECURRENCE-ID': '20261208T160000', DTSTART: '20261210T100000', ...more });
    const studio = await imported(dentist(threeTuesdays), moved({}), other);
    const before = await dated(studio.visitor);
    expect(before).toContain('2026-12-10 10:00 Dentist actual scheduled');
    studio.says(dentist(threeTuesdays), moved(lines), other);
    const after = await outcome(studio);
    expect(after).toMatchObject({ vanished: [], changed: 0, imported: 0, removed: 0 });
    expect(after.unread).toHaveLength(1);
    expect(await dated(studio.visitor)).toEqual(before);
  });

  test('one date that cannot be read is not restored, whatever the others say', async () => {
    const cancelled = dentist({ 'RECURRENCE-ID': '20261208T160000', DTSTART: '20261208T160000', STATUS: 'CANCELLED' });
    const studio = await imported(dentist(threeTuesdays), other);
    studio.says(dentist(threeTuesdays), cancelled, other);
    expect(ok(await sync(studio.visitor, 'sync-cancellations')).updatedCount).toBe(1);
    const before = await dated(studio.visitor);
    expect(before).toContain('2026-12-08 16:00 Dentist actual cancelled');
    studio.says(dentist(threeTuesdays), cancelled.replace('DTSTART:20261208T160000', 'DTSTART:soon'), other);
    expect(await outcome(studio)).toMatchObject({ changed: 0, imported: 0, removed: 0 });
    expect(await dated(studio.visitor)).toEqual(before);
  });
});

describe('an event keeps its time', () => {
  test('of 24 hours: it ends at 24:00 in the row and in the comparison, also on the days when clocks change', async () => {
    const day = (DTSTART: string, DTEND: string, UID: string) =>
      dentist({
        UID,
        DTSTART: '',
        DURATION: '',
        'DTSTART;TZID=America/New_York': DTSTART,
        'DTEND;TZID=America/New_York': DTEND,
      });
    const studio = await imported(
      day('20261201T000000', '20261202T000000', 'plain'),
      day('20270314T000000', '20270315T000000', 'spring'),
    );
    const { calendarEvents } = ok(await sync(studio.visitor, 'sync-all'));
    const rows = ok(await studio.visitor.get('/api/lessons')).filter(({ source }: Row) => source === 'actual');
    for (const one of [...calendarEvents, ...rows]) expect(one).toMatchObject({ startTime: '00:00', endTime: '24:00' });
    expect([calendarEvents.length, rows.length]).toEqual([2, 2]);
    expect(await outcome(studio)).toEqual(nothing);
    feeds.rondo.setNow(Date.parse('2027-10-18T15:00:00Z'));
    onTestFinished(() => feeds.rondo.setNow(Date.parse('2026-11-23T15:00:00Z')));
    studio.says(day('20271107T000000', '20271108T000000', 'autumn'));
    expect(ok(await sync(studio.visitor, 'sync-all')).calendarEvents).toMatchObject([
      { date: '2027-11-07', startTime: '00:00', endTime: '24:00' },
    ]);
  });

  test('in the zone that it names without defining it', async () => {
    const { visitor, says } = await imported(other);
    for (const zone of [
      'America/Argentina/Buenos_Aires',
      '/x/y/America/Argentina/Buenos_Aires',
      '/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires',
      '/citadel.org/20210210_1/America/Argentina/Buenos_Aires',
      '"America/Argentina/Buenos_Aires"',
      'america/argentina/buenos_aires',
      'Argentina Standard Time',
    ]) {
      // Buenos Aires is two hours ahead of New York in December.
      says(dentist({ DTSTART: '', [`DTSTART;TZID=${zone}`]: '20261201T180000' }), other);
      const [event] = ok(await sync(visitor, 'sync-all')).calendarEvents;
      expect(event, zone).toMatchObject({ date: '2026-12-01', startTime: '16:00' });
    }
  });
});

test('a name is read in the characters that the calendar is written in, whatever its server says', async () => {
  const { visitor, teacherId, answers } = await imported(other);
  const name = 'Jürgen Müller';
  const muller = await addStudent(visitor, name, everyDay, { teacherId });
  const text = vcalendar(vevent({ SUMMARY: name, DTSTART: '20261201T160000' }));
  const [latin, utf8] = [Buffer.from(text, 'latin1'), Buffer.from(text)];
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  const cut = utf8.indexOf(0xc3) + 1;
  const folded = Buffer.concat([utf8.subarray(0, cut), Buffer.from('\r\n '), utf8.subarray(cut)]);
  for (const [type, body] of [
    ['text/calendar; charset=iso-8859-1', latin],
    ['text/calendar; method=PUBLISH; charset="Windows-1252"', latin],
    ['text/calendar; charset=utf-16', utf16],
    ['text/calendar; charset=utf-8', utf8],
    ['text/calendar', utf8],
    // What the server says is wrong, or nothing.
    ['text/calendar; charset=iso-8859-1', utf8],
    ['text/calendar; charset=nonsense', utf8],
    ['text/calendar; charset=iso-8859-1', folded],
    ['text/calendar; charset=utf-8', latin],
    ['text/calendar', latin],
    ['text/calendar', Buffer.from(utf16).swap16()],
  ] as const) {
    answers({ body, type });
    const [event] = ok(await sync(visitor, 'sync-all')).calendarEvents;
    expect(event, `${type} ${body.subarray(0, 4).toString('hex')}`).toMatchObject({
      title: name,
      studentId: muller,
      effect: 'add',
    });
  }
});
