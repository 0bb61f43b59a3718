import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fact } from '../testing/facts.ts';
import { created, dated, occurrence, placed, scheduleOf, series } from '../testing/lesson-facts.ts';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { erased, studentFacts } from '../testing/people-facts.ts';
import { billingModel } from './project.ts';
import { lineages, listPayers, planningTeachers, type BillingDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(billingModel);
});
afterAll(() => model.close());

const db = () => model.tables().withTables<BillingDb>();
const [dana, marcus] = [scheduleOf('dana'), scheduleOf('marcus')];
/** Where lessons come from after these events: lesson, root, and of a single date its series and date. */
const lineagesAfter = async (...facts: readonly Fact[]) => {
  await model.after(...facts);
  return [...(await lineages(db(), 'studio')).values()]
    .map(({ lesson_id: id, root, series_id: seriesId, original_date: date }) =>
      [id, root, seriesId, date].filter((part) => part !== null).join(' '),
    )
    .toSorted();
};
const run = (
  reportId: string,
  students: Extract<ScheduleEvent, { type: 'ScheduleOptimized' }>['data']['students'],
): ScheduleEvent => ({
  type: 'ScheduleOptimized',
  data: {
    reportId,
    runId: reportId,
    startsOn: '2026-11-30',
    supersedes: null,
    rejects: null,
    students,
    endsElsewhere: [],
  },
});
const accepted = (reportId: string): ScheduleEvent => ({
  type: 'ScheduleAccepted',
  data: { reportId, endsElsewhere: [] },
});
const edited = (lesson: Lesson): ScheduleEvent => ({
  type: 'LessonEdited',
  data: { lesson, occurrences: [], fellAway: [] },
});

test('the parts of a split series have its root', async () => {
  const [first, second, third] = [series('1'), series('2', { continues: '1' }), series('3', { continues: '2' })];
  expect(await lineagesAfter(...[created(first), created(second), created(third)].map(dana))).toEqual(['2 1', '3 1']);
});

test('a transferred lesson has the root of the lesson that left', async () => {
  const taken = (lesson: Lesson, leaves: string): ScheduleEvent => ({
    type: 'LessonTakenOver',
    data: { lesson, occurrences: [], from: 'dana', leaves, validTo: null, seen: 0 },
  });
  expect(
    await lineagesAfter(dana(created(series('1'))), marcus(taken(series('2'), '1')), marcus(taken(series('3'), '3'))),
  ).toEqual(['2 1']);
});

test('what a plan places has the root of what it replaces, also when the plan is extended or nothing was placed', async () => {
  const facts = [
    created(series('A')),
    run('P1', [
      { studentId: 'ann', lessonId: 'B', bases: ['A'] },
      { studentId: 'ben', lessonId: null, bases: ['D'] },
    ]),
    placed(series('B')),
    run('P2', [
      { studentId: 'ann', lessonId: 'C', bases: [] },
      { studentId: 'ben', lessonId: 'E', bases: [] },
    ]),
    placed(series('C')),
  ].map(dana);
  expect(await lineagesAfter(...facts)).toEqual(['B A', 'C A', 'E D']);
  expect(await planningTeachers(db(), 'studio')).toEqual(['dana']);
  const next = [accepted('P2'), run('P3', [{ studentId: 'ann', lessonId: 'F', bases: ['C'] }])].map(dana);
  expect(await lineagesAfter(...facts, ...next)).toEqual(['B A', 'C A', 'E D', 'F A']);
});

test('a plan is pending until it is accepted, rejected or its run is undone', async () => {
  const pending = run('P1', [{ studentId: 'ann', lessonId: 'B', bases: [] }]);
  const rejected: ScheduleEvent = { type: 'ScheduleRejected', data: { reportId: 'P1', withdrawn: true, fellAway: [] } };
  const undone = (undoneReportId: string | null): ScheduleEvent => ({
    type: 'BatchUndone',
    data: { undoes: 'batch', undoneReportId },
  });
  const teachersAfter = async (...events: ScheduleEvent[]) => {
    await model.after(...events.map(dana));
    return planningTeachers(db(), 'studio');
  };
  expect(await teachersAfter(pending)).toEqual(['dana']);
  expect(await teachersAfter(pending, undone(null), undone('P0'))).toEqual(['dana']);
  expect(await teachersAfter(pending, accepted('P1'))).toEqual([]);
  expect(await teachersAfter(pending, rejected)).toEqual([]);
  expect(await teachersAfter(pending, undone('P1'))).toEqual([]);
  const restored: ScheduleEvent = {
    type: 'ScheduleRestored',
    data: { restoreId: 'restore', asOf: '2026-11-23T15:00:00Z', undoneReportId: 'P1' },
  };
  expect(await teachersAfter(pending, restored)).toEqual([]);
});

test('a single date remembers its series and its date there, also after its series is gone', async () => {
  const weekly = series('1');
  const moved = occurrence(weekly, '2026-11-30', { date: '2026-12-02' });
  const single = dana(edited(moved));
  expect(await lineagesAfter(dana(created(weekly)), single)).toEqual(['1 2026-11-30 1 1 2026-11-30']);
  const alone = dana(edited(dated(moved.lessonId, '2026-12-02', { continues: '1' })));
  expect(await lineagesAfter(dana(created(weekly)), single, alone)).toEqual(['1 2026-11-30 1 1 2026-11-30']);
});

test('a student’s row has rates, first teacher, registration and removal', async () => {
  const ann = studentFacts('ann');
  const teachers: Fact = {
    stream: 'student-studio.ann',
    type: 'StudentTeachersSet',
    data: {
      studentId: 'ann',
      assignments: [
        { id: '1', teacherId: 'marcus', preferenceRank: 2 },
        { id: '2', teacherId: 'dana', preferenceRank: 1 },
      ],
    },
  };
  await model.after(
    ann.registered({ startDate: '2026-12-01' }),
    ann.changed({ paymentType: 'monthly', monthlyRateCents: 18_000 }),
    teachers,
    ann.removed('Ann Lee', '2026-12-20'),
  );
  expect(await listPayers(db(), 'studio')).toEqual([
    {
      studio_id: 'studio',
      student_id: 'ann',
      payment_type: 'monthly',
      per_lesson_rate_cents: 5500,
      monthly_rate_cents: 18_000,
      start_date: '2026-12-01',
      registered_at: '2026-11-23T15:00:00.000000Z',
      removed_on: '2026-12-20',
      first_teacher_id: 'dana',
    },
  ]);
  await model.after(ann.registered(), ann.removed('Ann Lee'), ann.reinstated({ registeredAt: '2026-09-01T00:00:00Z' }));
  expect(await listPayers(db(), 'studio')).toMatchObject([{ removed_on: null, first_teacher_id: null }]);
});

test('an erased studio has no row', async () => {
  const facts = [dana(created(series('1'))), dana(created(series('2', { continues: '1' })))];
  expect(await model.after(...facts, studentFacts('ann').registered(), erased(), ...facts)).toEqual({
    payers: [],
    lineages: [],
    plans: [],
    attendance: [],
  });
});
