import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { created, ended, occurrence, placed, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { lessonsModel } from './project.ts';
import { listLessons, type LessonsDb } from './queries.ts';

// Monday, November 23, 2026: Ann and Ben have accepted lessons since September; a run moves Ann, places Cy and leaves Ben out.
let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(lessonsModel);
});
afterAll(() => model.close());

const ann = series('A1', { source: 'optimized', studentId: 'ann' });
const ben = series('A2', { source: 'optimized', studentId: 'ben', dayOfWeek: 2 });
const annCancels = occurrence(ann, '2026-11-30', { source: 'optimized', status: 'cancelled' });
const pending = { source: 'optimized', status: 'optimized', validFrom: '2026-11-30', reportId: 'P1' } as const;
const annMoves = series('B1', { ...pending, studentId: 'ann', dayOfWeek: 3 });
const cyBegins = series('B2', { ...pending, studentId: 'cy', dayOfWeek: 4 });
const carried = { ...annCancels, seriesId: 'B1', date: '2026-12-02', originalDate: '2026-12-02' };
const eve = '2026-11-29';

const before: ScheduleEvent[] = [created(ann, [annCancels]), created(ben)];
const run: ScheduleEvent[] = [
  {
    type: 'ScheduleOptimized',
    data: {
      reportId: 'P1',
      runId: 'run',
      startsOn: '2026-11-30',
      supersedes: null,
      rejects: null,
      students: [
        { studentId: 'ann', lessonId: 'B1', bases: ['A1'] },
        { studentId: 'ben', lessonId: null, bases: ['A2'] },
        { studentId: 'cy', lessonId: 'B2', bases: [] },
      ],
      endsElsewhere: [],
    },
  },
  ended('A1', eve),
  ended('A2', eve),
  placed(annMoves, [carried]),
  placed(cyBegins),
];
const accept: ScheduleEvent[] = [
  { type: 'ScheduleAccepted', data: { reportId: 'P1', endsElsewhere: [] } },
  { type: 'LessonKept', data: { lessonId: 'B1', source: 'optimized' } },
  { type: 'LessonKept', data: { lessonId: 'B2', source: 'optimized' } },
];
const reject: ScheduleEvent[] = [
  { type: 'ScheduleRejected', data: { reportId: 'P1', withdrawn: false, fellAway: [] } },
  ended('B1', eve, { fellAway: [carried.lessonId] }),
  ended('B2', eve),
  { type: 'LessonReinstated', data: { lesson: ann, occurrences: [annCancels] } },
  { type: 'LessonReinstated', data: { lesson: ben, occurrences: [] } },
];

/** "B1 ann optimized 2026-11-30..": every row, by id, after these events. */
const rowsAfter = async (...events: ScheduleEvent[]): Promise<string[]> => {
  await model.after(...events.map(scheduleOf('dana')));
  const rows = await listLessons(model.tables().withTables<LessonsDb>(), 'studio');
  return rows
    .map(({ lesson_id, student_id, series_id, first_day, last_day, lesson }) =>
      [lesson_id, student_id, lesson.status, `${first_day}..${last_day ?? ''}`, ...(series_id ? [series_id] : [])].join(
        ' ',
      ),
    )
    .toSorted((a, b) => a.localeCompare(b));
};

test('a pending plan shows as optimized lessons after the series it replaces', async () => {
  expect(await rowsAfter(...before, ...run)).toEqual([
    'A1 2026-11-30 ann cancelled 2026-12-02..2026-12-02 B1',
    'A1 ann scheduled 2026-09-07..2026-11-29',
    'A2 ben scheduled 2026-09-07..2026-11-29',
    'B1 ann optimized 2026-11-30..',
    'B2 cy optimized 2026-11-30..',
  ]);
});

test('an accepted plan shows as scheduled lessons, and the series it replaced stay ended', async () => {
  expect(await rowsAfter(...before, ...run, ...accept)).toEqual([
    'A1 2026-11-30 ann cancelled 2026-12-02..2026-12-02 B1',
    'A1 ann scheduled 2026-09-07..2026-11-29',
    'A2 ben scheduled 2026-09-07..2026-11-29',
    'B1 ann scheduled 2026-11-30..',
    'B2 cy scheduled 2026-11-30..',
  ]);
});

test('a rejected plan leaves no row, and every base returns under its old id with its exceptions', async () => {
  const rows = await rowsAfter(...before, ...run, ...reject);
  expect(rows).toEqual([
    'A1 2026-11-30 ann cancelled 2026-11-30..2026-11-30 A1',
    'A1 ann scheduled 2026-09-07..',
    'A2 ben scheduled 2026-09-07..',
  ]);
  expect(rows).toEqual(await rowsAfter(...before));
});

test('days of a pending plan that passed before it was rejected stay as scheduled lessons', async () => {
  expect(
    await rowsAfter(created(ann), ...run.slice(1, 2), placed(annMoves), ended('B1', '2026-12-06'), {
      type: 'LessonReinstated',
      data: { lesson: { ...ann, skips: ['2026-11-30'] }, occurrences: [] },
    }),
  ).toEqual(['A1 ann scheduled 2026-09-07..', 'B1 ann scheduled 2026-11-30..2026-12-06']);
});

test('headers change no row', async () => {
  const headers = [...run, ...accept, ...reject].filter(({ type }) => type.startsWith('Schedule'));
  const cleared: ScheduleEvent = { type: 'ScheduleCleared', data: { kinds: ['manual'], from: '2026-11-23' } };
  expect(headers).toHaveLength(3);
  expect(await rowsAfter(...before, ...headers, cleared)).toEqual(await rowsAfter(...before));
});
