import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { startRunner } from '@rondo/projections/runner/runner.ts';
import { Kysely } from 'kysely';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AccountsDb } from '../accounts/tables.ts';
import { feedServer, type FeedServer } from '../calendar-sync/testing/feed-server.ts';
import { vcalendar, vevent } from '../calendar-sync/testing/feeds.ts';
import { streamRegistry } from '../erasure/erasure.ts';
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { progressNotices } from '../read-side/notices.ts';
import { schedules } from '../schedule/schedules.ts';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../testing/visitor.ts';
import { openCalendarReading } from './calendar-reading.ts';
import { allReadModels } from './read-models.ts';

// Monday, November 23, 2026.
const now = '2026-11-23T15:00:00Z';
let rondo: TestRondo;
let server: FeedServer;
/** What the server answers, by path. */
const answers = new Map<string, { status?: number; body: string; etag?: string }>();

beforeAll(async () => {
  server = await feedServer((request, response) => {
    const { status = 404, body, etag } = answers.get(request.url ?? '') ?? { body: '' };
    if (etag !== undefined && request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(body === '' ? status : 200, etag === undefined ? {} : { ETag: etag }).end(body);
  });
  rondo = await testRondo(now, { FEEDS_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => {
  await rondo.stop();
  await server.close();
});

/** A teacher with a feed, and a lesson with Ann every Tuesday at 16:00. */
const studioWithFeed = async (name: string) => {
  const visitor = await rondo.visitor().register(`${name}@example.com`);
  ok(await visitor.patch('/api/settings', { timeZone: 'America/New_York' }));
  const teacherId = await addTeacher(visitor, 'Tess Moss', everyDay);
  ok(await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: `${server.url}/${name}` }));
  const ann = await addStudent(visitor, 'Ann Lee', everyDay, { teacherId });
  const ben = await addStudent(visitor, 'Ben Abel', everyDay, { teacherId });
  const weekly = { teacherId, studentId: ann, dayOfWeek: 2, startTime: '16:00', lessonDate: '' };
  const series = ok(await visitor.post('/api/lessons', weekly));
  const { id: studioId } = ok(await visitor.get('/api/user'));
  return {
    visitor,
    studioId,
    teacherId,
    ann,
    ben,
    series,
    feed: { studioId, teacherId, address: `${server.url}/${name}` },
    says: (...events: string[]) => void answers.set(`/${name}`, { body: vcalendar(...events) }),
    answers: (answer: { status?: number; body: string; etag?: string }) => void answers.set(`/${name}`, answer),
  };
};

const annWeekly = (lines: Record<string, string> = {}) =>
  vevent({ UID: 'ann', DTSTART: '20261124T160000', RRULE: 'FREQ=WEEKLY;COUNT=3', ...lines });
const annCancelled = (date = '20261201') =>
  vevent({ UID: 'ann', 'RECURRENCE-ID': `${date}T160000`, DTSTART: `${date}T160000`, STATUS: 'CANCELLED' });
const benOn = (DTSTART: string, lines: Record<string, string> = {}) =>
  vevent({ UID: 'ben', SUMMARY: 'Abel, Ben', DTSTART, ...lines });
const staff = vevent({ UID: 'staff', SUMMARY: 'Staff meeting', DTSTART: '20261126T100000' });

type Row = {
  lessonDate: string;
  startTime: string;
  status: string;
  source: string;
  id: string;
  student: { name: string } | null;
  eventTitle: string;
};
/** "2026-11-25 15:00 Ben Abel actual scheduled" for every dated row. */
const dated = async (visitor: Visitor): Promise<string[]> =>
  ok(await visitor.get('/api/lessons'))
    .filter(({ lessonDate }: Row) => lessonDate !== '')
    .map((row: Row) =>
      [row.lessonDate, row.startTime, row.student?.name ?? row.eventTitle, row.source, row.status].join(' '),
    )
    .toSorted();
const sync = async (visitor: Visitor, call: 'sync-all' | 'sync-cancellations' | 'replace-all-appointments') =>
  visitor.post(`/api/calendar/${call}`);

describe('the analysis', () => {
  test('compares every feed with the schedule and changes nothing', async () => {
    const { visitor, teacherId, ann, ben, series, says } = await studioWithFeed('analysis');
    says(annWeekly(), annCancelled(), benOn('20261125T150000'), staff, vevent({ UID: 'long', DURATION: 'PT40H' }));
    const before = ok(await visitor.get('/api/lessons'));
    const answer = ok(await sync(visitor, 'sync-all'));
    expect(answer).toMatchObject({
      success: true,
      message: 'Found 5 events in 1 calendar.',
      vanished: [],
      removed: [],
    });
    expect(answer.calendarEvents).toMatchObject([
      { uid: 'ann', date: '2026-11-24', effect: 'none', match: series.id, studentId: ann, teacherId },
      {
        uid: 'ben',
        date: '2026-11-25',
        startTime: '15:00',
        endTime: '15:45',
        effect: 'add',
        match: null,
        studentId: ben,
      },
      { uid: 'staff', title: 'Staff meeting', effect: 'unknown-name', studentId: null },
      { uid: 'ann', date: '2026-12-01', status: 'cancelled', effect: 'cancel', match: series.id },
      { uid: 'ann', date: '2026-12-08', effect: 'none' },
    ]);
    expect(answer.unknownNames).toEqual([{ teacherId, name: 'Staff meeting', events: 1, candidates: [] }]);
    expect(answer.feeds).toEqual([
      {
        teacherId,
        teacherName: 'Tess Moss',
        ok: true,
        detail: '5 events from today on.',
        events: 5,
        counts: { added: 1, moved: 0, cancelled: 1, restored: 0, unknownNames: 1, untouched: 2, vanished: 0 },
        statuses: { cancels: 1, restores: 0 },
        replacement: { adds: 2, changes: 0, removes: 0, keeps: 0 },
        ignored: [{ title: 'Ann Lee', detail: 'It is longer than a day and is not imported.' }],
      },
    ]);
    expect(ok(await visitor.get('/api/lessons'))).toEqual(before);
    expect(ok(await visitor.get('/api/calendar/sync-state'))).toMatchObject([
      { teacherId, lastSyncAt: null, syncEnabled: true },
    ]);
  });

  test('asks which student a title means and remembers the answer', async () => {
    const { visitor, teacherId, ann, ben, says } = await studioWithFeed('names');
    await addStudent(visitor, 'Ann Lee', everyDay);
    says(annWeekly());
    const [unknown] = ok(await sync(visitor, 'sync-all')).unknownNames;
    expect(unknown).toMatchObject({
      name: 'Ann Lee',
      events: 3,
      candidates: [{ name: 'Ann Lee' }, { name: 'Ann Lee' }],
    });
    const tie = (studentId: string | null, name = 'ann LEE') =>
      visitor.put('/api/calendar/names', { teacherId, name, studentId });
    ok(await tie(ann));
    const answer = ok(await sync(visitor, 'sync-all'));
    expect([answer.unknownNames, answer.tiedNames]).toEqual([
      [],
      [{ teacherId, name: 'ann LEE', student: { id: ann, name: 'Ann Lee' } }],
    ]);
    ok(await tie(null));
    expect(ok(await sync(visitor, 'sync-all')).unknownNames).toHaveLength(1);
    expect((await tie('nobody')).status).toBe(404);
    const stranger = await rondo.visitor().register('names-stranger@example.com');
    expect((await stranger.put('/api/calendar/names', { teacherId, name: 'x', studentId: ben })).status).toBe(404);
  });

  test('says what is wrong with a feed, and reads the others', async () => {
    const { visitor, answers: respond } = await studioWithFeed('broken');
    const other = await addTeacher(visitor, 'Uma Lane', everyDay);
    ok(await visitor.put(`/api/teachers/${other}`, { calendarUrl: `${server.url}/other` }));
    answers.set('/other', { body: vcalendar(staff) });
    for (const [answer, detail] of [
      [
        { status: 401, body: '' },
        'This calendar needs a sign-in. Use its private address, which works without a password.',
      ],
      [{ status: 404, body: '' }, 'There is no calendar at this address.'],
      [
        { body: '<html>Hello</html>' },
        'This address leads to a web page, not to a calendar. Copy the address of the calendar feed.',
      ],
    ] as const) {
      respond(answer);
      const { feeds, message } = ok(await sync(visitor, 'sync-all'));
      expect(feeds).toMatchObject([
        { ok: false, detail },
        { ok: true, events: 1 },
      ]);
      expect(message).toBe('Found 1 event in 1 calendar. 1 calendar could not be read.');
    }
    const none = await rondo.visitor().register('none@example.com');
    expect(ok(await sync(none, 'sync-all'))).toMatchObject({
      success: false,
      message: 'No Calendar URLs Found',
      feeds: [],
    });
  });
});

describe('syncing cancellations', () => {
  test('cancels and restores, names the feed in the history, and can be undone', async () => {
    const { visitor, teacherId, says } = await studioWithFeed('cancellations');
    says(annWeekly(), annCancelled());
    const synced = await sync(visitor, 'sync-cancellations');
    expect(ok(synced)).toEqual({ success: true, updatedCount: 1, failed: [] });
    const row = ok(await visitor.get('/api/lessons')).find(({ status }: Row) => status === 'cancelled');
    expect(row).toMatchObject({ lessonDate: '2026-12-01', startTime: '16:00' });
    const history = ok(await visitor.get(`/api/lessons/${row.id}/history`));
    expect(history.map(({ text }: { text: string }) => text)).toContain(
      'Cancelled on Tuesday, December 1 by the calendar feed.',
    );
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(0);
    says(annWeekly());
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(1);
    expect(await dated(visitor)).toEqual([]);
    says(annWeekly(), annCancelled());
    const again = await sync(visitor, 'sync-cancellations');
    ok(await visitor.post('/api/undo', { batchId: batchOf(again) }));
    expect(await dated(visitor)).toEqual([]);
    expect(ok(await visitor.get('/api/calendar/sync-state'))).toMatchObject([
      { teacherId, errorCount: 0, lastError: null, lastSyncAt: expect.any(String), lastEventHash: expect.any(String) },
    ]);
  });

  test('takes a missing event for cancelled only when it was imported and the feed was read whole and is not suddenly small', async () => {
    const { visitor, says, answers: respond } = await studioWithFeed('missing');
    const days = ['23', '24', '25', '26'].map((day) => benOn(`202611${day}T180000`, { UID: `ben ${day}` }));
    says(...days);
    expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({
      importedCount: 4,
      removedCount: 0,
      failed: [],
    });
    says(...days.slice(0, 1));
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(0);
    respond({ body: vcalendar(...days.slice(0, 3)).replace('END:VCALENDAR', '') });
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(0);
    says(...days.slice(0, 3));
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(1);
    expect(await dated(visitor)).toContain('2026-11-26 18:00 Ben Abel actual cancelled');
  });
});

describe('replacing all appointments', () => {
  test('makes the imported rows what the feed has, in place, and can be undone and restored', async () => {
    const { visitor, says } = await studioWithFeed('replace');
    says(annWeekly(), benOn('20261125T150000'), staff);
    const first = await sync(visitor, 'replace-all-appointments');
    expect(ok(first)).toEqual({ success: true, importedCount: 2, removedCount: 0, failed: [] });
    const imported = ['2026-11-25 15:00 Ben Abel actual scheduled', '2026-11-26 10:00 Staff meeting actual scheduled'];
    expect(await dated(visitor)).toEqual(imported);
    const ben: Row = ok(await visitor.get('/api/lessons')).find(({ lessonDate }: Row) => lessonDate === '2026-11-25');
    const [added] = ok(await visitor.get(`/api/lessons/${ben.id}/history`));
    expect(added.text).toBe('Imported from the calendar feed for Wednesday, November 25 at 3:00\u00a0PM.');
    const { asOf } = ok(await visitor.post('/api/backups', { name: 'Imported' }));

    says(annWeekly(), benOn('20261127T170000'));
    const second = await sync(visitor, 'replace-all-appointments');
    expect(ok(second)).toEqual({ success: true, importedCount: 1, removedCount: 1, failed: [] });
    expect(await dated(visitor)).toEqual(['2026-11-27 17:00 Ben Abel actual scheduled']);
    expect(ok(await visitor.get('/api/lessons')).find(({ id }: Row) => id === ben.id)?.lessonDate).toBe('2026-11-27');
    const then = ok(await visitor.get(`/api/lessons?asOf=${asOf}`)).filter(({ source }: Row) => source === 'actual');
    expect(then.map(({ lessonDate }: Row) => lessonDate).toSorted()).toEqual(['2026-11-25', '2026-11-26']);
    expect(ok(await visitor.get('/api/backups')).map(({ name }: { name: string }) => name)).toContain(
      'Before replacing imported lessons',
    );

    ok(await visitor.post('/api/undo', { batchId: batchOf(second) }));
    expect(await dated(visitor)).toEqual(imported);
    ok(await visitor.post('/api/undo', { batchId: batchOf(first) }));
    expect(await dated(visitor)).toEqual([]);
    ok(await visitor.post('/api/restore', { asOf }));
    expect(await dated(visitor)).toEqual(imported);
  });

  test('of more rows than fit into one append is one batch', async () => {
    const { visitor, says } = await studioWithFeed('many');
    says(benOn('20261124T080000', { RRULE: 'FREQ=DAILY;COUNT=150' }));
    const replaced = await sync(visitor, 'replace-all-appointments');
    expect(ok(replaced)).toMatchObject({ importedCount: 150 });
    expect(await dated(visitor)).toHaveLength(150);
    ok(await visitor.post('/api/undo', { batchId: batchOf(replaced) }));
    expect(await dated(visitor)).toEqual([]);
  });

  test('replaces nothing when a feed fails, is suddenly empty or has too many events', async () => {
    const { visitor, teacherId, says, answers: respond } = await studioWithFeed('refused');
    says(benOn('20261125T150000'));
    ok(await sync(visitor, 'replace-all-appointments'));
    const before = await dated(visitor);
    const refused = async (detail: string) => {
      expect(ok(await sync(visitor, 'replace-all-appointments'))).toEqual({
        success: true,
        importedCount: 0,
        removedCount: 0,
        failed: [{ teacherId, detail }],
      });
      expect(await dated(visitor)).toEqual(before);
    };
    says();
    await refused('The calendar has no events any more, so nothing was replaced.');
    respond({ status: 500, body: '' });
    await refused('The calendar’s server answered with an error (500).');
    says(
      ...Array.from({ length: 12 }, (_, i) =>
        vevent({ UID: `u${i}`, SUMMARY: 'Busy', DTSTART: '20261124T080000', RRULE: 'FREQ=DAILY' }),
      ),
    );
    await refused('The calendar has more than 2,000 events to import.');
    expect(ok(await visitor.get('/api/calendar/sync-state'))).toMatchObject([{ errorCount: 1 }]);
  });
});

test('the process keeps answering while hostile feeds are read', async () => {
  const bomb = gzipSync(Buffer.concat([Buffer.from('BEGIN:VCALENDAR\r\n'), Buffer.alloc(20 * 1024 * 1024, ' ')]));
  const hostile: Record<string, RequestListener> = {
    '/silent': () => undefined,
    '/endless': (_, response) => {
      const more = (): void => {
        while (response.write('BEGIN:VCALENDAR\r\n'.repeat(1000)));
        response.once('drain', more);
      };
      more();
    },
    '/bomb': (_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
    '/round': (_, response) => void response.writeHead(302, { Location: '/round' }).end(),
    '/large': (_, response) =>
      void response.end(
        vcalendar(...Array.from({ length: 5000 }, (_one, i) => benOn('20261124T080000', { UID: `${i}` }))),
      ),
  };
  const badServer = await feedServer((request, response) => hostile[request.url ?? '']?.(request, response));
  onTestFinished(() => badServer.close());
  const visitor = await rondo.visitor().register('hostile@example.com');
  for (const path of Object.keys(hostile)) {
    const teacherId = await addTeacher(visitor, path.slice(1), everyDay);
    ok(await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: badServer.url + path }));
  }
  const reading = sync(visitor, 'sync-all');
  const times: number[] = [];
  for (let i = 0; i < 300; i += 1) {
    const before = performance.now();
    expect((await fetch(`${rondo.url}/livez`)).status).toBe(200);
    times.push(performance.now() - before);
  }
  // The server of the feeds is in this process too, so that single answers wait for what it sends.
  expect(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(50);
  expect(
    ok(await reading).feeds.map(({ ok: isRead, detail }: { ok: boolean; detail: string }) => [isRead, detail]),
  ).toEqual([
    [false, 'The calendar did not answer within 10 seconds.'],
    [false, 'This calendar is larger than 5 MB.'],
    [false, 'This calendar is larger than 5 MB.'],
    [false, 'This address redirects too many times.'],
    [true, '5000 events from today on.'],
  ]);
}, 60_000);

/** A second process on the same database, whose automatic reading the test controls. */
const automaticReading = async () => {
  const { connectionString } = rondo;
  const pool = connectionPool({ connectionString, max: 4, name: 'test' });
  const db = new Kysely<AccountsDb>({ dialect: preparedDialect(pool) });
  const projecting = new Kysely<unknown>({ dialect: preparedDialect(pool) });
  const store = await postgresEventStore({ connectionString });
  const { notices, stop } = await progressNotices({ connectionString, pool });
  const runner = startRunner({
    db: projecting,
    source: store,
    models: allReadModels,
    follows: false,
    notices,
    report: () => undefined,
  });
  const commands = { store, registry: streamRegistry(db) };
  const reading = openCalendarReading({
    infrastructure: { connectionString, pool, store },
    services: { commands, schedules: schedules(commands) },
    runner,
    config: { FEEDS_ALLOW_PRIVATE: true, now: () => Date.parse(now) },
    report: (error) => {
      throw error;
    },
  });
  onTestFinished(async () => {
    await reading.stop();
    await runner.stop();
    await stop();
    await store.close();
    await pool.end();
  });
  return reading.automatic;
};

describe('automatic syncing', () => {
  const countOf = async (work: Promise<readonly { events: readonly unknown[] }[]>): Promise<number> =>
    (await work).flatMap(({ events }) => events).length;

  test('applies only what changed in the feed, never against a person, and notifies', async () => {
    const automatic = await automaticReading();
    const { visitor, teacherId, series, feed, says } = await studioWithFeed('automatic');
    says(annWeekly(), annCancelled());
    expect(await countOf(automatic.sync(feed)), 'the first reading only remembers').toBe(0);
    expect(await dated(visitor)).toEqual([]);

    says(annWeekly(), annCancelled(), annCancelled('20261208'));
    await automatic.sync(feed);
    await expect.poll(() => dated(visitor)).toEqual(['2026-12-08 16:00 Ann Lee manual cancelled']);
    await expect.poll(async () => ok(await visitor.get('/api/notifications')).length).toBe(1);
    const [notification] = ok(await visitor.get('/api/notifications'));
    expect(notification).toMatchObject({
      type: 'lesson_cancelled',
      teacherId,
      message: 'The lesson of Ann Lee on Tuesday, December 8 at 4:00\u00a0PM was cancelled.',
      isRead: false,
      metadata: { date: '2026-12-08', batchId: expect.any(String) },
    });
    expect(ok(await visitor.post(`/api/notifications/${notification.id}/read`)).isRead).toBe(true);
    expect(ok(await visitor.get('/api/notifications'))).toMatchObject([{ isRead: true }]);
    const stranger = await rondo.visitor().register('bell-stranger@example.com');
    expect((await stranger.post(`/api/notifications/${notification.id}/read`)).status).toBe(404);
    expect(ok(await stranger.get('/api/notifications'))).toEqual([]);

    // A person restores the one and cancels another: the same feed changes neither.
    ok(await visitor.patch(`/api/lessons/${notification.lessonId}`, { status: 'scheduled' }));
    ok(await visitor.post(`/api/lessons/${series.id}/cancel`, { lessonDate: '2026-11-24' }));
    expect(await countOf(automatic.sync(feed))).toBe(0);
    expect(await dated(visitor)).toEqual(['2026-11-24 16:00 Ann Lee manual cancelled']);

    // What a sync cancelled is restored; what a person cancelled is not.
    says(annWeekly({ DURATION: 'PT50M' }), annCancelled('20261208'));
    expect(await countOf(automatic.sync(feed))).toBe(0);
    says(annWeekly({ DURATION: 'PT55M' }), annCancelled(), annCancelled('20261208'));
    await automatic.sync(feed);
    await expect.poll(() => dated(visitor)).toContain('2026-12-01 16:00 Ann Lee manual cancelled');
    says(annWeekly({ DURATION: 'PT55M' }), annCancelled('20261208'));
    await automatic.sync(feed);
    await expect.poll(() => dated(visitor)).toEqual(['2026-11-24 16:00 Ann Lee manual cancelled']);
    ok(await visitor.post('/api/notifications/read'));
    expect(
      ok(await visitor.get('/api/notifications')).map(({ type, isRead }: { type: string; isRead: boolean }) => [
        type,
        isRead,
      ]),
    ).toEqual([
      ['lesson_restored', true],
      ['lesson_cancelled', true],
      ['lesson_cancelled', true],
    ]);
  });

  test('reads feeds that are due, asks whether they changed, and waits longer after errors', async () => {
    const automatic = await automaticReading();
    const { visitor, teacherId, says, answers: respond } = await studioWithFeed('due');
    const state = async () => ok(await visitor.get('/api/calendar/sync-state'))[0];
    says(annWeekly());
    ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: false }));
    await automatic.look();
    expect(await state()).toMatchObject({ syncEnabled: false, lastSyncAt: null });
    expect(ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: true }))).toMatchObject({
      syncEnabled: true,
    });
    respond({ body: vcalendar(annWeekly()), etag: '"1"' });
    await automatic.look();
    const first = await state();
    expect(first).toMatchObject({ lastSyncAt: expect.any(String), errorCount: 0 });
    respond({ body: vcalendar(annWeekly(), annCancelled()), etag: '"2"' });
    await automatic.look();
    expect((await state()).lastSyncAt, 'it is not due yet').toBe(first.lastSyncAt);
    ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: true }));
    await automatic.look();
    await expect.poll(() => dated(visitor)).toEqual(['2026-12-01 16:00 Ann Lee manual cancelled']);
    const { lastEventHash } = await state();
    ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: true }));
    await automatic.look();
    expect(await state()).toMatchObject({ lastEventHash });
    respond({ status: 404, body: '' });
    for (const errorCount of [1, 2]) {
      ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: true }));
      await automatic.look();
      expect(await state()).toMatchObject({ errorCount, lastError: 'There is no calendar at this address.' });
    }
  });
});
