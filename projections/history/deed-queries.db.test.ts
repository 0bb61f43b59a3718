import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelUnderTest } from '../testing/model-under-test.ts';
import { chainsOf, listDeeds, namesIn, type DeedFilter, type DeedRow } from './deed-queries.ts';
import { deedsTable } from './deeds-table.ts';
import { historyModel } from './project.ts';
import type { HistoryDb } from './queries.ts';

let model: Awaited<ReturnType<typeof modelUnderTest>>;
beforeAll(async () => {
  model = await modelUnderTest(historyModel);
});
afterAll(() => model.close());

const filter: DeedFilter = {
  after: null,
  until: null,
  limit: 51,
  subjects: [],
  lessonId: null,
  kind: null,
  text: null,
  actor: null,
};

const part = {
  deed: 'studentEdit',
  text: 'Changed the phone of {student:s0}',
  lessonId: null,
  studentId: 's0',
  teacherId: null,
  invoiceId: null,
  date: null,
  change: null,
  continues: null,
};

/** The history of a studio with so many batches, a minute apart, each about one of 100 students. */
const studioWith = async (batches: number) => {
  const details = { firstName: 'Zoe', lastName: 'Adeyemi', phone: null, email: null, address: '', city: null };
  const more = { zipCode: null, location: null, lessonDuration: 45, startDate: null, calendarUrl: null };
  const payment = { paymentType: 'per_lesson', perLessonRateCents: null, monthlyRateCents: null };
  const data = { studentId: 's0', details: { ...details, ...more, ...payment }, sample: false, origin: null };
  await model.after({ stream: 'student-studio.s0', type: 'StudentRegistered', data });
  const db = model.tables().withTables<HistoryDb>();
  await db
    .insertInto('deeds')
    .columns([...deedsTable.row.keyof().options])
    .expression(
      sql<DeedRow>`select 'studio', 'batch ' || i, at, at, false, 'dana', null, '["students"]'::jsonb, ${JSON.stringify(part)}::jsonb,
        '{"studentEdit": 1}'::jsonb, ${JSON.stringify([part])}::jsonb, jsonb_build_array('student:s' || i % 100), ' changed the phone of ',
        null, null, null
        from generate_series(1, ${batches}::int) as i, lateral (select timestamptz '2026-01-01' + i * interval '1 minute' as at) as t`,
    )
    .execute();
  return db;
};

test('a page of 10,000 batches takes at most 60 ms, whatever the filter', async () => {
  const db = await studioWith(10_000);
  await sql`analyze`.execute(db);
  const filters: Partial<DeedFilter>[] = [
    {},
    { subjects: ['student:s7'] },
    { kind: 'students' },
    { text: 'zoe changed' },
    { text: 'nobody' },
  ];
  for (const narrowed of filters) {
    const times: number[] = [];
    for (let run = 0; run < 20; run += 1) {
      const begun = performance.now();
      const rows = await listDeeds(db, 'studio', { ...filter, ...narrowed });
      const chains = await chainsOf(db, 'studio', rows);
      await namesIn(db, 'studio', chains.values());
      times.push(performance.now() - begun);
    }
    const p95 = times.toSorted((a, b) => a - b)[18] ?? Infinity;
    expect(p95, JSON.stringify(narrowed)).toBeLessThan(60);
  }
});
