import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { preparedDialect } from '@rondo/projections/postgres/prepared.ts';
import { startRunner } from '@rondo/projections/runner/runner.ts';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AccountsDb } from '../platform/postgres/tables.ts';
import { vcalendar } from '../domain/calendars/in/testing/feeds.ts';
import { streamRegistry } from '../platform/postgres/stream-registry.ts';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { progressNotices } from '../platform/models/notices.ts';
import { savedSettings } from '../domain/studio/clock.ts';
import { readModels } from '../platform/models/read-models.ts';
import { writeSideOn } from '../testing/write-side.ts';
import { ok } from '../testing/visitor.ts';
import { openCalendarReading } from './calendar-reading.ts';
import { allReadModels } from './read-models.ts';
import { annCancelled, annWeekly, dated, now, rondoWithFeeds } from './testing/feed-studio.ts';
import { unlimitedSizes } from '../platform/commands/studio-sizes.ts';

let feeds: Awaited<ReturnType<typeof rondoWithFeeds>>;
beforeAll(async () => {
  feeds = await rondoWithFeeds();
});
afterAll(() => feeds.stop());

/** A second process on the same database, whose automatic reading the test controls. */
const automaticReading = async () => {
  const { connectionString } = feeds.rondo;
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
  const models = readModels(projecting, runner, () => store.head());
  const reading = openCalendarReading({
    infrastructure: { connectionString },
    services: {
      ...writeSideOn(store, streamRegistry(db)),
      db,
      models,
      sizes: unlimitedSizes,
      settingsOf: savedSettings(models),
      now: () => Date.parse(now),
    },
    config: { FEEDS_ALLOW_PRIVATE: true, FEED_REQUESTS_TO_STRANGERS: 20 },
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
    const { visitor, teacherId, series, feed, says } = await feeds.studio('automatic');
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
      metadata: { date: '2026-12-08', batchId: expect.any(String), batchSize: 1 },
    });
    expect(ok(await visitor.post(`/api/notifications/${notification.id}/read`)).isRead).toBe(true);
    expect(ok(await visitor.get('/api/notifications'))).toMatchObject([{ isRead: true }]);
    const stranger = await feeds.rondo.visitor().register('bell-stranger@example.com');
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
    says(annWeekly({ DURATION: 'PT55M' }), annCancelled(), annCancelled('20261208').replace('PT45M', 'PT50M'));
    await automatic.sync(feed);
    await expect.poll(async () => ok(await visitor.get('/api/notifications')).length).toBe(5);
    const both = ok(await visitor.get('/api/notifications')).slice(0, 2);
    expect(both, 'one reading changed two lessons').toMatchObject([
      { metadata: { batchSize: 2 } },
      { metadata: { batchId: both[0].metadata.batchId, batchSize: 2 } },
    ]);
    expect(ok(await visitor.post(`/api/notifications/${both[0].id}/read`)).metadata.batchSize).toBe(2);
    ok(await visitor.post('/api/notifications/read'));
    expect(
      ok(await visitor.get('/api/notifications')).map(({ type, isRead }: { type: string; isRead: boolean }) => [
        type,
        isRead,
      ]),
    ).toEqual([
      ['lesson_cancelled', true],
      ['lesson_cancelled', true],
      ['lesson_restored', true],
      ['lesson_cancelled', true],
      ['lesson_cancelled', true],
    ]);
  });

  test('reads feeds that are due, asks whether they changed, and waits longer after errors', async () => {
    const automatic = await automaticReading();
    const { visitor, teacherId, says, answers: respond } = await feeds.studio('due');
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
