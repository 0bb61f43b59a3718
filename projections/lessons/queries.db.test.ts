import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, dated, occurrence, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { lessonsModel } from './project.ts';
import { lessonsQuery, listLessons, type LessonFilter, type LessonRow, type LessonsDb } from './queries.ts';

const openEnded = series('open', { validFrom: '2026-11-23' });
const past = series('past', { validTo: '2026-11-22' });
const bounded = series('bounded', { validFrom: '2026-11-30', validTo: '2026-12-06' });
const movedAway = occurrence(openEnded, '2026-11-30', { date: '2026-12-09', dayOfWeek: 3 });
const recital = dated('recital', '2026-12-02', { studentId: null, entryType: 'appointment', eventTitle: 'Recital' });

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(lessonsModel);
  await model.after(
    ...[created(past), created(openEnded, [movedAway]), created(bounded), created(recital)].map(scheduleOf('dana')),
    scheduleOf('marcus')(created(series('of marcus', { validFrom: '2026-11-23' }))),
    scheduleOf('dana', 'other')(created(series('of another studio'))),
  );
});
afterAll(() => model.close());

const listed = async (filter?: LessonFilter): Promise<string[]> =>
  (await listLessons(model.tables().withTables<LessonsDb>(), 'studio', filter)).map(({ lesson_id }) => lesson_id);

describe('lessons between two days', () => {
  test('are those that overlap them, both days included', async () => {
    expect(await listed({ from: '2026-12-02', to: '2026-12-02', teacherId: 'dana' })).toEqual([
      'open',
      movedAway.lessonId,
      'bounded',
      'recital',
    ]);
    expect(await listed({ from: '2026-11-22', to: '2026-11-22' })).toEqual(['past']);
    expect(await listed({ from: '2026-11-23', to: '2026-11-29', teacherId: 'dana' })).toEqual(['open']);
  });

  test.each([
    ['2026-11-29', false],
    ['2026-11-30', true],
    ['2026-12-06', true],
    ['2026-12-07', false],
  ])('on %s include a series from 30 November to 6 December: %s', async (day, held) => {
    expect((await listed({ from: day, to: day })).includes('bounded')).toBe(held);
  });

  test('include an occurrence on its new day and on its original day, where it replaces its series', async () => {
    expect(await listed({ from: '2026-12-07', to: '2026-12-13' })).toContain(movedAway.lessonId);
    expect(await listed({ from: '2026-11-30', to: '2026-12-06' })).toContain(movedAway.lessonId);
  });

  test('may be open at either end', async () => {
    expect(await listed({ from: '2026-12-10', teacherId: 'dana' })).toEqual(['open']);
    expect(await listed({ to: '2026-11-22' })).toEqual(['past']);
  });
});

describe('lessons', () => {
  test('are listed oldest first, for one studio only', async () => {
    expect(await listed()).toEqual(['past', 'open', movedAway.lessonId, 'bounded', 'recital', 'of marcus']);
  });

  test('are found by teacher', async () => {
    expect(await listed({ teacherId: 'marcus' })).toEqual(['of marcus']);
    expect(await listed({ teacherId: 'nobody' })).toEqual([]);
  });

  test('are found by id; no ids find none', async () => {
    expect(await listed({ lessonIds: ['recital', 'of another studio'] })).toEqual(['recital']);
    expect(await listed({ lessonIds: [] })).toEqual([]);
  });
});

describe('among the rows of many years', () => {
  const plan = async (filter: LessonFilter): Promise<string> => {
    const db = model.tables().withTables<LessonsDb>();
    return db.transaction().execute(async (tx) => {
      const old = sql<LessonRow>`select 'studio', 'old ' || i, 'dana', 'student ' || i % 100, '2020-01-01', '2020-06-30',
        '{}'::jsonb, now(), 1 from generate_series(1, 20000) as i`;
      await tx
        .insertInto('lessons')
        .columns([
          'studio_id',
          'lesson_id',
          'teacher_id',
          'student_id',
          'first_day',
          'last_day',
          'lesson',
          'created_at',
          'revision',
        ])
        .expression(old)
        .execute();
      await sql`analyze`.execute(tx);
      const { sql: text, parameters } = lessonsQuery(tx, 'studio', filter).compile();
      const explained = await tx.executeQuery<Record<string, string>>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      );
      await tx.deleteFrom('lessons').where('lesson_id', 'like', 'old %').execute();
      return explained.rows.flatMap((row) => Object.values(row)).join('\n');
    });
  };

  test.each<[string, LessonFilter]>([
    ['a student’s', { studentIds: ['student 7'] }],
    ['a week’s', { from: '2026-11-23', to: '2026-11-29' }],
  ])('%s are found by an index', async (_, filter) => {
    const explained = await plan(filter);
    expect(explained).toContain('Index Cond');
    expect(explained).not.toContain('Seq Scan');
    expect(explained).toMatch(/Index Cond: .*(student_id|last_day)/);
  });
});
