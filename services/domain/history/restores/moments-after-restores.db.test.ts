import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { derivedId } from '../../../platform/commands/ids.ts';
import { dana, inOwnStudio, rondo } from '../../../testing/own-studio.ts';
import { addStudent, addTeacher, everyDay } from '../../../testing/studio-fixture.ts';
import { batchOf, ok, refused, type Answer } from '../../../testing/visitor.ts';

inOwnStudio();

let teacherId: string;
let studentId: string;
beforeEach(async () => {
  teacherId = await addTeacher(dana, 'Marcus Bell', everyDay);
  studentId = await addStudent(dana, 'Ann Lee', everyDay, { teacherId });
});

/** A moment apart from the events before and after it. */
const aMoment = async (): Promise<string> => {
  await delay(5);
  const moment = instantAt(Date.now());
  await delay(5);
  return moment;
};

/** Adds a weekly lesson on a weekday. */
const enter = async (dayOfWeek: number): Promise<void> => {
  ok(await dana.post('/api/lessons', { teacherId, studentId, dayOfWeek, startTime: '16:00', lessonDate: '' }));
};
const days = async (asOf?: string): Promise<number[]> =>
  ok(await dana.get(`/api/lessons${asOf === undefined ? '' : `?asOf=${asOf}`}`))
    .map((row: { dayOfWeek: number }) => row.dayOfWeek)
    .toSorted();

const ended = async (answer: Answer): Promise<string> => {
  const restoreId = answer.json.restoreId ?? derivedId(batchOf(answer), 'restore');
  if (answer.status === 202)
    await dana.call('GET', `/api/restores/${restoreId}`, undefined, { Accept: 'text/event-stream' });
  expect(ok(await dana.get(`/api/restores/${restoreId}`)).status).toBe('completed');
  return batchOf(answer);
};
const restore = async (asOf: string, teacher?: string) =>
  ended(await dana.post('/api/restore', { asOf, ...(teacher === undefined ? {} : { teacherId: teacher }) }));
const restoreBackup = async (id: string) => ended(await dana.post(`/api/backups/${id}/restore`));
const backup = async (): Promise<string> => ok(await dana.post('/api/backups', { name: 'good' })).id;

const counts = async (query: string) => ok(await dana.get(`/api/restore/preview?${query}`)).counts;

describe('the moment after a restore', () => {
  test('is what the restore led to, for the list, the preview and another restore', async () => {
    await enter(1);
    const good = await backup();
    await enter(2);
    await restoreBackup(good);
    const moment = await aMoment();
    expect(await days(moment)).toEqual([1]);
    await enter(3);
    expect(await counts(`asOf=${moment}`)).toEqual({ added: 0, removed: 1, changed: 0 });
    await restore(moment);
    expect(await days()).toEqual([1]);
  });

  test('is the same for one teacher', async () => {
    await enter(1);
    const good = await aMoment();
    await enter(2);
    await restore(good, teacherId);
    const moment = await aMoment();
    await enter(3);
    expect(await counts(`asOf=${moment}&teacherId=${teacherId}`)).toEqual({ added: 0, removed: 1, changed: 0 });
    await restore(moment, teacherId);
    expect(await days()).toEqual([1]);
  });

  test('is what an undo of the restore led to, once it is undone', async () => {
    await enter(1);
    const good = await aMoment();
    await enter(2);
    const batchId = await restore(good);
    await ended(await dana.post('/api/undo', { batchId }));
    const moment = await aMoment();
    expect(await days(moment)).toEqual([1, 2]);
    await enter(3);
    expect(await counts(`asOf=${moment}`)).toEqual({ added: 0, removed: 1, changed: 0 });
    await restore(moment);
    expect(await days()).toEqual([1, 2]);
  });

  test('is that of the automatic backup before the next large change', async () => {
    await enter(1);
    const good = await backup();
    await enter(2);
    await restoreBackup(good);
    ok(await dana.delete('/api/lessons/clear', { manual: true, preScheduled: true, selectedTeachers: [teacherId] }));
    const before = ok(await dana.get('/api/backups')).find(({ name }: { name: string }) => name === 'Before clear');
    expect(before.counts).toMatchObject({ lessons: 1 });
    await restoreBackup(before.id);
    expect(await days()).toEqual([1]);
  });
});

