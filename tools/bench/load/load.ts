import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { benchDatabase } from '../bench-database.ts';
import { forked } from '../forked.ts';
import { percentile, type Row } from '../measure.ts';
import { rondoProcess } from '../rondo-process.ts';

/** What `visitors.ts` has measured: milliseconds of the answered calls by kind, and how many were refused with 503 or failed. */
const measured = z.object({
  times: z.record(z.string(), z.array(z.number())),
  refused: z.record(z.string(), z.number()),
  failed: z.record(z.string(), z.number()),
  lost: z.number(),
  /** Milliseconds from the last call until reads are answered as fast as before. */
  recovered: z.number(),
});
type Measured = z.infer<typeof measured>;

const mebibyte = 2 ** 20;
/** Parts of a run whose memory is compared. */
const parts = 6;

const latencies = (what: string, { times, refused, failed, lost }: Measured): Row[] => [
  ...Object.entries(times).map(([kind, all]) => ({
    what: `${what}: ${kind}`,
    figures: {
      'p50 ms': percentile(all, 0.5),
      'p95 ms': percentile(all, 0.95),
      'p99 ms': percentile(all, 0.99),
      answered: all.length,
      refused: refused[kind] ?? 0,
      failed: failed[kind] ?? 0,
    },
  })),
  { what: `${what}: acknowledged changes that are not there afterwards`, figures: { changes: lost }, aim: '0' },
];

/** Least-squares slope of equally spaced values, a step. */
const slopeOf = (values: readonly number[]): number => {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [above, below] = values.reduce(
    ([a, b], value, i) => [a + (i - middle) * (value - mean), b + (i - middle) ** 2],
    [0, 0],
  );
  return above / below;
};

/**
 * Signed-in studios with 12 students and weekly lessons each call every 1 to 1.5 seconds on one process; then there are five times as many calls
 * for half a minute. Measured too: how long it takes until a read is answered as fast as before.
 */
export const benchLoad = async (studios: number, seconds: number): Promise<Row[]> => {
  const database = await benchDatabase();
  const rondo = await rondoProcess(database);
  const visitors = forked(new URL('visitors.ts', import.meta.url), [rondo.url, `${studios}`]);
  try {
    await visitors.ask('prepare');
    const memory: number[] = [];
    let block = 0;
    let cpu = 0;
    let p99 = 0;
    await visitors.ask('begin');
    for (let part = 0; part < parts; part += 1) {
      const cost = await rondo.costOf(() => delay((seconds * 1000) / parts));
      memory.push(cost.rss / mebibyte);
      block = Math.max(block, cost.busy);
      p99 = Math.max(p99, cost.delay);
      cpu += cost.cpu;
    }
    const ordinary = measured.parse(await visitors.ask('end'));
    await visitors.ask('crowd');
    await delay(30_000);
    const crowded = measured.parse(await visitors.ask('end'));
    const who = `${studios} studios`;
    return [
      ...latencies(who, ordinary),
      {
        what: `${who}: the process`,
        figures: {
          'loop delay p99 ms': p99,
          'longest block ms of processor time': block,
          'cores used': cpu / (seconds * 1000),
          'memory MiB at the end': memory.at(-1) ?? 0,
          'memory slope MiB a minute': (slopeOf(memory) * parts * 60) / seconds,
        },
      },
      ...latencies('five times as many calls', crowded),
      {
        what: 'until reads are answered in half a second again',
        figures: { seconds: crowded.recovered / 1000 },
        aim: 'within 5 s',
      },
    ];
  } finally {
    await visitors.stop();
    await rondo.stop();
    await database.stop();
  }
};
