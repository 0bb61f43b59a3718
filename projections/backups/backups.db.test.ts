import type { BackupEvent } from '@rondo/contracts/events/backups.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { created, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased, studentFacts, teacherFacts } from '../testing/people-facts.ts';
import { backupsModel } from './project.ts';
import { listAutomatic, listOwn, type BackupsDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(backupsModel);
});
afterAll(() => model.close());

const db = () => model.tables().withTables<BackupsDb>();
const automatic = async () =>
  (await listAutomatic(db(), 'studio')).map(({ batch_id: id, kind, position }) => `${id}: ${kind}, after ${position}`);
const backup = ({ type, data }: BackupEvent): Fact => ({ stream: 'backups-studio', type, data });
const taken = backup({
  type: 'BackupTaken',
  data: { backupId: 'fall', name: 'Fall', description: null, counts: { students: 1, teachers: 1, lessons: 0 } },
});
const deleted = (backupId: string) => backup({ type: 'BackupDeleted', data: { backupId } });
const reinstated = (backupId: string) => backup({ type: 'BackupReinstated', data: { backupId } });
const inBatch = (batchId: string, fact: Fact): Fact => ({ ...fact, batchId });

const dana = teacherFacts('dana');
const ann = studentFacts('ann');
const ben = studentFacts('ben');
const cleared = scheduleOf('dana')({ type: 'ScheduleCleared', data: { kinds: ['manual'], from: '2026-11-23' } });

test('a backup is the moment of its event, until it is deleted', async () => {
  await model.after(ann.registered(), taken);
  expect(await listOwn(db(), 'studio')).toMatchObject([
    { backup_id: 'fall', name: 'Fall', position: '2', taken_at: '2026-11-23T15:00:01.000000Z' },
  ]);
  await model.after(ann.registered(), taken, deleted('fall'));
  expect(await listOwn(db(), 'studio')).toEqual([]);
  await model.after(ann.registered(), taken, deleted('fall'), reinstated('fall'));
  expect(await listOwn(db(), 'studio')).toHaveLength(1);
});

test('the moment before a clear is a backup, of which there is one for each batch and which can be hidden', async () => {
  const events = [
    dana.registered(),
    scheduleOf('dana')(created(series('lesson'))),
    inBatch('clear', cleared),
    inBatch('clear', { ...cleared, stream: 'schedule-studio.marcus' }),
  ];
  await model.after(...events);
  expect(await automatic()).toEqual(['clear: clear, after 2']);
  await model.after(...events, deleted('clear'));
  expect(await automatic()).toEqual([]);
  await model.after(...events, deleted('clear'), reinstated('clear'));
  expect(await automatic()).toEqual(['clear: clear, after 2']);
});

test('the moment before a removal of one person or of several is a backup, unless the removal undoes something', async () => {
  const people = [dana.registered(), ann.registered(), ben.registered()];
  await model.after(...people, inBatch('one', ann.removed('Ann Lee')));
  expect(await automatic()).toEqual(['one: removal, after 3']);
  expect(await listAutomatic(db(), 'studio')).toMatchObject([{ students_removed: 1, first_removed: 'Ann Lee' }]);
  await model.after(...people, inBatch('two', ann.removed('Ann Lee')), inBatch('two', dana.removed('Dana')));
  expect(await automatic()).toEqual(['two: removal, after 3']);
  expect(await listAutomatic(db(), 'studio')).toMatchObject([
    { students_removed: 1, teachers_removed: 1, as_of: '2026-11-23T15:00:02.000000Z' },
  ]);
  const undone = (fact: Fact): Fact => ({ ...fact, batchId: 'undo', undoes: 'registering' });
  await model.after(...people, undone(ann.removed('Ann Lee')), undone(ben.removed('Ben Ito')));
  expect(await automatic()).toEqual([]);
});

test('there is no moment before a studio’s first event', async () => {
  await model.after(cleared);
  expect(await automatic()).toEqual([]);
});

test('an erased studio has no rows, even after later events', async () => {
  const rows = await model.after(dana.registered(), cleared, taken, erased(), deleted('fall'), cleared);
  expect(rows).toEqual({ backups: [], automatic: [], newest: [] });
});
