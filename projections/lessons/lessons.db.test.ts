import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, dated, ended, occurrence, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased } from '../testing/people-facts.ts';
import { lessonsModel } from './project.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(lessonsModel);
});
afterAll(() => model.close());

const dana = scheduleOf('dana');
const weekly = series('A');
const cancelled = occurrence(weekly, '2026-11-30', { status: 'cancelled' });

describe('a series', () => {
  test('is a row without an end, with its teacher and student', async () => {
    expect(await model.after(dana(created(weekly)))).toEqual({
      lessons: [
        {
          studio_id: 'studio',
          lesson_id: 'A',
          teacher_id: 'dana',
          student_id: 'ann',
          series_id: null,
          first_day: '2026-09-07',
          last_day: null,
          lesson: weekly,
          created_at: '2026-11-23T15:00:00.000000Z',
          revision: 0,
        },
      ],
      people: [],
      removed: [],
    });
  });

  test('that ends keeps its row, with its last day', async () => {
    const { lessons } = await model.after(dana(created(weekly)), dana(ended('A', '2026-11-29')));
    expect(lessons).toMatchObject([
      {
        lesson_id: 'A',
        last_day: '2026-11-29',
        lesson: { ...weekly, validTo: '2026-11-29' },
        created_at: '2026-11-23T15:00:00.000000Z',
        revision: 1,
      },
    ]);
  });

  test('that is reinstated keeps its original creation time', async () => {
    const fresh = series('A', { validFrom: '2026-11-24' });
    const { lessons } = await model.after(
      dana(created(fresh)),
      dana(ended('A', '2026-11-22')),
      dana({ type: 'LessonReinstated', data: { lesson: fresh, occurrences: [] } }),
    );
    expect(lessons).toMatchObject([{ lesson_id: 'A', created_at: '2026-11-23T15:00:00.000000Z', revision: 2 }]);
  });

  test('that ends before its first date has no row', async () => {
    const { lessons } = await model.after(
      dana(created(series('A', { validFrom: '2026-11-24' }))),
      dana(ended('A', '2026-11-29')),
    );
    expect(lessons).toEqual([]);
  });

  test('whose only date is skipped has no row', async () => {
    const { lessons } = await model.after(
      dana(created(series('A', { validFrom: '2026-11-23', validTo: '2026-11-29', skips: ['2026-11-23'] }))),
    );
    expect(lessons).toEqual([]);
  });

  test('ends together with its dropped occurrences', async () => {
    const { lessons } = await model.after(
      dana(created(weekly, [cancelled])),
      dana(ended('A', '2026-11-29', { fellAway: [cancelled.lessonId] })),
    );
    expect(lessons).toMatchObject([{ lesson_id: 'A', last_day: '2026-11-29' }]);
  });

  test('split in two has two rows; the new one continues the old and takes its occurrences', async () => {
    const later = series('B', { validFrom: '2026-11-30', dayOfWeek: 2, continues: 'A' });
    const moved = { ...cancelled, seriesId: 'B', date: '2026-12-01', originalDate: '2026-12-01' };
    const { lessons } = await model.after(
      dana(created(weekly, [cancelled])),
      dana(ended('A', '2026-11-29')),
      dana(created(later, [moved])),
    );
    expect(lessons).toMatchObject([
      { lesson_id: 'A', last_day: '2026-11-29', revision: 1 },
      {
        lesson_id: cancelled.lessonId,
        series_id: 'B',
        first_day: '2026-12-01',
        created_at: '2026-11-23T15:00:00.000000Z',
        revision: 2,
      },
      { lesson_id: 'B', lesson: { continues: 'A' }, first_day: '2026-11-30', revision: 2 },
    ]);
  });

  test('that is kept by hand becomes scheduled and manual', async () => {
    const { lessons } = await model.after(
      dana(created(series('A', { source: 'optimized', status: 'optimized' }))),
      dana({ type: 'LessonKept', data: { lessonId: 'A', source: 'manual' } }),
    );
    expect(lessons).toMatchObject([{ lesson: { source: 'manual', status: 'scheduled' }, revision: 1 }]);
  });

  test('rewritten in place keeps its id and creation time', async () => {
    const { lessons } = await model.after(
      dana(created(weekly)),
      dana(created({ ...weekly, start: 17 * 60, notes: 'Bring the cello' })),
    );
    expect(lessons).toMatchObject([
      {
        lesson: { start: 17 * 60, notes: 'Bring the cello' },
        created_at: '2026-11-23T15:00:00.000000Z',
        revision: 1,
      },
    ]);
  });
});

describe('an occurrence', () => {
  test('has its own row beside its series', async () => {
    const { lessons } = await model.after(dana(created(weekly, [cancelled])));
    expect(lessons).toMatchObject([
      { lesson_id: 'A', series_id: null, last_day: null },
      {
        lesson_id: cancelled.lessonId,
        series_id: 'A',
        first_day: '2026-11-30',
        last_day: '2026-11-30',
        lesson: { status: 'cancelled', originalDate: '2026-11-30' },
      },
    ]);
  });

  test('can be deleted without changing the series', async () => {
    const { lessons } = await model.after(
      dana(created(weekly, [cancelled])),
      dana({ type: 'LessonDeleted', data: { lessonId: cancelled.lessonId } }),
    );
    expect(lessons).toMatchObject([{ lesson_id: 'A', revision: 0 }]);
  });
});

describe('a dated entry', () => {
  test('covers its one day', async () => {
    const recital = dated('R', '2026-12-12', {
      studentId: null,
      entryType: 'appointment',
      eventTitle: 'Winter recital',
      customAddress: '1200 Barton Springs Rd, Austin',
    });
    const { lessons } = await model.after(dana(created(recital)));
    expect(lessons).toMatchObject([
      { student_id: null, first_day: '2026-12-12', last_day: '2026-12-12', lesson: recital },
    ]);
  });

  test('disappears when deleted; deleting a missing entry does nothing', async () => {
    const { lessons } = await model.after(
      dana(created(dated('R', '2026-12-12'))),
      dana({ type: 'LessonDeleted', data: { lessonId: 'R' } }),
      dana({ type: 'LessonDeleted', data: { lessonId: 'never' } }),
    );
    expect(lessons).toEqual([]);
  });
});

test('events about a missing row create none', async () => {
  const { lessons } = await model.after(
    dana(ended('none', '2026-11-29')),
    dana({ type: 'LessonKept', data: { lessonId: 'none', source: 'optimized' } }),
  );
  expect(lessons).toEqual([]);
});

test('an erased studio has no lessons and no people, even after later events', async () => {
  const { lessons } = await model.after(
    dana(created(weekly, [cancelled])),
    scheduleOf('dana', 'other')(created(weekly)),
    erased(),
    dana(ended('A', '2026-11-29')),
    dana(created(series('B'))),
  );
  expect(lessons).toMatchObject([{ studio_id: 'other', lesson_id: 'A' }]);
});
