import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { rebuild } from '@rondo/projections/runner/rebuild.ts';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { postgresEventStore } from '../platform/log/postgres/postgres-event-store.ts';
import { testRondo, type TestRondo } from '../testing/test-rondo.ts';
import { ok, type Visitor } from '../testing/visitor.ts';
import { allReadModels } from './read-models.ts';

const folder = path.join(import.meta.dirname, '../../tools/earlier-versions');

const answers = z.record(z.string(), z.unknown());
const recorded = z.object({
  /** The server's clock; on the day of recording, since the log has the database's time. */
  now: z.string(),
  dana: z.object({
    shown: answers,
    /** Newest first. */
    undoable: z.array(z.object({ batchId: z.string(), lessonsBefore: z.unknown() })),
  }),
  guest: z.object({ cookies: z.record(z.string(), z.string()), shown: answers }),
});

/** Runs a dump, and keeps the guest's session valid from today. */
const restore = (version: string) => async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(await readFile(path.join(folder, `${version}.sql`), 'utf8'));
  await client.query(`update accounts.sessions set expire = now() + interval '1 day'`);
  await client.end();
};

/** Leaves out fields at every depth. */
const without = (names: readonly string[], value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, inner: unknown) => (names.includes(name) ? undefined : inner)));

/** Rows by id; a plan that an undo reopens has a new report, and that version had no maps service and did not say how exact drives are. */
const rowsWithoutRun = (rows: unknown) => {
  const known = z.array(z.looseObject({ id: z.string() }));
  const inOrder = known.parse(rows).toSorted((a, b) => a.id.localeCompare(b.id));
  return known.parse(without(['revision', 'reportId', 'driveNotice', 'driveApproximate'], inOrder));
};

const withGoals = z.looseObject({ proven: z.boolean(), provenGoals: z.object({ placed: z.boolean() }) });

/** Reports as earlier versions showed them: proven meant that no plan places more students, today it means every goal. */
const provenPlaced = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner: unknown) => {
    const report = withGoals.safeParse(inner).data;
    return report ? { ...report, proven: report.provenGoals.placed } : inner;
  });

/** Comparable across versions: a revision is opaque, and the history's wording is not data. */
const comparable = (shown: Record<string, unknown>) =>
  answers.parse(without(['revision', 'text'], provenPlaced(shown)));

const historyEntries = z.array(z.looseObject({ eventId: z.string() }));

/** Only what an earlier version showed of a history: today that of a single date begins with what happened to its series. */
const shownThen = (shown: Record<string, unknown>, then: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shown).map(([pathname, answer]) => {
      if (!pathname.endsWith('/history')) return [pathname, answer];
      const known = new Set(historyEntries.parse(then[pathname]).map(({ eventId }) => eventId));
      return [pathname, historyEntries.parse(answer).filter(({ eventId }) => known.has(eventId))];
    }),
  );

const reading = async (
  visitor: Visitor,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> => {
  const shown: Record<string, unknown> = {};
  for (const pathname of paths) shown[pathname] = ok(await visitor.get(pathname, headers));
  return shown;
};

describe.each(['3736b71'])('a database written by version %s', async (version) => {
  const { now, dana, guest } = recorded.parse(JSON.parse(await readFile(path.join(folder, `${version}.json`), 'utf8')));
  const paths = Object.keys(dana.shown);
  let rondo: TestRondo;
  let visitor: Visitor;

  beforeAll(async () => {
    const secret = { SESSION_SECRET: 'the secret of all recordings' };
    rondo = await testRondo(now, secret, restore(version));
    visitor = rondo.visitor();
    ok(await visitor.post('/api/login', { email: 'dana@example.com', password: 'six-strings' }));
  });
  afterAll(() => rondo.stop());

  test('shows all that it showed then, to its teacher and to its guest', async () => {
    expect(comparable(shownThen(await reading(visitor, paths), dana.shown))).toMatchObject(comparable(dana.shown));
    const shown = await reading(rondo.visitor(), Object.keys(guest.shown), guest.cookies);
    expect(comparable(shown)).toMatchObject(comparable(guest.shown));
  });

  test('shows the same after every read model is rebuilt', async () => {
    const before = await reading(visitor, paths);
    const pool = connectionPool({ connectionString: rondo.connectionString, max: 4, name: 'test' });
    const source = await postgresEventStore({ connectionString: rondo.connectionString });
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    for (const model of allReadModels) await rebuild({ db, source, say: () => undefined }, model);
    await source.close();
    await pool.end();
    await expect.poll(() => reading(visitor, paths)).toEqual(before);
  });

  test('undoes its newest commands one after the other, and carries out new ones', async () => {
    const lessons = async () => ok(await visitor.get('/api/lessons'));
    expect(dana.undoable).not.toHaveLength(0);
    for (const { batchId, lessonsBefore } of dana.undoable) {
      ok(await visitor.post('/api/undo', { batchId }));
      // Rows have more fields today.
      await expect.poll(async () => rowsWithoutRun(await lessons())).toMatchObject(rowsWithoutRun(lessonsBefore));
    }
    const [student] = ok(await visitor.get('/api/students'));
    const [teacher] = ok(await visitor.get('/api/teachers'));
    const made = ok(
      await visitor.post('/api/lessons', {
        teacherId: teacher.id,
        studentId: student.id,
        lessonDate: '2026-11-28',
        startTime: '10:00',
      }),
    );
    expect(await lessons()).toContainEqual(made);
    expect(ok(await visitor.post(`/api/lessons/${made.id}/cancel`, {}))).toMatchObject({ status: 'cancelled' });
  });
});
