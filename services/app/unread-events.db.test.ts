import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenEvents } from '../domain/calendars/in/testing/broken-events.ts';
import { vcalendar, vevent } from '../domain/calendars/in/testing/feeds.ts';
import { ok } from '../testing/visitor.ts';
import { automaticReading } from './testing/automatic-reading.ts';
import { benOn, dated, rondoWithFeeds, sync } from './testing/feed-studio.ts';

// Calendars with events that cannot be read, by every call that reads calendars, and automatically.

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

const noon = vevent({ UID: 'noon', SUMMARY: 'Lunch', DTSTART: 'yesterday at noon' });
/** 40 lessons of Ben's, one a day from November 24 on. */
const forty = Array.from({ length: 40 }, (_, i) => {
  const day = new Date(Date.UTC(2026, 10, 24 + i)).toISOString().slice(0, 10);
  return benOn(`${day.replaceAll('-', '')}T180000`, { UID: `ben ${i}` });
});
const allButFirst = forty.slice(1);

const withForty = async (name: string): Promise<Studio> => {
  const studio = await feeds.studio(name);
  studio.says(...forty, noon);
  expect(ok(await sync(studio.visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 40, failed: [] });
  return studio;
};
const first = (status: string): string => `2026-11-24 18:00 Ben Abel actual ${status}`;

describe('one event of 41 that cannot be read does not hide that another one is gone', () => {
  test('when calendars are compared and statuses are synced', async () => {
    const { visitor, says } = await withForty('forty');
    says(...allButFirst, noon);
    const { vanished, feeds: read } = ok(await sync(visitor, 'sync-all'));
    expect(vanished).toMatchObject([{ date: '2026-11-24', title: 'Ben Abel' }]);
    expect(read).toMatchObject([
      {
        detail: '39 events from today on.',
        counts: { vanished: 1 },
        statuses: { cancels: 1 },
        replacement: { removes: 1 },
        ignored: [
          {
            title: 'Lunch',
            detail: 'One of its dates cannot be read.',
            protects: { what: 'event', date: null },
            isRead: false,
            events: 1,
          },
        ],
        ignoredCount: 1,
        unreadCount: 1,
        stays: 0,
      },
    ]);
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(1);
    expect(await dated(visitor)).toContain(first('cancelled'));
  });

  test('when appointments are replaced', async () => {
    const { visitor, says } = await withForty('forty-replaced');
    says(...allButFirst, noon);
    expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 0, removedCount: 1 });
    expect(await dated(visitor)).toHaveLength(39);
  });

  test('automatically', async () => {
    const { visitor, says, feed } = await withForty('forty-automatic');
    says(...allButFirst, noon);
    await automatic.sync(feed);
    await expect.poll(() => dated(visitor)).toContain(first('cancelled'));
    says(...forty, noon);
    await automatic.sync(feed);
    await expect.poll(() => dated(visitor)).toContain(first('scheduled'));
  });
});

test('once a person has replaced what a calendar lost at once, further events are gone one by one', async () => {
  const { visitor, says, feed } = await withForty('forty-halved');
  says(...forty.slice(30), noon);
  expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount, 'it may be a mistake').toBe(0);
  expect(ok(await sync(visitor, 'replace-all-appointments')).removedCount).toBe(30);
  says(...forty.slice(31), noon);
  expect(ok(await sync(visitor, 'sync-all')).feeds[0].statuses).toEqual({ cancels: 1, restores: 0 });
  await automatic.sync(feed);
  await expect.poll(async () => (await dated(visitor)).filter((row) => row.endsWith('cancelled')).length).toBe(1);
});

