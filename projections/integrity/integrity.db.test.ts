import { afterAll, beforeAll, expect, test } from 'vitest';
import { created, dated, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased, studentFacts, teacherFacts } from '../testing/people-facts.ts';
import { integrityModel } from './project.ts';
import { countChecked, listOrphans, type IntegrityDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(integrityModel);
});
afterAll(() => model.close());

const ann = studentFacts('ann');
const dana = teacherFacts('dana');
const danas = scheduleOf('dana');
const db = () => model.tables().withTables<IntegrityDb>();
const orphans = async (studioId = 'studio') =>
  (await listOrphans(db(), studioId)).map(({ lesson_id: id, missing }) => `${id}: ${missing}`);

test('a lesson of a student or with a teacher who never existed is an orphan', async () => {
  await model.after(
    dana.registered(),
    ann.registered(),
    danas(created(series('fine'))),
    danas(created(series('no student', { studentId: 'nobody' }))),
    scheduleOf('stranger')(created(dated('no teacher', '2026-11-23'))),
    scheduleOf('stranger')(created(dated('neither', '2026-11-24', { studentId: 'nobody' }))),
    danas(created(dated('appointment', '2026-11-25', { studentId: null, entryType: 'appointment' }))),
  );
  expect(await orphans()).toEqual(['neither: both', 'no student: student', 'no teacher: teacher']);
  expect(await countChecked(db(), 'studio')).toEqual({ lessons: 5, students: 1, teachers: 1 });
});

test('people who were removed are known, and people may come after their lessons', async () => {
  await model.after(danas(created(series('early'))), dana.registered(), ann.registered());
  expect(await orphans()).toEqual([]);
  await model.after(
    danas(created(series('early'))),
    dana.registered(),
    ann.registered(),
    ann.removed('Ann Lee'),
    dana.removed('Dana Whitfield'),
  );
  expect(await orphans()).toEqual([]);
  expect(await countChecked(db(), 'studio')).toEqual({ lessons: 1, students: 0, teachers: 0 });
});

test('a student of that id in another studio, or a teacher of a student’s id, does not count', async () => {
  await model.after(
    dana.registered(),
    studentFacts('ann', 'other').registered(),
    teacherFacts('ann').registered(),
    danas(created(series('orphan'))),
  );
  expect(await orphans()).toEqual(['orphan: student']);
  expect(await orphans('other')).toEqual([]);
});

test('a lesson stops being an orphan when it is deleted or changed to someone known, or goes to a known teacher', async () => {
  const lesson = series('lesson', { studentId: 'nobody' });
  const given = [dana.registered(), ann.registered(), danas(created(lesson))] as const;
  await model.after(...given, danas({ type: 'LessonDeleted', data: { lessonId: 'lesson' } }));
  expect(await orphans()).toEqual([]);
  await model.after(
    ...given,
    danas({ type: 'LessonEdited', data: { lesson: series('lesson'), occurrences: [], fellAway: [] } }),
  );
  expect(await orphans()).toEqual([]);
  const elsewhere = scheduleOf('stranger');
  await model.after(
    dana.registered(),
    ann.registered(),
    elsewhere(created(series('lesson'))),
    danas({
      type: 'LessonTakenOver',
      data: { lesson: series('lesson'), occurrences: [], from: 'stranger', leaves: 'lesson', validTo: null, seen: 0 },
    }),
    elsewhere({
      type: 'LessonReleased',
      data: { lessonId: 'lesson', to: 'dana', takenAs: 'lesson', validTo: null, gone: [], missed: [], deleted: [] },
    }),
  );
  expect(await orphans()).toEqual([]);
});

test('an erased studio has no rows, even after later events', async () => {
  const rows = await model.after(dana.registered(), danas(created(series('gone'))), erased(), ann.registered());
  expect(rows).toEqual({ checked: [], everyone: [] });
});
