import { addDays } from '@rondo/contracts/calendar/dates.ts';
import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { Visitor } from '@rondo/services/testing/visitor.ts';
import { benchDatabase, type BenchDatabase } from './bench-database.ts';
import { rondoOn, type BenchRondo } from './bench-rondo.ts';
import { firstMonday, newEvent, onDate, weekly } from './long-log.ts';
import { median, percentile, type Row } from './measure.ts';
import { readByFetch, readPlainly } from './plain-reader.ts';
import { rondoProcess, type Cost, type RondoProcess } from './rondo-process.ts';

export const students = 80;
export const events = 10_000;
const perAppend = 100;
const betweenClears = 200;
const neverRead = 3;
const coldReads = 10;
const warmUps = 10;
const otherReads = 30;
const cachedReads = 100;

const email = 'past@example.com';
const password = 'six-strings';

const signedIn = async ({ url }: { readonly url: string }): Promise<Visitor> => {
  const visitor = new Visitor(url);
  const { status, text } = await visitor.post('/api/login', { email, password });
  if (status !== 200) throw new Error(text);
  return visitor;
};

/** Years of one teacher's schedule: weekly lessons that are changed, dates that are cancelled, most of them restored, and now and then a clear. */
const scheduleOf = (studentIds: readonly string[], count: number): ScheduleEvent[] => {
  const series = studentIds.map((studentId, i) => weekly(i % 40, studentId));
  const made: ScheduleEvent[] = series.map((lesson) => ({ type: 'LessonCreated', data: { lesson, occurrences: [] } }));
  for (let n = 0; made.length < count; n += 1) {
    const of = series[n % series.length];
    if (!of) break;
    if (n % betweenClears === 0) made.push({ type: 'ScheduleCleared', data: { kinds: ['manual'], from: firstMonday } });
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
    if (appended.recordedAt !== null) instants.push(appended.recordedAt);
    ({ position } = appended);
  }
  await store.close();
  // The read models have to catch up first: they would compete for the processor.
  const isBehind = async () =>
    (await visitor.get('/api/lessons', { 'Rondo-Position': position })).headers.has('rondo-position');
  while (await isBehind());
  return { visitor, instants: instants.toReversed() };
};

/** The lesson list as of moments of a long past: folded from the log, from stored rows, and from the cache. */
export const benchPast = async (): Promise<Row[]> => {
  const database = await benchDatabase();
  try {
    return await onDatabase(database);
  } finally {
    await database.stop();
  }
};

type Read = Cost & { readonly time: number };

const timed = async (rondo: RondoProcess, visitor: Visitor, path: string, read = readPlainly): Promise<Read> => {
  let time = 0;
  const cost = await rondo.costOf(async () => {
    const started = performance.now();
    await read(rondo.url + path, visitor.cookies);
    time = performance.now() - started;
  });
  return { time, ...cost };
};

const asOf = (instant: string | undefined): string => `/api/lessons?asOf=${instant}`;

/** One read each by processes that have just started. */
const firstReads = async (
  database: BenchDatabase,
  instants: readonly (string | undefined)[],
  before: () => Promise<unknown>,
): Promise<Read[]> => {
  const reads: Read[] = [];
  for (const instant of instants) {
    await before();
    const rondo = await rondoProcess(database);
    reads.push(await timed(rondo, await signedIn(rondo), asOf(instant)));
    await rondo.stop();
  }
  return reads;
};

const figuresOf = (reads: readonly Read[]): Row['figures'] => {
  const times = reads.map(({ time }) => time);
  return {
    'p50 ms': median(times),
    'p95 ms': percentile(times, 0.95),
    'CPU ms': median(reads.map(({ cpu }) => cpu)),
    'longest block ms': median(reads.map(({ block }) => block)),
  };
};

const onDatabase = async (database: BenchDatabase): Promise<Row[]> => {
  const first = await rondoOn(database);
  const { instants } = await longPast(first);
  await first.stop();
  const pool = connectionPool({ connectionString: database.connectionString, max: 1, name: 'rondo bench' });
  const never = await firstReads(database, instants.slice(0, neverRead), () =>
    pool.query('delete from moments.stored'),
  );
  await pool.end();
  const started = await firstReads(database, instants.slice(neverRead, neverRead + coldReads), async () => undefined);

  const rondo = await rondoProcess(database);
  const visitor = await signedIn(rondo);
  const listed = await timed(rondo, visitor, '/api/backups');
  const listedAgain = await timed(rondo, visitor, '/api/backups');
  const many = async (paths: readonly string[], read = readPlainly): Promise<Read[]> => {
    const reads: Read[] = [];
    for (const path of paths) reads.push(await timed(rondo, visitor, path, read));
    return reads.slice(warmUps);
  };
  const others = await many(instants.slice(0, warmUps + otherReads).map(asOf));
  const again = Array.from({ length: warmUps + cachedReads }, () => asOf(instants[0]));
  const cached = await many(again);
  const byFetch = await many(again, readByFetch);
  const live = await many(Array.from({ length: warmUps + cachedReads }, () => '/api/lessons'));
  const rows = (await visitor.get(asOf(instants[0]))).json.length;
  await rondo.stop();
  return [
    {
      what: `GET /api/lessons?asOf= of ${students} students and ${events} events, ${rows} rows, by a process that has just started`,
      figures: figuresOf(started),
      aim: 'p95 under 250 ms',
    },
    { what: 'the same of a studio whose past is read for the first time', figures: figuresOf(never) },
    { what: 'another moment, earlier than the ones before', figures: figuresOf(others), aim: 'p95 under 250 ms' },
    { what: 'the same moment again', figures: figuresOf(cached), aim: 'p95 under 30 ms' },
    { what: 'the same, read by `fetch` of Node.js, which unpacks through streams', figures: figuresOf(byFetch) },
    { what: 'today’s list', figures: figuresOf(live) },
    {
      what: 'GET /api/backups, 20 spread over the past, by a process that has just started',
      figures: figuresOf([listed]),
    },
    { what: 'the same again', figures: figuresOf([listedAgain]) },
  ];
};