describe('an event that cannot be read keeps what it may be', () => {
  const own = (lines: Record<string, string>) => benOn('yesterday at noon', { UID: 'ben 0', ...lines });
  test.each([
    ['by its UID', own({}), { what: 'event', date: null }],
    ['by its name', own({ UID: '' }), { what: 'name', date: null }],
    ['by its name and its day', own({ UID: '', DTSTART: '20261124T999999', DTEND: '' }), { what: 'name', date: null }],
    [
      'by its day',
      own({ UID: '', SUMMARY: '', DTSTART: '20261124T180000' }),
      { what: 'everything', date: '2026-11-24' },
    ],
    ['by anything, when nothing of it can be seen', 'BEGIN:VEVENT\r\nEND:VEVENT', { what: 'everything', date: null }],
  ])('%s', async (how, event, protects) => {
    const { visitor, says, feed } = await withForty(`keeps-${how.replaceAll(/\W/g, '-')}`);
    const before = await dated(visitor);
    says(...allButFirst, event);
    const { vanished, feeds: read } = ok(await sync(visitor, 'sync-all'));
    expect([vanished, read[0].ignored[0].protects, read[0].stays]).toEqual([[], protects, 1]);
    expect(read[0].detail.includes('could not be read whole')).toBe(protects.what === 'everything' && !protects.date);
    await automatic.sync(feed);
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(0);
    expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 0, removedCount: 0 });
    expect(await dated(visitor)).toEqual(before);
  });

  test('also once it was gone and its lesson is cancelled, on the day to which it was moved', async () => {
    const { visitor, says } = await feeds.studio('gone-before');
    const weekly = benOn('20261125T100000', { RRULE: 'FREQ=WEEKLY;COUNT=3' });
    const moved = benOn('20261204T170000', { 'RECURRENCE-ID': '20261202T100000' });
    // With so many events that cannot be read, the keys of rows are not guessed.
    const others = Array.from({ length: 200 }, (_, i) => vevent({ UID: `unread ${i}`, DTSTART: 'soon' }));
    says(weekly, moved, ...allButFirst);
    ok(await sync(visitor, 'replace-all-appointments'));
    says(...allButFirst);
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(3);
    ok(await sync(visitor, 'sync-cancellations'));
    const before = await dated(visitor);
    expect(before).toContain('2026-12-04 17:00 Ben Abel actual cancelled');
    says(weekly.replace('20261125T100000', 'soon'), ...others, ...allButFirst);
    expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 0, removedCount: 0 });
    expect(await dated(visitor)).toEqual(before);
    // Cancelled by a person, a date that is gone is not cancelled again by itself.
    says(...allButFirst);
    expect(ok(await sync(visitor, 'sync-all')).vanished).toHaveLength(3);
  });
});

test('each of the broken events of real calendars is read or named with its reason, and hides no other', async () => {
  const { visitor, says } = await feeds.studio('broken-events');
  for (const { name, text, dates = [], detail, protects, isRead = false } of brokenEvents) {
    says(text, ...forty.slice(0, 1));
    const { calendarEvents, feeds: read } = ok(await sync(visitor, 'sync-all'));
    expect(calendarEvents, name).toHaveLength(dates.length + 1);
    expect(read[0].ignored, name).toMatchObject(detail === undefined ? [] : [{ detail, protects, isRead }]);
  }
});

test('of 20,000 events 19,999 of which cannot be read, 50 are named, all are counted, and the good one is read', async () => {
  const { visitor, answers } = await feeds.studio('unread-20000');
  const broken = Array.from({ length: 19_999 }, (_, i) =>
    vevent({ UID: `u${i}`, SUMMARY: `Lesson ${i}`, DTSTART: 'yesterday at noon' }),
  );
  answers({ body: vcalendar(...broken, benOn('20261125T150000')) });
  const { calendarEvents, feeds: read } = ok(await sync(visitor, 'sync-all'));
  expect(calendarEvents).toMatchObject([{ uid: 'ben', effect: 'add' }]);
  expect([read[0].ignored.length, read[0].ignoredCount, read[0].unreadCount]).toEqual([50, 19_999, 19_999]);
  expect(read[0].ignored[49]).toMatchObject({ title: 'Lesson 49', detail: 'One of its dates cannot be read.' });
  expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 1, failed: [] });
});
