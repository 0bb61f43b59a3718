import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { historyModel } from './project.ts';
import { lessonHistory, type HistoryDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(historyModel);
});
afterAll(() => model.close());

const stream = 'schedule-studio.dana';
const lesson = series('L', { start: 975, validFrom: '2026-11-23' });
const off = { ...lesson, lessonId: 'O', status: 'cancelled', date: '2026-12-07', validFrom: null, seriesId: 'L' };
const fact = (type: string, data: unknown, of = stream): Fact => ({ stream: of, type, data });
const created = fact('LessonCreated', { lesson, occurrences: [] });
const cancelled = fact('LessonCancelled', { lesson: { ...off, originalDate: '2026-12-07' } });

test('each event becomes an entry with a sentence; an occurrence’s entry names its series', async () => {
  const { entries } = await model.after(created, cancelled, fact('LessonRestored', { lessonId: 'O', seriesId: 'L' }));
  expect(
    entries
      ?.map((row) => Object.entries(row ?? {}).filter(([name]) => ['lesson_id', 'series_id', 'text'].includes(name)))
      .map(Object.fromEntries)
      .toSorted((a, b) => (a.text < b.text ? -1 : 1)),
  ).toEqual([
    { lesson_id: 'L', series_id: null, text: 'Added for every Monday at 4:15\u00a0PM from Monday, November 23.' },
    { lesson_id: 'O', series_id: 'L', text: 'Cancelled on Monday, December 7.' },
    { lesson_id: 'O', series_id: 'L', text: 'Restored.' },
  ]);
});

test('the history of a date that became a lesson of its own begins with that of its series up to then', async () => {
  const later = { ...lesson, start: 1020 };
  const otherDate = { ...off, lessonId: 'P', date: '2026-12-14', originalDate: '2026-12-14' };
  await model.after(
    created,
    fact('LessonEdited', { lesson: { ...lesson, start: 990 }, occurrences: [], fellAway: [] }),
    fact('LessonCancelled', { lesson: otherDate }),
    cancelled,
    fact('LessonEdited', { lesson: later, occurrences: [], fellAway: [] }),
    fact('LessonRestored', { lessonId: 'O', seriesId: 'L' }),
  );
  const typesOf = async (id: string): Promise<string[]> =>
    (await lessonHistory(model.tables().withTables<HistoryDb>(), 'studio', id)).map(({ type, lesson_id: of }) =>
      [of, type].join(' '),
    );
  expect(await typesOf('O')).toEqual(['L LessonCreated', 'L LessonEdited', 'O LessonCancelled', 'O LessonRestored']);
  expect(await typesOf('L')).toEqual([
    'L LessonCreated',
    'L LessonEdited',
    'P LessonCancelled',
    'O LessonCancelled',
    'L LessonEdited',
    'O LessonRestored',
  ]);
});

test('the history of a date has what happened to it through its series; that of the series tells it once', async () => {
  const own = { ...off, originalDate: '2026-12-07' };
  const moved = { ...own, date: '2026-12-09', originalDate: '2026-12-09', dayOfWeek: 3 };
  const wednesdays = { ...lesson, dayOfWeek: 3, validFrom: '2026-11-25' };
  const planned = { ...lesson, lessonId: 'N', dayOfWeek: 4, validFrom: '2026-11-26', status: 'optimized' };
  const inPlan = { ...own, seriesId: 'N', date: '2026-12-10', originalDate: '2026-12-10', dayOfWeek: 4 };
  const taken = { from: 'dana', leaves: 'L', validTo: null, seen: 3 };
  const marcus = 'schedule-studio.marcus';
  const ended = { lessonId: 'N', validTo: '2026-12-03', status: 'scheduled', fellAway: ['O'], forGood: true };
  await model.after(
    created,
    cancelled,
    fact('LessonEdited', { lesson: wednesdays, occurrences: [moved], fellAway: [] }),
    fact('LessonTakenOver', { lesson: wednesdays, occurrences: [moved], ...taken }, marcus),
    fact('LessonReleased', {
      lessonId: 'L',
      to: 'marcus',
      takenAs: 'L',
      validTo: null,
      gone: ['O'],
      missed: [],
      deleted: [],
    }),
    fact('LessonPlaced', { lesson: planned, occurrences: [inPlan], endsElsewhere: [] }, marcus),
    fact('LessonKept', { lessonId: 'N', source: 'optimized' }, marcus),
    fact('LessonEnded', ended, marcus),
  );
  const textsOf = async (id: string): Promise<string[]> =>
    (await lessonHistory(model.tables().withTables<HistoryDb>(), 'studio', id)).map(({ text }) =>
      text.replaceAll('\u00a0', ' '),
    );
  expect(await textsOf('O')).toEqual([
    'Added for every Monday at 4:15 PM from Monday, November 23.',
    'Cancelled on Monday, December 7.',
    'With its weekly lesson: edited: every Wednesday at 4:15 PM from Wednesday, November 25. This date is cancelled: Wednesday, December 9 at 4:15 PM.',
    'With its weekly lesson: transferred from another teacher: every Wednesday at 4:15 PM from Wednesday, November 25. This date is cancelled: Wednesday, December 9 at 4:15 PM.',
    'With its weekly lesson: placed by a plan every Thursday at 4:15 PM from Thursday, November 26. This date is cancelled: Thursday, December 10 at 4:15 PM.',
    'Accepted with the plan.',
    'With its weekly lesson: ended after Thursday, December 3. This date is dropped.',
  ]);
  expect(await textsOf('N')).toEqual([
    'Placed by a plan every Thursday at 4:15 PM from Thursday, November 26.',
    'Accepted with the plan.',
    'Ended after Thursday, December 3.',
  ]);
  expect((await textsOf('L')).filter((text) => text.startsWith('With its'))).toEqual([]);
});