test('restoring a moment again changes nothing, also where what took place since keeps the id of the lesson', async () => {
  await enter(2);
  const moment = await aMoment();
  const [{ id }] = ok(await dana.get('/api/lessons'));
  ok(await dana.patch(`/api/lessons/${id}/edit`, { editScope: 'series', startTime: '19:30' }));
  // On Wednesday, the Tuesday has taken place at 19:30.
  rondo.setNow(Date.parse('2026-11-25T15:00:00Z'));
  expect(await counts(`asOf=${moment}`)).toEqual({ added: 0, removed: 0, changed: 1 });
  await restore(moment);
  const restored = ok(await dana.get('/api/lessons'));
  expect(restored).toHaveLength(2);
  for (const now of ['2026-11-25T16:00:00Z', '2026-12-09T16:00:00Z']) {
    rondo.setNow(Date.parse(now));
    expect(await counts(`asOf=${moment}`)).toEqual({ added: 0, removed: 0, changed: 0 });
    await restore(moment);
    expect(ok(await dana.get('/api/lessons'))).toEqual(restored);
  }
  rondo.setNow(Date.parse('2026-11-23T15:00:00Z'));
});

describe('a pending plan whose report an undo renewed', () => {
  const pending = async (): Promise<{ id: string }[]> =>
    ok(await dana.get('/api/optimization-reports')).reports.filter(
      ({ status }: { status: string }) => status === 'pending',
    );
  const decide = async (status: string): Promise<Answer> => {
    const [report] = await pending();
    return dana.patch(`/api/optimization-reports/${report?.id}/status`, { status });
  };

  test.each(['accepted', 'rejected'])('once %s can still be decided after a restore to the run', async (decision) => {
    ok(await dana.post('/api/schedule/generate', { teacherIds: [teacherId], studentIds: [studentId] }));
    const moment = await aMoment();
    const decided = await decide(decision);
    ok(decided);
    ok(await dana.post('/api/undo', { batchId: batchOf(decided) }));
    expect(await counts(`asOf=${moment}`)).toEqual({ added: 0, removed: 0, changed: 0 });
    await restore(moment);
    expect(await pending()).toHaveLength(1);
    expect((await decide('accepted')).status).toBe(200);
  });
});

describe('a restore is refused', () => {
  test('to a moment before the studio and to one in the future', async () => {
    expect(refused(await dana.post('/api/restore', { asOf: '2001-01-01T00:00:00Z' }))).toEqual([
      400,
      'The studio did not exist at that time.',
    ]);
    expect(refused(await dana.post('/api/restore', { asOf: '2099-01-01T00:00:00Z' }))).toEqual([
      400,
      '"asOf" can\'t be in the future.',
    ]);
  });

  test('to a deleted backup', async () => {
    const good = await backup();
    ok(await dana.delete(`/api/backups/${good}`));
    const gone = [404, 'There is no such backup.'];
    expect(refused(await dana.post(`/api/backups/${good}/restore`))).toEqual(gone);
    expect(refused(await dana.get(`/api/restore/preview?backupId=${good}`))).toEqual(gone);
  });

  test('to a moment inside another restore, but not to the moments around it', async () => {
    const other = await addTeacher(dana, 'Tess Moss', everyDay);
    await enter(1);
    const good = await aMoment();
    await enter(2);
    ok(
      await dana.post('/api/lessons', {
        teacherId: other,
        studentId,
        dayOfWeek: 3,
        startTime: '16:00',
        lessonDate: '',
      }),
    );
    const restored = await restore(good);
    const after = await aMoment();
    const [row] = await rondo.query(
      `select to_char(min(recorded_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from event_log.events
       where stream like 'schedule-%' and metadata ->> 'batchId' = '${restored}' and type not like '%Fence%'`,
    );
    const inside = String(row?.['at']);
    const sentence =
      'A restore was being carried out at that time. Choose a time before it began or after it was finished.';
    expect(refused(await dana.get(`/api/restore/preview?asOf=${inside}`))).toEqual([400, sentence]);
    expect(refused(await dana.post('/api/restore', { asOf: inside }))).toEqual([400, sentence]);
    expect(await days()).toEqual([1]);
    expect(await counts(`asOf=${after}`)).toEqual({ added: 0, removed: 0, changed: 0 });
    expect(await counts(`asOf=${good}`)).toEqual({ added: 0, removed: 0, changed: 0 });
  });
});
