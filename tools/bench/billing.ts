import { addDays, mondayOf, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { ok, type Visitor } from '@rondo/services/testing/visitor.ts';
import { startBareSelects } from './bare-selects.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { newEvent, onDate, weekly } from './long-log.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';

const students = 80;
/** Four weeks each: a year of lessons. */
export const periods = 13;
const perAppend = 100;
const runs = 60;
const warmUp = 10;

/** A year of weekly lessons up to the end of the last period. Every student cancels one lesson in each period. */
const yearFrom = (firstDay: IsoDate, studentIds: readonly string[]): ScheduleEvent[] => {
  const series = studentIds.map((studentId, i) => ({ ...weekly(i % 40, studentId), validFrom: firstDay }));
  const created = series.map((lesson): ScheduleEvent => ({ type: 'LessonCreated', data: { lesson, occurrences: [] } }));
  const cancelled = series.flatMap((lesson, i) =>
    Array.from({ length: periods }, (_, period): ScheduleEvent => {
      const date = addDays(firstDay, 28 * period + 7 * (i % 4));
      return { type: 'LessonCancelled', data: { lesson: onDate(lesson, date, { status: 'cancelled' }) } };
    }),
  );
  return [...created, ...cancelled];
};

export const periodOf = (firstDay: IsoDate, nth: number) => ({
  billingPeriodStart: addDays(firstDay, 28 * nth),
  billingPeriodEnd: addDays(firstDay, 28 * nth + 27),
});

/** A studio whose students pay per lesson, one in eight by the month, after a year of lessons. */
export const yearOfLessons = async (visitor: Visitor, connectionString: string, firstDay: IsoDate) => {
  const teacher = ok(await visitor.post('/api/teachers', { name: 'Full Year', phone: '1', email: 'year@example.com' }));
  const studioId: string = teacher.userId;
  const studentIds: string[] = [];
  for (let i = 0; i < students; i += 1) {
    const address = `${100 + i} Main St, Austin, TX 787${String(1 + (i % 50)).padStart(2, '0')}`;
    const rate = i % 8 === 0 ? { paymentType: 'monthly', monthlyRate: 200, perLessonRate: 50 } : { perLessonRate: 55 };
    const student = { firstName: `Student ${i}`, lastName: 'Bench', address, startDate: firstDay, ...rate };
    studentIds.push(ok(await visitor.post('/api/students', student)).id);
  }
  const stream = `schedule-${studioId}.${teacher.id}`;
  const pool = connectionPool({ connectionString, max: 1, name: 'rondo bench' });
  await pool.query('insert into accounts.streams (studio_id, stream) values ($1, $2)', [studioId, stream]);
  await pool.end();
  const store = await postgresEventStore({ connectionString });
  const events = yearFrom(firstDay, studentIds).map(({ type, data }) => newEvent(studioId, type, data));
  for (let at = 0; at < events.length; at += perAppend)
    await store.append(stream, at === 0 ? 'no_stream' : at - 1, events.slice(at, at + perAppend));
  await store.close();
  return { studioId, studentIds };
};

/** The rows that billing is computed from. */
const billingRows = (schemaOf: (model: string) => string): string[] => [
  `select teacher_id, lesson from ${schemaOf('lessons')}.lessons where studio_id = $1`,
  `select person_id, first_name, last_name from ${schemaOf('lessons')}.people where studio_id = $1`,
  `select invoice from ${schemaOf('invoices')}.invoices where studio_id = $1 and not deleted`,
  `select * from ${schemaOf('billing')}.payers where studio_id = $1`,
  `select * from ${schemaOf('billing')}.lineages where studio_id = $1`,
];

const fetched = async (url: string, headers: Record<string, string> = {}): Promise<unknown[]> => {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const list: unknown = await response.json();
  return Array.isArray(list) ? list : [];
};

/** Invoices for all students, four weeks in each call, and the billing rows of the last four weeks of a year. */
export const benchBilling = async ({ url, connectionString, newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const { date: today } = wallClock(Date.now(), 'UTC');
  const firstDay = addDays(mondayOf(today), -28 * (periods - 1));
  const { studioId, studentIds } = await yearOfLessons(visitor, connectionString, firstDay);
  const generated: number[] = [];
  for (let period = 0; period < periods - 1; period += 1) {
    const body = { teacherId: null, ...periodOf(firstDay, period), selectedStudentIds: studentIds };
    const started = performance.now();
    const made = ok(await visitor.post('/api/invoices/generate', body));
    generated.push(performance.now() - started);
    if (made.length < students / 2) throw new Error(`Only ${made.length} invoices were made.`);
  }
  const { billingPeriodStart: from, billingPeriodEnd: to } = periodOf(firstDay, periods - 1);
  const bare = await startBareSelects(connectionString, {
    studioId,
    selects: billingRows,
    answer: (found) => found.map(({ length }) => length),
  });
  const path = `${url}/api/lessons/billing/studio?startDate=${from}&endDate=${to}&includeRefundsSinceLastInvoice=true`;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let block = 0; block < 4; block += 1) {
    ours.push(...(await timeEach(runs / 4, warmUp, () => fetched(path, visitor.cookies))));
    theirs.push(...(await timeEach(runs / 4, warmUp, () => fetched(bare.url))));
  }
  const rows = (await fetched(path, visitor.cookies)).length;
  const counts = await fetched(bare.url);
  await bare.stop();
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
  return [
    {
      what: `invoices for ${students} students over four weeks, one call for each of the first 48 weeks of a year`,
      figures: { 'median ms': median(generated), 'slowest ms': Math.max(...generated) },
      aim: 'under 1 s',
    },
    { what: `GET /api/lessons/billing/studio after that year, ${rows} rows`, figures: figures(ours) },
    { what: `bare SELECTs of the ${counts.join(' + ')} rows that it reads`, figures: figures(theirs) },
    {
      what: 'ratio',
      figures: {
        p50: median(ours) / median(theirs),
        p95: percentile(ours, 0.95) / percentile(theirs, 0.95),
      },
      aim: 'p95 at most 3',
    },
  ];
};
