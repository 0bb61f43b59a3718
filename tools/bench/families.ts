import { addDays, mondayOf } from '@rondo/contracts/calendar/dates.ts';
import { wallClock } from '@rondo/contracts/calendar/zones.ts';
import { maxFileRows } from '@rondo/contracts/people/family-file.ts';
import { ok, type Visitor } from '@rondo/services/testing/visitor.ts';
import { Worker } from 'node:worker_threads';
import type { BenchRondo } from './bench-rondo.ts';
import { periods, periodOf, yearOfLessons } from './billing.ts';
import { median, percentile, type Row } from './measure.ts';
import { callerIn, watched } from './vcards.ts';

const familyCount = 30;

/** Families of three and two. */
const makeFamilies = async (visitor: Visitor, studentIds: readonly string[]): Promise<void> => {
  const rest = [...studentIds];
  const threes = studentIds.length - 2 * familyCount;
  for (let i = 0; i < familyCount; i += 1)
    ok(await visitor.post('/api/households', { studentIds: rest.splice(0, i < threes ? 3 : 2) }));
};

/** One family for two students, with a balance. */
const file = (): string =>
  [
    'My Music Staff Family ID,First Name,Last Name,Email,Phone,Address,City,ZIP,Owes',
    ...Array.from({ length: maxFileRows }, (_, i) => {
      const family = Math.floor(i / 2);
      const phone = `512${String(2_000_000 + family)}`;
      const place = `${100 + family} Main St,Austin,787${String(1 + (family % 50)).padStart(2, '0')}`;
      return `f${family},Student ${i},Bench ${family},family${family}@example.com,${phone},${place},${(family % 200) + 0.5}`;
    }),
  ].join('\n');

/** Invoices for as many students with and without families, and the largest file of families, while somebody else reads a list. */
export const benchFamilies = async ({ url, connectionString, newVisitor }: BenchRondo): Promise<Row[]> => {
  const firstDay = addDays(mondayOf(wallClock(Date.now(), 'UTC').date), -28 * (periods - 1));
  const studios = await Promise.all(
    [false, true].map(async (hasFamilies) => {
      const visitor = await newVisitor();
      const { studentIds } = await yearOfLessons(visitor, connectionString, firstDay);
      if (hasFamilies) await makeFamilies(visitor, studentIds);
      const times: number[] = [];
      return { visitor, studentIds, times };
    }),
  );
  for (let period = 0; period < periods - 1; period += 1)
    for (const { visitor, studentIds, times } of studios) {
      const body = { teacherId: null, ...periodOf(firstDay, period), selectedStudentIds: studentIds };
      const started = performance.now();
      ok(await visitor.post('/api/invoices/generate', body));
      times.push(performance.now() - started);
    }
  const [alone = [], together = []] = studios.map(({ times }) => times);
  const count = studios[0]?.studentIds.length ?? 0;

  const other = studios[0]?.visitor;
  const whileReading = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    const stop = new AbortController();
    const reading = (async () => {
      while (!stop.signal.aborted) {
        const started = performance.now();
        ok((await other?.get('/api/students')) ?? { status: 0, headers: new Headers(), text: '', json: null });
        times.push(performance.now() - started);
      }
    })();
    const figures = await watched(work).finally(() => stop.abort());
    await reading;
    return { ...figures, 'another’s list p95 ms': percentile(times, 0.95) };
  };
  const worker = new Worker(new URL('./upload-client.ts', import.meta.url));
  try {
    const send = callerIn(worker, await newVisitor(), url);
    const path = '/api/import/families';
    const content = file();
    await send({ method: 'POST', path: `${path}/preview`, file: content.slice(0, 20_000) });
    const preview = await whileReading(() => send({ method: 'POST', path: `${path}/preview`, file: content }));
    let batchId: string | null = null;
    const first = await whileReading(async () => {
      ({ batchId } = await send({ method: 'POST', path, file: content }));
    });
    const again = await whileReading(() => send({ method: 'POST', path, file: content }));
    const undo = await whileReading(() => send({ method: 'POST', path: '/api/undo', body: { batchId } }));
    return [
      {
        what: `invoices for ${count} students over four weeks, twelve times`,
        figures: { 'p50 ms': median(alone), 'max ms': Math.max(...alone) },
      },
      {
        what: `the same in ${familyCount} families`,
        figures: {
          'p50 ms': median(together),
          'max ms': Math.max(...together),
          ratio: median(together) / median(alone),
        },
        aim: 'ratio at most 1',
      },
      { what: `preview of ${maxFileRows} rows`, figures: preview, aim: '1.5 s; others’ p95 under 200 ms' },
      { what: 'their import', figures: first, aim: '10 s; others’ p95 under 200 ms' },
      { what: 'the same file again', figures: again },
      { what: 'undo of the import', figures: undo },
    ];
  } finally {
    await worker.terminate();
  }
};
