import { randomUUID } from 'node:crypto';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { created, dated, occurrence, series } from '@rondo/projections/testing/lesson-facts.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { AccountsDb } from '../../../platform/postgres/tables.ts';
import { streamRegistry } from '../../../platform/postgres/stream-registry.ts';
import { postgresEventStore } from '../../../platform/log/postgres/postgres-event-store.ts';
import { importStudio } from '../../studio/transfer/import-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { testRondo, type TestRondo } from '../../../testing/test-rondo.ts';
import { batchOf, ok, type Visitor } from '../../../testing/visitor.ts';

let rondo: TestRondo;
beforeAll(async () => {
  rondo = await testRondo('2026-11-23T15:00:00Z');
});
afterAll(() => rondo.stop());

const database = () => {
  const pool = connectionPool({ connectionString: rondo.connectionString, max: 1, name: 'test' });
  onTestFinished(() => pool.end());
  return pool;
};

/** Imports schedules with lessons of old data, by teacher. */
const importLessons = async (
  studioId: string,
  schedules: Readonly<Record<string, readonly ReturnType<typeof created>[]>>,
): Promise<void> => {
  const store = await postgresEventStore({ connectionString: rondo.connectionString });
  const registry = streamRegistry(new Kysely<AccountsDb>({ dialect: new PostgresDialect({ pool: database() }) }));
  const commandId = randomUUID();
  const lines = Object.entries(schedules).flatMap(([teacherId, events]) =>
    events.map(({ type, data }, revision) =>
      JSON.stringify({
        stream: streamName(scheduleEvents, studioId, teacherId),
        revision,
        eventId: randomUUID(),
        type,
        recordedAt: '2026-10-01T12:00:00.000000Z',
        data,
        metadata: {
          commandId,
          inputHash: '',
          correlationId: commandId,
          causationId: commandId,
          batchId: commandId,
          studioId,
          actor: studioId,
          schemaVersion: 1,
        },
      }),
    ),
  );
  await importStudio({ store, registry }, lines);
  await store.close();
};

const report = async (visitor: Visitor) => ok(await visitor.get('/api/data-integrity'));
const issues = async (visitor: Visitor): Promise<string[]> =>
  (await report(visitor)).orphanedLessons.map((one: { id: string; orphanedReason: string }) =>
    [one.id, one.orphanedReason].join(': '),
  );

/** Two known people, and the given lessons imported for the teacher and for a stranger. */
const studioWith = async (email: string) => {
  const visitor = await rondo.visitor().register(email);
  const { id: studioId } = ok(await visitor.get('/api/user'));
  const teacherId = await addTeacher(visitor, 'Tess Moss', everyDay);
  const studentId = await addStudent(visitor, 'Ann Lee', everyDay, { teacherId });
  return { visitor, studioId, teacherId, studentId };
};

