import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { addStudent, addTeacher } from '../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';

/** Each tool is its own process, which takes time on a busy machine. */
const patience = 120_000;

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const projections = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: rondo.connectionString };
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'projections.ts'), ...args],
      { env },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

/** A process of a newer release copies the schedule's first lesson as a second one. */
const writeNewerLesson = async (): Promise<void> => {
  const store = await postgresEventStore({ connectionString: rondo.connectionString });
  const head = Number(await store.head());
  const stop = new AbortController();
  for await (const { events } of store.subscribe({ after: null, prefixes: ['schedule-'], signal: stop.signal })) {
    const [first] = events;
    if (!first) continue;
    const data = { ...created.parse(first.data), lesson: { ...created.parse(first.data).lesson, lessonId: 'newer' } };
    const metadata = { ...first.metadata, schemaVersion: 99 };
    await store.append(first.stream, first.revision, [{ eventId: randomUUID(), type: first.type, data, metadata }]);
    stop.abort();
  }
  expect(Number(await store.head())).toBe(head + 1);
  await store.close();
};
const created = z.looseObject({ lesson: z.looseObject({}) });

/** As if the newer release had been installed. */
const makeReadable = () =>
  rondo.query(
    `update event_log.events set metadata = jsonb_set(metadata::jsonb, '{schemaVersion}', '1') where metadata->>'schemaVersion' = '99'`,
  );

const monday = [{ day: 1, from: '14:00', to: '18:00' }];

test(
  'a studio that a reactor cannot handle is named by /readyz and status; a retry does what it missed',
  { timeout: patience },
  async () => {
    const dana = await rondo.visitor().register('dana@example.com');
    const teacherId = await addTeacher(dana, 'Tess', monday);
    const studentId = await addStudent(dana, 'Ann Lee', monday, { teacherId });
    const lesson = { teacherId, studentId, entryType: 'lesson', dayOfWeek: 1, startTime: '16:00', duration: 45 };
    expect((await dana.post('/api/lessons', lesson)).status).toBe(200);
    await writeNewerLesson();
    await dana.delete(`/api/students/${studentId}`);
    const parts = async () => (await rondo.visitor().get('/readyz')).json.parts;
    await expect.poll(parts).toMatchObject({ removals: 'live, 1 studio parked', students: 'live' });

    const status = await projections('status', 'removals');
    expect(status.code).toBe(1);
    expect(status.out).toMatch(
      /^removals: removals_1_1 live at \d+; the log ends at \d+\.\n {2}parked: studio \S+ at \d+: .*newer than this Rondo/,
    );
    expect((await projections('retry', 'removals')).code).toBe(1);

    await makeReadable();
    const retried = await projections('retry');
    expect([retried.code, retried.err]).toEqual([0, '']);
    expect(retried.out).toMatch(/^removals: studio \S+ resumed\.$/m);
    expect(retried.out).toContain('transfers: ');
    expect(retried.out).toContain('erasure: nothing is parked.');
    await expect.poll(async () => (await dana.get('/api/lessons')).json).toEqual([]);
    await expect.poll(parts).toMatchObject({ removals: 'live', lessons: 'live' });
  },
);

test('wrong arguments print the usage', { timeout: patience }, async () => {
  expect(await projections('repair')).toMatchObject({ code: 2, out: '' });
  expect(await projections('status', 'rooms')).toMatchObject({
    code: 2,
    err: 'There is no read model or reactor rooms.\n',
  });
});
