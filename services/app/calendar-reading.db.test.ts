import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { feedServer } from '../domain/calendars/in/testing/feed-server.ts';
import { vcalendar, vevent } from '../domain/calendars/in/testing/feeds.ts';
import { addStudent, addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { batchOf, ok, endOfRestore } from '../testing/visitor.ts';
import { annCancelled, annWeekly, benOn, dated, rondoWithFeeds, staff, sync, type Row } from './testing/feed-studio.ts';

let feeds: Awaited<ReturnType<typeof rondoWithFeeds>>;
beforeAll(async () => {
  feeds = await rondoWithFeeds();
});
afterAll(() => feeds.stop());

describe('the analysis', () => {
  test('compares every feed with the schedule and changes nothing', async () => {
    const { visitor, teacherId, ann, ben, series, says } = await feeds.studio('analysis');
    expect(ok(await visitor.get('/api/calendar/sync-state'))).toMatchObject([{ teacherId, syncEnabled: true }]);
    // A feed that Rondo reads by itself is applied, and leaves nothing to compare.
    ok(await visitor.patch(`/api/calendar/sync-state/${teacherId}`, { syncEnabled: false }));
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
        ignored: [
          {
            title: 'Ann Lee',
            detail: 'It is longer than a day and is not imported.',
            date: '2026-11-24',
            protects: { what: 'event', date: null },
            isRead: true,
            events: 1,
          },
        ],
        ignoredCount: 1,
        unreadCount: 0,
        stays: 0,
      },
    ]);
    expect(ok(await visitor.get('/api/lessons'))).toEqual(before);
    expect(ok(await visitor.get('/api/calendar/sync-state'))).toMatchObject([
      { teacherId, lastSyncAt: null, syncEnabled: false },
    ]);
  });

  test('asks which student a title means and remembers the answer', async () => {
    const { visitor, teacherId, ann, ben, says } = await feeds.studio('names');
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
    const untied = await tie(null);
    ok(untied);
    expect(ok(await sync(visitor, 'sync-all')).unknownNames).toHaveLength(1);
    ok(await visitor.post('/api/undo', { batchId: batchOf(untied) }));
    expect(ok(await sync(visitor, 'sync-all')).tiedNames).toMatchObject([{ name: 'ann LEE', student: { id: ann } }]);
    const other = await tie(ben);
    ok(await tie(ann));
    expect((await visitor.post('/api/undo', { batchId: batchOf(other) })).text).toBe(
      'The student of a name in the calendar has changed since then, so this can no longer be undone.',
    );
    expect((await tie('nobody')).status).toBe(404);
    const stranger = await feeds.rondo.visitor().register('names-stranger@example.com');
    expect((await stranger.put('/api/calendar/names', { teacherId, name: 'x', studentId: ben })).status).toBe(404);
  });

  test('says what is wrong with a feed, and reads the others', async () => {
    const { visitor, answers: respond } = await feeds.studio('broken');
    const other = await addTeacher(visitor, 'Uma Lane', everyDay);
    ok(await visitor.put(`/api/teachers/${other}`, { calendarUrl: `${feeds.server.url}/other` }));
    feeds.answers.set('/other', { body: vcalendar(staff) });
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
    const none = await feeds.rondo.visitor().register('none@example.com');
    expect(ok(await sync(none, 'sync-all'))).toMatchObject({
      success: false,
      message: 'No Calendar URLs Found',
      feeds: [],
    });
  });
});

