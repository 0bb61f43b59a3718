import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTeacher, everyDay } from '../testing/studio-fixture.ts';
import { logLines } from '../testing/log-lines.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { ok, refused } from '../testing/visitor.ts';

const { log, traces } = logLines();
let rondo: TestRondo;
beforeAll(async () => {
  // One waits; what comes besides is refused at once.
  const turns = { EXPENSIVE_CALLS_PER_STUDIO: '1', EXPENSIVE_CALLS_WAITING: '1', EXPENSIVE_CALL_SECONDS: '5' };
  rondo = await testRondo('2026-11-23T15:00:00Z', turns, undefined, log);
});
afterAll(() => rondo.stop());

const busy = [503, 'The server is busy right now. Please try again in a moment.'];

test('calls beyond the settings are refused and traced, and signing out waits for no turn', async () => {
  const guest = rondo.visitor();
  const { id: userId } = ok(await guest.post('/api/guest-login'));
  const teacherId = await addTeacher(guest, 'Tess Moss', everyDay);
  const clear = () => guest.delete('/api/lessons/clear', { manual: true, selectedTeachers: [teacherId] });
  const answers = await Promise.all(Array.from({ length: 40 }, clear));
  const some = answers.find(({ status }) => status !== 200);
  expect(some && refused(some)).toEqual(busy);
  expect(some?.headers.get('Retry-After')).toBe('2');
  expect(traces()).toContainEqual(
    expect.objectContaining({ event: 'limit', limit: 'expensive calls', userId, call: 'DELETE /api/lessons/clear' }),
  );
  const [, out] = await Promise.all([Promise.all(Array.from({ length: 20 }, clear)), guest.post('/api/logout')]);
  ok(out);
});

test('a restore is carried out however long it waits, and holds no turn while its request waits for it', async () => {
  const visitor = await rondo.visitor().register('restored@example.com');
  const asOf = new Date().toISOString();
  await addTeacher(visitor, 'Tess Moss', everyDay);
  // One turn is enough for the request and for what it begins, which may go on after the answer on a slow machine.
  expect([200, 202]).toContain((await visitor.post('/api/restore', { asOf })).status);
  await expect.poll(async () => ok(await visitor.get('/api/teachers'))).toEqual([]);
});
