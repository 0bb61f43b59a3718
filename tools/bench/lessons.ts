import { addDays, firstOnOrAfter, type DayOfWeek } from '@rondo/contracts/calendar/dates.ts';
import type { Visitor } from '@rondo/services/testing/visitor.ts';
import { startBareSelects } from './bare-selects.ts';
import type { BenchRondo } from './bench-rondo.ts';
import { median, percentile, timeEach, type Row } from './measure.ts';

const students = 100;
const weeklyLessons = 40;
/** One date in four of each series differs from it. */
const exceptionsEach = 13;
const runs = 100;
const warmUp = 15;

const time = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const made = ({ status, text, json }: Awaited<ReturnType<Visitor['post']>>) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json;
};

/** A teacher whose week is full, with a year of exceptions, made through the API. */
const fullStudio = async (visitor: Visitor) => {
  const teacher = made(
    await visitor.post('/api/teachers', {
      name: 'Full Week',
      phone: '1',
      email: 'full@example.com',
      address: '2210 Bluebonnet Ln, Austin, TX 78704',
      availability: [1, 2, 3, 4, 5].map((dayOfWeek) => ({ dayOfWeek, startTime: '10:00', endTime: '20:30' })),
    }),
  );
  const studentIds: string[] = [];
  for (let i = 0; i < students; i += 1) {
    const address = `${100 + i} Main St, Austin, TX 787${String(1 + (i % 50)).padStart(2, '0')}`;
    const body = { firstName: `Student ${i}`, lastName: 'Bench', address };
    studentIds.push(made(await visitor.post('/api/students', body)).id);
  }
  for (let i = 0; i < weeklyLessons; i += 1) {
    const dayOfWeek = (i % 5) + 1;
    const start = 10 * 60 + Math.floor(i / 5) * 75;
    const series = made(
      await visitor.post('/api/lessons', {
        teacherId: teacher.id,
        studentId: studentIds[i],
        dayOfWeek,
        startTime: time(start),
        lessonDate: '',
      }),
    );
    const first = firstOnOrAfter(series.validFrom, weekday(dayOfWeek));
    for (let n = 0; n < exceptionsEach; n += 1) {
      const lessonDate = addDays(first, 28 * n);
      made(
        n % 2 === 0
          ? await visitor.post(`/api/lessons/${series.id}/cancel`, { lessonDate })
          : await visitor.patch(`/api/lessons/${series.id}/edit`, { lessonDate, startTime: time(start + 5) }),
      );
    }
  }
  return { teacherId: teacher.id, studentId: studentIds[students - 1] };
};

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const satisfies readonly DayOfWeek[];
const weekday = (day: number): DayOfWeek => weekdays[day] ?? 0;

const fetched = async (url: string, headers: Record<string, string>, body?: unknown): Promise<void> => {
  const response = await fetch(url, {
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.json();
};

/** The lesson list beside a bare SELECT, and the conflict check of a weekly entry against 26 full weeks. */
export const benchLessons = async ({ url, connectionString, newVisitor }: BenchRondo): Promise<Row[]> => {
  const visitor = await newVisitor();
  const { teacherId, studentId } = await fullStudio(visitor);
  const { json: lessons } = await visitor.get('/api/lessons');
  const bare = await startBareSelects(connectionString, {
    studioId: lessons[0].userId,
    selects: (schemaOf) => [`select * from ${schemaOf('lessons')}.lessons where studio_id = $1 order by created_at`],
    answer: ([rows]) => rows,
  });
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let block = 0; block < 4; block += 1) {
    ours.push(...(await timeEach(runs / 4, warmUp, () => fetched(`${url}/api/lessons`, visitor.cookies))));
    theirs.push(...(await timeEach(runs / 4, warmUp, () => fetched(bare.url, {}))));
  }
  await bare.stop();
  const entry = { teacherId, studentId, lessonDate: '', startTime: '10:50', duration: 20 };
  const checks = await timeEach(runs, warmUp, (run) =>
    fetched(`${url}/api/lessons/check-conflicts`, visitor.cookies, { ...entry, dayOfWeek: (Math.abs(run) % 5) + 1 }),
  );
  const figures = (times: readonly number[]) => ({ 'p50 ms': median(times), 'p95 ms': percentile(times, 0.95) });
  return [
    { what: `GET /api/lessons, ${lessons.length} rows`, figures: figures(ours) },
    { what: 'the same rows by a bare SELECT, sent as JSON', figures: figures(theirs) },
    { what: 'ratio', figures: { p95: percentile(ours, 0.95) / percentile(theirs, 0.95) }, aim: 'at most 3' },
    {
      what: 'conflict check of a weekly entry against 26 full weeks',
      figures: figures(checks),
      aim: 'p95 under 15 ms',
    },
  ];
};