test('what is imported without a student can be tied to one later, and becomes a lesson', async () => {
  const { visitor, teacherId, ben, says } = await feeds.studio('tied-later');
  says(benOn('20261125T150000', { SUMMARY: 'Make-up for B' }));
  ok(await sync(visitor, 'replace-all-appointments'));
  const row: Row = ok(await visitor.get('/api/lessons')).find(({ source }: Row) => source === 'actual');
  const unknown = ok(await sync(visitor, 'sync-all'));
  expect(unknown.calendarEvents).toMatchObject([{ effect: 'unknown-name', replacing: 'keep', match: row.id }]);
  expect(unknown.unknownNames).toMatchObject([{ name: 'Make-up for B', events: 1 }]);
  ok(await visitor.put('/api/calendar/names', { teacherId, name: 'Make-up for B', studentId: ben }));
  const tied = ok(await sync(visitor, 'sync-all'));
  expect(tied.calendarEvents).toMatchObject([{ effect: 'move', replacing: 'change', studentId: ben, before: null }]);
  expect(tied.feeds[0].replacement).toEqual({ adds: 0, changes: 1, removes: 0, keeps: 0 });
  expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 1, removedCount: 0 });
  expect(ok(await visitor.get('/api/lessons')).find(({ id }: Row) => id === row.id)).toMatchObject({
    entryType: 'lesson',
    studentId: ben,
  });
});

describe('another address', () => {
  test('starts from its own baseline, and its first reading takes nothing of the old one for cancelled', async () => {
    const { visitor, teacherId, says } = await feeds.studio('address');
    const state = async () => ok(await visitor.get('/api/calendar/sync-state'))[0];
    const days = ['24', '25', '26'].map((day) => benOn(`202611${day}T180000`, { UID: `old ${day}` }));
    says(...days);
    ok(await sync(visitor, 'replace-all-appointments'));
    const imported = await dated(visitor);
    ok(await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: `${feeds.server.url}/address-2` }));
    ok(await sync(visitor, 'sync-cancellations'));
    expect(await state(), 'what the old address answered is forgotten, also when the new one fails').toMatchObject({
      lastSyncAt: null,
      lastEventHash: null,
      errorCount: 1,
      lastError: 'There is no calendar at this address.',
    });
    const fresh = ['24', '25', '26'].map((day) => benOn(`202611${day}T090000`, { UID: `new ${day}` }));
    feeds.answers.set('/address-2', { body: vcalendar(...fresh) });
    for (let reading = 0; reading < 2; reading += 1)
      expect(ok(await sync(visitor, 'sync-cancellations')), `reading ${reading}`).toMatchObject({ updatedCount: 0 });
    expect(await dated(visitor)).toEqual(imported);
    ok(await sync(visitor, 'replace-all-appointments'));
    feeds.answers.set('/address-2', { body: vcalendar(...fresh.slice(1)) });
    expect(ok(await sync(visitor, 'sync-cancellations'))).toMatchObject({ updatedCount: 1 });
    expect(await state()).toMatchObject({ lastSyncAt: expect.any(String), errorCount: 0 });
  });

  test('is refused with a sentence when it is none of a calendar', async () => {
    const { visitor, teacherId } = await feeds.studio('wrong-address');
    const answer = await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: 'https://calendar.example:22/' });
    expect([answer.status, answer.text]).toEqual([
      400,
      'Rondo cannot read a calendar there: after the server’s name, only :80, :443, :8080 and :8443 are allowed.',
    ]);
  });
});

