import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionPool } from '@rondo/projections/postgres/pool.ts';
import { postgresEventStore } from '@rondo/services/platform/log/postgres/postgres-event-store.ts';
import { benchDatabase, type BenchDatabase } from './bench-database.ts';
import { rondoOn, type BenchRondo } from './bench-rondo.ts';
import { eventsEach, fillLog } from './long-log.ts';
import { median, percentile, type Row } from './measure.ts';

const tool = path.resolve(import.meta.dirname, '../../services/cli/rebuild.ts');
const lessonsShown = 40;
const warmUp = 100;
const idleReads = 400;

/** Seconds that `npm run rebuild -- lessons` takes, in its own process. */
const rebuildLessons = async (connectionString: string): Promise<number> => {
  const started = performance.now();
  const child = spawn(process.execPath, [tool, 'lessons'], {
    env: { ...process.env, DATABASE_URL: connectionString },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The rebuild ended with ${String(code)}.`);
  return (performance.now() - started) / 1000;
};

/** A studio besides the large ones, with a list to request. */
const smallStudio = async ({ newVisitor, url }: BenchRondo) => {
  const visitor = await newVisitor();
  const teacher = await visitor.post('/api/teachers', {
    name: 'Reader',
    phone: '1',
    email: 'reader@example.com',
    address: '2210 Bluebonnet Ln, Austin, TX 78704',
  });
  for (let i = 0; i < lessonsShown; i += 1) {
    const made = await visitor.post('/api/lessons', {
      teacherId: teacher.json.id,
      entryType: 'appointment',
      eventTitle: `Entry ${i}`,
      dayOfWeek: (i % 5) + 1,
      startTime: `${10 + Math.floor(i / 5)}:00`,
      duration: 30,
      lessonDate: '',
    });
    if (made.status !== 200) throw new Error(made.text);
  }
  return async (): Promise<number> => {
    const started = performance.now();
    const answer = await fetch(`${url}/api/lessons`, { headers: visitor.cookies });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.json();
    return performance.now() - started;
  };
};

/** A screen that repeats its request 20 ms after each answer, until stopped or a limit is reached. */
const reads = async (read: () => Promise<number>, going: (done: number) => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (going(times.length)) {
    times.push(await read());
    await delay(20);
  }
  return times;
};

/** A log of the given size, and every read model except lessons as if it had followed it. */
const longHistory = async (database: BenchDatabase, events: number): Promise<void> => {
  const empty = await rondoOn(database);
  await empty.stop();
  const store = await postgresEventStore(database);
  await fillLog(store, events);
  const pool = connectionPool({ connectionString: database.connectionString, max: 1, name: 'rondo bench' });
  await pool.query("update projections.read_models set position = $1 where model <> 'lessons'", [await store.head()]);
  await store.close();
  await pool.query('vacuum analyze');
  await pool.end();
};

/** Rebuilds the lessons model from a log of the given size: first alone, then while the server answers lists. */
export const benchRebuild = async (events: number): Promise<Row[]> => {
  const database = await benchDatabase();
  try {
    await longHistory(database, events);
    const alone = await rebuildLessons(database.connectionString);
    const rondo = await rondoOn(database);
    const read = await smallStudio(rondo);
    await reads(read, (done) => done < warmUp);
    const idle = await reads(read, (done) => done < idleReads);
    let rebuilding = true;
    const rebuilt = rebuildLessons(database.connectionString).finally(() => (rebuilding = false));
    const busy = await reads(read, () => rebuilding);
    const meanwhile = await rebuilt;
    await rondo.stop();
    const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
    return [
      {
        what: `rebuild of the lessons model from ${events} events in ${events / eventsEach} schedules, alone`,
        figures: { s: alone, 'events/s': events / alone },
        aim: 'a million in under 90 s',
      },
      {
        what: 'the same while the server answers',
        figures: { s: meanwhile, 'events/s': events / meanwhile },
        aim: 'a million in under 180 s',
      },
      { what: `GET /api/lessons, ${lessonsShown} rows, idle`, figures: figures(idle) },
      { what: 'the same during the rebuild', figures: figures(busy) },
      { what: 'ratio', figures: { p95: percentile(busy, 0.95) / percentile(idle, 0.95) }, aim: 'under 3' },
    ];
  } finally {
    await database.stop();
  }
};
