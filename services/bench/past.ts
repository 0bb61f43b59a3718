import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { postgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { Visitor } from '../testing/visitor.ts';
import { benchDatabase, type BenchDatabase } from './bench-database.ts';
import { rondoOn, type BenchRondo } from './bench-rondo.ts';
import { firstMonday, newEvent, onDate, weekly } from './long-log.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';

export const students = 80;
export const events = 10_000;
const perAppend = 100;
const coldReads = 10;
const warmUps = 2;
const otherReads = 20;
const cachedReads = 100;

const email = 'past@example.com';
const password = 'six-strings';

const signedIn = async ({ url }: BenchRondo): Promise<Visitor> => {
  const visitor = new Visitor(url);
  const { status, text } = await visitor.post('/api/login', { email, password });
  if (status !== 200) throw new Error(text);
  return visitor;
};

/** Years of one teacher's schedule: weekly lessons that are changed, dates that are cancelled, and most of them restored. */
const scheduleOf = (studentIds: readonly string[], count: number): ScheduleEvent[] => {
  const series = studentIds.map((studentId, i) => weekly(i % 40, studentId));
  const made: ScheduleEvent[] = series.map((lesson) => ({ type: 'LessonCreated', data: { lesson, occurrences: [] } }));
  for (let n = 0; made.length < count; n += 1) {
    const of = series[n % series.length];
    if (!of) break;
    const date = addDays(firstMonday, 7 * Math.floor(n / series.length));
    const lesson = onDate(of, date, { status: 'cancelled' });
    made.push({ type: 'LessonCancelled', data: { lesson } });
    if (n % 5 < 4) made.push({ type: 'LessonRestored', data: { lessonId: lesson.lessonId, seriesId: of.lessonId } });
    if (n % 4 === 0)
      made.push({
        type: 'LessonEdited',
        data: { lesson: { ...of, start: of.start + (n % 3) * 5 }, occurrences: [], fellAway: [] },
      });
  }
  return made.slice(0, count);
};

/** A studio with many students and a long past. @returns the instants after which its last appends were recorded, the newest first */
export const longPast = async ({ url, connectionString }: BenchRondo) => {
  const visitor = await new Visitor(url).register(email);
  const teacher = await visitor.post('/api/teachers', {
    name: 'Full Past',
    phone: '1',
    email: 'past@example.com',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
  });
  const studioId: string = teacher.json.userId;
  const studentIds: string[] = [];
  for (let i = 0; i < students; i += 1) {
    const address = `${100 + i} Main St, Austin, TX 787${String(1 + (i % 50)).padStart(2, '0')}`;
    const { json } = await visitor.post('/api/students', { firstName: `Student ${i}`, lastName: 'Bench', address });
    studentIds.push(json.id);
  }
  const stream = `schedule-${studioId}.${teacher.json.id}`;
  const pool = connectionPool({ connectionString, max: 1, name: 'rondo bench' });
  await pool.query('insert into accounts.streams (studio_id, stream) values ($1, $2)', [studioId, stream]);
  await pool.end();
  const store = await postgresEventStore({ connectionString });
  const all = scheduleOf(studentIds, events - students - 2).map(({ type, data }) => newEvent(studioId, type, data));
  const instants: string[] = [];
  let position = '';
  for (let at = 0; at < all.length; at += perAppend) {
    const part = all.slice(at, at + perAppend);
    const appended = await store.append(stream, at === 0 ? 'no_stream' : at - 1, part);
    instants.push(appended.recordedAt);
    ({ position } = appended);
  }
  await store.close();
  // The read models have to catch up first: they would compete for the processor.
  const isBehind = async () =>
    (await visitor.get('/api/lessons', { 'Rondo-Position': position })).headers.has('rondo-position');
  while (await isBehind());
  return { visitor, instants: instants.toReversed() };
};

/** The lesson list as of moments of a long past: folded from the log, and from the cache. */
export const benchPast = async (): Promise<Row[]> => {
  const database = await benchDatabase();
  try {
    return await onDatabase(database);
  } finally {
    await database.stop();
  }
};

const onDatabase = async (database: BenchDatabase): Promise<Row[]> => {
  const first = await rondoOn(database);
  const { instants } = await longPast(first);
  await first.stop();
  let rows = 0;
  const reader = (visitor: Visitor) => async (instant: string | undefined) => {
    const answer = await visitor.get(`/api/lessons?asOf=${instant}`);
    if (answer.status !== 200) throw new Error(answer.text);
    rows = answer.json.length;
  };
  // A process that has just started has nothing cached.
  const cold: number[] = [];
  const moments = instants.values();
  for (let run = -warmUps; run < coldReads; run += 1) {
    const rondo = await rondoOn(database);
    const read = reader(await signedIn(rondo));
    const [time = 0] = await timeEach(1, 0, () => read(moments.next().value));
    if (run >= 0) cold.push(time);
    await rondo.stop();
  }
  const last = await rondoOn(database);
  const visitor = await signedIn(last);
  const read = reader(visitor);
  await read(instants[0]);
  const others = instants.slice(1).values();
  const other = await timeEach(otherReads, 3, () => read(others.next().value));
  const cached = await timeEach(cachedReads, 10, () => read(instants[0]));
  const live = await timeEach(cachedReads, 10, async () => void (await visitor.get('/api/lessons')));
  await last.stop();
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
  return [
    {
      what: `GET /api/lessons?asOf= of ${students} students and ${events} events, ${rows} rows, with nothing cached`,
      figures: figures(cold),
      aim: 'p95 under 250 ms',
    },
    { what: 'another moment, earlier than the ones before', figures: figures(other), aim: 'p95 under 250 ms' },
    { what: 'the same moment again', figures: figures(cached), aim: 'p95 under 30 ms' },
    { what: 'today’s list', figures: figures(live) },
  ];
};