describe('syncing cancellations', () => {
  test('restores an imported event that is confirmed again at another time', async () => {
    const { visitor, says } = await feeds.studio('confirmed-later');
    says(benOn('20261125T150000'));
    ok(await sync(visitor, 'replace-all-appointments'));
    says(benOn('20261125T150000', { STATUS: 'CANCELLED' }));
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(1);
    says(benOn('20261126T170000'));
    const [event] = ok(await sync(visitor, 'sync-all')).calendarEvents;
    expect(event).toMatchObject({ effect: 'restore', replacing: 'change', before: { date: '2026-11-25' } });
    expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(1);
    expect(await dated(visitor)).toEqual(['2026-11-25 15:00 Ben Abel actual scheduled']);
    ok(await sync(visitor, 'replace-all-appointments'));
    expect(await dated(visitor)).toEqual(['2026-11-26 17:00 Ben Abel actual scheduled']);
  });

  test('cancels and restores, names the feed in the history, and can be undone', async () => {
    const { visitor, teacherId, says } = await feeds.studio('cancellations');
    says(annWeekly(), annCancelled());
    const synced = await sync(visitor, 'sync-cancellations');
    expect(ok(synced)).toEqual({ success: true, updatedCount: 1, failed: [] });
    const row = ok(await visitor.get('/api/lessons')).find(({ status }: Row) => status === 'cancelled');
    expect(row).toMatchObject({ lessonDate: '2026-12-01', startTime: '16:00' });
    const history = ok(await visitor.get(`/api/lessons/${row.id}/history`));
    expect(history.map(({ text }: { text: string }) => text)).toContain(
      'Cancelled in the calendar feed for Tuesday, December 1.',
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
    const { visitor, says, answers: respond } = await feeds.studio('missing');
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
    const { visitor, says } = await feeds.studio('replace');
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
    ok(await endOfRestore(visitor, await visitor.post('/api/restore', { asOf })));
    expect(await dated(visitor)).toEqual(imported);
  });

  test('of more rows than fit into one append is one batch', async () => {
    const { visitor, says } = await feeds.studio('many');
    says(benOn('20261124T080000', { RRULE: 'FREQ=DAILY;COUNT=150' }));
    const replaced = await sync(visitor, 'replace-all-appointments');
    expect(ok(replaced)).toMatchObject({ importedCount: 150 });
    expect(await dated(visitor)).toHaveLength(150);
    ok(await visitor.post('/api/undo', { batchId: batchOf(replaced) }));
    expect(await dated(visitor)).toEqual([]);
  });

  test('leaves what the later of two readings has, when the calendar changes between them', async () => {
    const { visitor, answers: respond } = await feeds.studio('twice');
    const [before, after] = ['earlier', 'later'].map((UID) =>
      vcalendar(benOn('20261124T080000', { UID, SUMMARY: UID, RRULE: 'FREQ=DAILY;COUNT=140' })),
    );
    const bodies = [before, after];
    respond({
      get body() {
        return bodies.shift() ?? after ?? '';
      },
    });
    const both = await Promise.all([1, 2].map(() => sync(visitor, 'replace-all-appointments')));
    expect(both.map((one) => ok(one).failed)).toEqual([[], []]);
    const titles = Map.groupBy(await dated(visitor), (row) => row.split(' ')[2]);
    expect([...titles.values()].map((rows) => rows.length)).toEqual([140]);
  });

  test('replaces nothing when a feed fails, is suddenly empty or has too many events', async () => {
    const { visitor, teacherId, says, answers: respond } = await feeds.studio('refused');
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
  const visitor = await feeds.rondo.visitor().register('hostile@example.com');
  for (const path of Object.keys(hostile)) {
    const teacherId = await addTeacher(visitor, path.slice(1), everyDay);
    ok(await visitor.put(`/api/teachers/${teacherId}`, { calendarUrl: badServer.url + path }));
  }
  let isRead = false;
  const reading = sync(visitor, 'sync-all').finally(() => {
    isRead = true;
  });
  // All of these answers come before the silent calendar is given up.
  for (let i = 0; i < 100; i += 1) expect((await fetch(`${feeds.rondo.url}/livez`)).status).toBe(200);
  expect(isRead).toBe(false);
  expect(
    ok(await reading).feeds.map(({ ok: isRead, detail }: { ok: boolean; detail: string }) => [isRead, detail]),
  ).toEqual([
    [false, 'The calendar did not answer within 10 seconds.'],
    [false, 'This calendar is larger than 5 MB.'],
    [false, 'This calendar is larger than 5 MB.'],
    [false, 'This address redirects too many times.'],
    [true, '5000 events from today on. The calendar has more than 2,000 events to import. Nothing is replaced.'],
  ]);
});
