import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchOf, ok } from '../testing/visitor.ts';
import { automaticReading } from './testing/automatic-reading.ts';
import { benOn, dated, now, rondoWithFeeds, sync, type Row } from './testing/feed-studio.ts';

let feeds: Awaited<ReturnType<typeof rondoWithFeeds>>;
beforeAll(async () => {
  feeds = await rondoWithFeeds();
});
afterAll(() => feeds.stop());

type Studio = Awaited<ReturnType<typeof feeds.studio>>;

const clock = { instant: Date.parse(now) };
const goTo = (instant: string): void => {
  clock.instant = Date.parse(instant);
  feeds.rondo.setNow(clock.instant);
};
const billed = async ({ visitor, ben }: Studio, day: string) =>
  ok(
    await visitor.post('/api/invoices/generate', {
      teacherId: null,
      billingPeriodStart: day,
      billingPeriodEnd: day,
      selectedStudentIds: [ben],
    }),
  );
const benRow = (day: string, status = 'scheduled'): string => `${day} 15:00 Ben Abel actual ${status}`;
const idOn = async ({ visitor }: Studio, day: string): Promise<string | undefined> =>
  ok(await visitor.get('/api/lessons')).find(({ source, lessonDate }: Row) => source === 'actual' && lessonDate === day)
    ?.id;

// Two lessons were imported and took place; the first is on an invoice. Then the teacher drags both events to a new date.
test('events that are dragged out of the past leave the lessons that took place, and bring new ones', async () => {
  goTo(now);
  const studio = await feeds.studio('past');
  const { visitor, ben, feed, says } = studio;
  const automatic = await automaticReading(feeds.rondo.connectionString, { instant: () => clock.instant });
  ok(await visitor.put(`/api/students/${ben}`, { perLessonRate: 50 }));
  const [one, two, three] = ['one', 'two', 'three'].map((UID) => (day: string) => benOn(`${day}T150000`, { UID }));
  const at = (...days: readonly string[]): void =>
    says(...[one, two, three].flatMap((event, i) => (event && days[i] !== undefined ? [event(days[i])] : [])));
  at('20261124', '20261125', '20261209');
  ok(await sync(visitor, 'replace-all-appointments'));
  const taught = [await idOn(studio, '2026-11-24'), await idOn(studio, '2026-11-25')];

  goTo('2026-11-30T15:00:00Z');
  const [invoice] = await billed(studio, '2026-11-24');
  expect(invoice).toMatchObject({ total: 50 });
  at('20261202', '20261203', '20261209');
  const moved = ok(await sync(visitor, 'sync-all'));
  expect([moved.vanished, moved.removed]).toEqual([[], []]);
  expect(moved.calendarEvents).toMatchObject([
    { uid: 'one', effect: 'add', replacing: 'add', before: null, past: { date: '2026-11-24', startTime: '15:00' } },
    { uid: 'two', effect: 'add', replacing: 'add', before: null, past: { date: '2026-11-25', startTime: '15:00' } },
    { uid: 'three', effect: 'none', past: null },
  ]);
  expect(moved.feeds[0].replacement).toEqual({ adds: 2, changes: 0, removes: 0, keeps: 1 });
  await automatic.sync(feed);
  expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(0);
  const replaced = await sync(visitor, 'replace-all-appointments');
  expect(ok(replaced)).toMatchObject({ importedCount: 2, removedCount: 0 });
  const all = ['2026-11-24', '2026-11-25', '2026-12-02', '2026-12-03', '2026-12-09'].map((day) => benRow(day));
  expect(await dated(visitor)).toEqual(all);
  expect([await idOn(studio, '2026-11-24'), await idOn(studio, '2026-11-25')]).toEqual(taught);

  // What was taught is billed, each once, and so is what is new.
  expect(await billed(studio, '2026-11-25')).toMatchObject([{ total: 50 }]);
  expect(
    (
      await visitor.post('/api/invoices/generate', {
        teacherId: null,
        billingPeriodStart: '2026-11-24',
        billingPeriodEnd: '2026-11-25',
        selectedStudentIds: [ben],
      })
    ).status,
  ).toBe(409);
  expect(await billed(studio, '2026-12-02')).toMatchObject([{ total: 50 }]);

  // Moved once more, the new lesson moves; that of the past stays.
  at('20261204', '20261203', '20261209');
  const id = await idOn(studio, '2026-12-02');
  expect(ok(await sync(visitor, 'replace-all-appointments'))).toMatchObject({ importedCount: 1, removedCount: 0 });
  expect(await idOn(studio, '2026-12-04')).toBe(id);
  expect(await dated(visitor)).toContain(benRow('2026-11-24'));

  // Gone or cancelled, too.
  at('20261204');
  says(benOn('20261204T150000', { UID: 'one', STATUS: 'CANCELLED' }), benOn('20261209T150000', { UID: 'three' }));
  expect(ok(await sync(visitor, 'sync-cancellations')).updatedCount).toBe(2);
  expect(await dated(visitor)).toEqual([
    benRow('2026-11-24'),
    benRow('2026-11-25'),
    benRow('2026-12-03', 'cancelled'),
    benRow('2026-12-04', 'cancelled'),
    benRow('2026-12-09'),
  ]);
});

test('an event that is dragged into the past takes no lesson that took place, and its own is gone', async () => {
  goTo(now);
  const studio = await feeds.studio('into-past');
  const { visitor, says } = studio;
  const other = benOn('20261210T150000', { UID: 'other' });
  says(benOn('20261124T150000', { UID: 'taught' }), benOn('20261202T150000', { UID: 'moved' }), other);
  ok(await sync(visitor, 'replace-all-appointments'));
  goTo('2026-11-30T15:00:00Z');
  says(benOn('20261124T150000', { UID: 'taught' }), benOn('20261124T170000', { UID: 'moved' }), other);
  expect(ok(await sync(visitor, 'sync-all')).vanished).toMatchObject([{ date: '2026-12-02' }]);
  const replaced = await sync(visitor, 'replace-all-appointments');
  expect(ok(replaced)).toMatchObject({ importedCount: 0, removedCount: 1 });
  expect(await dated(visitor)).toEqual([benRow('2026-11-24'), benRow('2026-12-10')]);
  ok(await visitor.post('/api/undo', { batchId: batchOf(replaced) }));
  expect(await dated(visitor)).toEqual([benRow('2026-11-24'), benRow('2026-12-02'), benRow('2026-12-10')]);
});

test('a series that began in the past keeps what took place when it moves as a whole', async () => {
  goTo(now);
  const studio = await feeds.studio('past-series');
  const { visitor, says } = studio;
  const weekly = (DTSTART: string) => benOn(DTSTART, { UID: 'weekly', RRULE: 'FREQ=WEEKLY;COUNT=4' });
  says(weekly('20261124T150000'));
  ok(await sync(visitor, 'replace-all-appointments'));
  const past = await idOn(studio, '2026-11-24');
  goTo('2026-11-30T15:00:00Z');
  says(weekly('20261203T150000'));
  ok(await sync(visitor, 'replace-all-appointments'));
  expect(await dated(visitor)).toEqual(
    ['2026-11-24', '2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24'].map((day) => benRow(day)),
  );
  expect(await idOn(studio, '2026-11-24')).toBe(past);
});