test('imported lessons whose student or teacher does not exist are found, deleted with their past, and come back when that is undone', async () => {
  const { visitor, studioId, teacherId, studentId } = await studioWith('orphans@example.com');
  expect(await report(visitor)).toMatchObject({ issuesFound: 0, totalLessons: 0, totalStudents: 1, totalTeachers: 1 });
  const lost = series('lost', { studentId: 'nobody' });
  await importLessons(studioId, {
    [teacherId]: [
      created(series('fine', { studentId, start: 900 })),
      created(lost, [{ ...occurrence(lost, '2026-10-05', { status: 'cancelled' }), lessonId: 'lost-once' }]),
      created(dated('past', '2026-10-07', { studentId: 'nobody' })),
    ],
    stranger: [created(dated('strange', '2026-12-01', { studentId }))],
  });
  await expect.poll(() => issues(visitor)).toHaveLength(4);
  expect(await report(visitor)).toEqual({
    issuesFound: 4,
    totalLessons: 5,
    totalStudents: 1,
    totalTeachers: 1,
    orphanedLessons: [
      {
        id: 'lost-once',
        lessonDate: '2026-10-05',
        dayOfWeek: 1,
        source: 'manual',
        startTime: '16:00',
        endTime: '16:45',
        orphanedReason: 'Its student is unknown',
        status: 'cancelled',
        teacherId,
        shownOn: '2026-10-05',
      },
      expect.objectContaining({ id: 'past', lessonDate: '2026-10-07', shownOn: '2026-10-07' }),
      expect.objectContaining({ id: 'lost', lessonDate: '', shownOn: '2026-11-23', status: 'scheduled' }),
      expect.objectContaining({ id: 'strange', orphanedReason: 'Its teacher is unknown', teacherId: null }),
    ],
  });

  const before = ok(await visitor.get('/api/lessons'));
  const deleting = await visitor.delete('/api/data-integrity/orphaned-lessons');
  expect(ok(deleting)).toEqual({ message: 'Deleted 4 orphaned lessons.' });
  expect(await issues(visitor)).toEqual([]);
  expect(ok(await visitor.get('/api/lessons')).map(({ id }: { id: string }) => id)).toEqual(['fine']);

  ok(await visitor.post('/api/undo', { batchId: batchOf(deleting) }));
  expect(await issues(visitor)).toHaveLength(4);
  const idsOf = (lessons: { id: string }[]) => lessons.map(({ id }) => id).toSorted();
  expect(idsOf(ok(await visitor.get('/api/lessons')))).toEqual(idsOf(before));
});

test('without orphaned lessons there is nothing to delete', async () => {
  const { visitor } = await studioWith('clean@example.com');
  const deleting = await visitor.delete('/api/data-integrity/orphaned-lessons');
  expect([ok(deleting), batchOf(deleting)]).toEqual([{ message: 'There are no orphaned lessons.' }, '']);
});

test('every read model is compared with the log, and a row that differs is counted', async () => {
  const { visitor, studioId, teacherId, studentId } = await studioWith('compared@example.com');
  const lesson = { teacherId, studentId, dayOfWeek: 1, startTime: '15:00', lessonDate: '' };
  ok(await visitor.post('/api/lessons', lesson));
  ok(await visitor.post('/api/backups', { name: 'Fall' }));
  await importLessons(studioId, { stranger: [created(dated('strange', '2026-12-01', { studentId }))] });
  await expect.poll(() => issues(visitor)).toHaveLength(1);
  const compared = async () => ok(await visitor.get('/api/data-integrity/read-models'));
  const sound = await compared();
  expect(sound).toMatchObject({ differing: 0 });
  expect(sound.rows).toBeGreaterThan(10);
  expect(sound.models.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['lessons', 'students', 'history', 'backups', 'integrity']),
  );
  const empty = sound.models.filter(({ rows }: { rows: number }) => rows === 0);
  expect(empty.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'branches',
    'day',
    'familynotes',
    'inquiries',
    'messages',
    'notifications',
    'privatenotes',
    'reports',
    'timeoff',
  ]);

  const pool = database();
  const schemaOf = async (model: string): Promise<string> => {
    const { rows } = await pool.query(
      `select schema_name from projections.read_models where model = $1 and state = 'live'`,
      [model],
    );
    return rows[0].schema_name;
  };
  const [students, lessons] = [await schemaOf('students'), await schemaOf('lessons')];
  await pool.query(`update ${students}.students set sample = true where studio_id = $1`, [studioId]);
  await pool.query(`delete from ${lessons}.lessons where studio_id = $1 and lesson_id = 'strange'`, [studioId]);
  await pool.query(`insert into ${lessons}.removed values ($1, 'never', now())`, [studioId]);
  const differing = await compared();
  expect(differing).toMatchObject({ differing: 3, rows: sound.rows });
  const figuresOf = (model: string) => differing.models.find(({ name }: { name: string }) => name === model);
  expect(figuresOf('students')).toMatchObject({ missing: 0, extra: 0, changed: 1 });
  expect(figuresOf('lessons')).toMatchObject({ missing: 1, extra: 1, changed: 0 });
});

test('the check belongs to the signed-in user', async () => {
  for (const path of ['/api/data-integrity', '/api/data-integrity/read-models'])
    expect((await rondo.visitor().get(path)).status).toBe(401);
});
