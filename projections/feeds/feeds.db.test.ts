import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { created, occurrence, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased, studentFacts } from '../testing/people-facts.ts';
import { feedsModel } from './project.ts';
import { feedVersion, lessonsOfStudent, lineageMembers, studentLessonsQuery, type FeedsDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(feedsModel);
});
afterAll(() => model.close());

const db = () => model.tables().withTables<FeedsDb>();
const [dana, marcus] = [scheduleOf('dana'), scheduleOf('marcus')];
const edited = (lesson: Lesson): ScheduleEvent => ({
  type: 'LessonEdited',
  data: { lesson, occurrences: [], fellAway: [] },
});
const opened: Fact = { stream: 'studio-studio', type: 'StudioOpened', data: { timeZone: 'UTC', startGrid: 5 } };

/** What has touched a lineage: "lesson week count", from each week on. */
const touchesAfter = async (root: string, ...facts: readonly Fact[]): Promise<string[]> => {
  await model.after(...facts);
  const members = await lineageMembers(db(), 'studio', [root]);
  return members
    .flatMap(({ lesson_id: id, weeks }) => (weeks ?? []).map(({ from, count }) => `${id} ${from} ${count}`))
    .toSorted();
};

const weekly = series('1', { studentId: 'ann' });

test('a new series touches its weeks, a changed one too, and its end the weeks that it loses', async () => {
  const facts = [dana(created(weekly))];
  const first = `1 ${weekly.validFrom}`;
  expect(await touchesAfter('1', ...facts)).toEqual([`${first} 1`]);
  const moved = [...facts, dana(edited({ ...weekly, start: weekly.start + 60 }))];
  expect(await touchesAfter('1', ...moved)).toEqual([`${first} 2`]);
  const ended = [...facts, dana(edited({ ...weekly, validTo: '2026-12-20' }))];
  expect(await touchesAfter('1', ...ended)).toEqual([`${first} 1`, '1 2026-12-21 2']);
  const noted = [...facts, dana(edited({ ...weekly, notes: 'The blue book' }))];
  expect(await touchesAfter('1', ...noted), 'notes are not shown').toEqual([`${first} 1`]);
});

test('one date touches its own week, and still counts when it is gone', async () => {
  const cancelled = occurrence(weekly, '2026-12-07', { status: 'cancelled' });
  const facts = [dana(created(weekly)), dana({ type: 'LessonCancelled', data: { lesson: cancelled } })];
  const id = cancelled.lessonId;
  const restored = dana({ type: 'LessonRestored', data: { lessonId: id, seriesId: '1' } });
  const series = `1 ${weekly.validFrom} 1`;
  expect(await touchesAfter('1', ...facts)).toEqual([series, `${id} 2026-12-07 1`, `${id} 2026-12-14 0`].toSorted());
  expect(await touchesAfter('1', ...facts, restored)).toEqual(
    [series, `${id} 2026-12-07 2`, `${id} 2026-12-14 0`].toSorted(),
  );
});

test('a calendar has a version from its first lesson on, and every calendar from the opening of the studio', async () => {
  await model.after(opened, studentFacts('ann').registered());
  const empty = await feedVersion(db(), 'studio', 'ann');
  expect(empty).toMatchObject({ lessons: null, timeZone: 'UTC', zoneChanges: 0 });
  await model.after(opened, studentFacts('ann').registered(), dana(created(weekly)));
  const [ann, ben] = await Promise.all(['ann', 'ben'].map((id) => feedVersion(db(), 'studio', id)));
  expect(ann?.lessons).toBe('3');
  expect(ben?.lessons).toBeNull();
  expect(await feedVersion(db(), 'studio', 'dana')).toMatchObject({ lessons: '3' });
});

test('names and addresses count their changes, a phone does not', async () => {
  const ann = studentFacts('ann');
  const changesAfter = async (...facts: readonly Fact[]) => {
    const { people, studios } = await model.after(opened, ann.registered(), ...facts);
    return [people, studios];
  };
  expect(await changesAfter(ann.changed({ phone: '1' }))).toMatchObject([[{ changes: 0 }], [{ version: '2' }]]);
  expect(await changesAfter(ann.changed({ address: '1 Elm St' }))).toMatchObject([
    [{ changes: 1 }],
    [{ version: '3' }],
  ]);
  const moved: Fact = {
    ...opened,
    type: 'StudioSettingsChanged',
    data: { changes: { timeZone: 'Asia/Tokyo' } },
    schemaVersion: 2,
  };
  expect(await changesAfter(moved)).toMatchObject([
    [{ changes: 0 }],
    [{ time_zone: 'Asia/Tokyo', changes: 1, version: '3' }],
  ]);
});

test('a student’s lessons include the dates of the student’s series that are someone else’s', async () => {
  const bens = occurrence(weekly, '2026-12-07', { studentId: 'ben' });
  await model.after(dana(created(weekly)), dana(edited(bens)), marcus(created(series('2', { studentId: 'cy' }))));
  const lessons = await lessonsOfStudent(db(), 'studio', 'ann', '2026-12-01');
  expect(lessons.map(({ lesson }) => lesson.lessonId)).toEqual(['1', bens.lessonId].toSorted());
  expect(await feedVersion(db(), 'studio', 'ann')).toBeUndefined();
});

test('a student’s lessons are found by indexes, also the dates that are someone else’s', async () => {
  await model.after(dana(created(weekly)));
  const { sql: text, parameters } = studentLessonsQuery(db(), 'studio', 'student 7', '2026-10-01').compile();
  const [, schema = ''] = /from "([^"]+)"\."lessons"/.exec(text) ?? [];
  await sql`insert into ${sql.table(`${schema}.lessons`)}
    select 'studio', 'other ' || i, 'dana', 'student ' || i % 200, case when i % 9 = 0 then 'other ' || i / 9 end, '2026-09-07', null, lesson
    from ${sql.table(`${schema}.lessons`)}, generate_series(1, 5000) i`.execute(db());
  await sql`analyze ${sql.table(`${schema}.lessons`)}`.execute(db());
  const { rows } = await db().executeQuery<Record<string, string>>(
    CompiledQuery.raw(`explain ${text}`, [...parameters]),
  );
  const explained = rows.flatMap((row) => Object.values(row)).join('\n');
  expect(explained).toMatch(/Index Cond: .*student_id/);
  expect(explained).toMatch(/Index Cond: .*series_id/);
  expect(explained).not.toContain('Seq Scan');
});

test('an erased studio has no row', async () => {
  const facts = [opened, studentFacts('ann').registered(), dana(created(weekly))];
  const rows = await model.after(...facts, erased(), ...facts);
  expect(Object.values(rows).flat()).toEqual([]);
});
