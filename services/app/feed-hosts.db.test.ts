import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedServer, type FeedServer } from '../domain/calendars/in/testing/feed-server.ts';
import { addTeacher } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { ok } from '../testing/visitor.ts';

let rondo: TestRondo;
let stranger: FeedServer;
let asked = 0;
beforeAll(async () => {
  stranger = await feedServer((_, response) => {
    asked += 1;
    response.writeHead(404).end();
  });
  rondo = await testRondo('2026-11-23T15:00:00Z', { FEEDS_ALLOW_PRIVATE: 'true', FEED_REQUESTS_TO_STRANGERS: '2' });
});
afterAll(async () => {
  await rondo.stop();
  await stranger.close();
});

test('a teacher’s address does not flood a stranger, and what was not asked for is no error of the feed', async () => {
  const dana = await rondo.visitor().register('dana@example.com');

  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora', 'Eli']) {
    const id = await addTeacher(dana, name, []);
    ok(await dana.put(`/api/teachers/${id}`, { calendarUrl: `${stranger.url}/${name}.ics` }));
  }
  const { failed } = ok(await dana.post('/api/calendar/sync-cancellations'));
  expect(failed).toHaveLength(5);
  for (const { detail } of failed) expect(detail).toBe('There is no calendar at this address.');
  expect(asked).toBe(2);
  const states: { errorCount: number }[] = ok(await dana.get('/api/calendar/sync-state'));
  expect(states.map(({ errorCount }) => errorCount).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 1]);
});