test('events of an undo are marked as undoing something', async () => {
  const undo = [
    fact('BatchUndone', { undoes: 'batch 0', undoneReportId: null }),
    fact('LessonDeleted', { lessonId: 'L' }),
  ].map((one) => ({ ...one, batchId: 'the undo' }));
  const { entries, batches } = await model.after(created, ...undo);
  expect(entries).toHaveLength(2);
  expect(entries).toContainEqual(expect.objectContaining({ text: 'Undone: deleted.' }));
  expect(batches).toContainEqual(expect.objectContaining({ batch_id: 'the undo', undoes: 'batch 0' }));
});

test('a restore that fails undoes nothing', async () => {
  const requested = {
    restoreId: 'R',
    target: { position: '1' },
    asOf: '2026-11-23T15:00:00.000000Z',
    today: '2026-11-23',
    teacherId: null,
    backupId: null,
    undoes: null,
  };
  const ofRestore = { batchId: 'the restore', undoes: 'batch 0' };
  const request = { ...fact('RestoreRequested', requested, 'backups-studio'), ...ofRestore };
  const detail = 'The database is not answering.';
  const failure = { ...fact('RestoreFailed', { restoreId: 'R', detail }, 'backups-studio'), ...ofRestore };
  const begun = await model.after(created, request);
  expect(begun['deeds']).toContainEqual(expect.objectContaining({ batch_id: 'batch 0', undone_by: 'the restore' }));
  const ended = await model.after(created, request, failure);
  expect(ended['deeds']).toContainEqual(expect.objectContaining({ batch_id: 'batch 0', undone_by: null }));
  expect(ended['deeds']).toContainEqual(
    expect.objectContaining({ lead: expect.objectContaining({ text: 'A restore stopped before its end' }) }),
  );
});

test('a lesson that an undo brings back reads as restored', async () => {
  const undo = [
    fact('BatchUndone', { undoes: 'batch 0', undoneReportId: null }),
    fact('LessonRestored', { lessonId: 'O', seriesId: 'L' }),
  ].map((one) => ({ ...one, batchId: 'the undo' }));
  const { entries } = await model.after(created, cancelled, ...undo);
  expect(entries).toContainEqual(expect.objectContaining({ type: 'LessonRestored', text: 'Restored.' }));
});

test('what a calendar feed did to a lesson says so', async () => {
  const dated = { ...lesson, lessonId: 'I', source: 'actual', date: '2026-12-07', validFrom: null };
  const synced = [
    fact('CalendarSynced', { automatic: true, changes: [] }),
    fact('LessonCancelled', { lesson: { ...dated, status: 'cancelled', originalDate: null } }),
    fact('LessonRestored', { lessonId: 'I', seriesId: null }),
  ].map((one) => ({ ...one, batchId: 'sync' }));
  const replaced = [
    fact('CalendarReplaced', { from: '2026-11-23', to: '2027-05-24', added: 0, changed: 1, removed: 1 }),
    fact('LessonEdited', { lesson: { ...dated, start: 1020 }, occurrences: [], fellAway: [] }),
    fact('LessonDeleted', { lessonId: 'I' }),
  ].map((one) => ({ ...one, batchId: 'replacement' }));
  await model.after(fact('LessonCreated', { lesson: dated, occurrences: [] }), ...synced, ...replaced);
  const entries = await lessonHistory(model.tables().withTables<HistoryDb>(), 'studio', 'I');
  expect(entries.map(({ text }) => text)).toEqual([
    'Imported from the calendar feed for Monday, December 7 at 4:15\u00a0PM.',
    'Cancelled in the calendar feed for Monday, December 7.',
    'Restored in the calendar feed.',
    'Updated from the calendar feed: Monday, December 7 at 5:00\u00a0PM.',
    'Removed: no longer in the calendar feed, or cancelled there.',
  ]);
});

test('a deleted lesson still leads to its schedule', async () => {
  const { known } = await model.after(created, cancelled, fact('LessonRestored', { lessonId: 'O', seriesId: 'L' }));
  expect(known).toContainEqual({
    studio_id: 'studio',
    lesson_id: 'O',
    teacher_id: 'dana',
    series_id: 'L',
    continues: null,
  });
});

test('a transferred lesson leads to its new teacher, even after the old teacher releases it', async () => {
  const { known } = await model.after(
    created,
    fact(
      'LessonTakenOver',
      { lesson, occurrences: [], from: 'dana', leaves: 'L', validTo: null, seen: 0 },
      'schedule-studio.marcus',
    ),
    fact('LessonReleased', { lessonId: 'L', to: 'marcus', takenAs: 'L', validTo: null, gone: [], missed: [] }),
  );
  expect(known).toMatchObject([{ lesson_id: 'L', teacher_id: 'marcus' }]);
});

test('a batch lists every stream it wrote to', async () => {
  const released = fact('LessonReleased', {
    lessonId: 'L',
    to: 'marcus',
    takenAs: 'L',
    validTo: null,
    gone: [],
    missed: [],
  });
  const { batches } = await model.after(
    created,
    {
      ...fact('StudentRemoved', { studentId: 'ann', name: 'Ann Lee', on: '2026-11-23' }, 'student-studio.ann'),
      batchId: 'removal',
    },
    { ...released, batchId: 'removal' },
    { ...cancelled, batchId: 'removal' },
  );
  expect(batches).toMatchObject([
    { batch_id: 'batch 0', stream },
    { batch_id: 'removal', stream },
    { batch_id: 'removal', stream: 'student-studio.ann' },
  ]);
});
