import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { benchDatabase, type BenchDatabase } from '../bench-database.ts';
import { forked, type Forked } from '../forked.ts';
import { percentile, type Row } from '../measure.ts';
import { rondoProcess, type Cost, type RondoProcess } from '../rondo-process.ts';
import { largestStudios } from './largest-studios.ts';

const seconds = 20;
const afterwards = 60_000;
/** Guests take the processor only where nobody else needs it: their work is their own machines'. */
const lowest = 19;

const blocksOf = ({ block, busy }: Cost): Row['figures'] => ({
  'ms of processor time': busy,
  'ms by the clock': block,
});

const counts = z.record(z.string(), z.number());
const callTimes = z.object({ reads: z.array(z.number()), commands: z.array(z.number()), late: z.number() });

/** What another studio notices of some guests, whose answers are counted. */
const whileGuests = async (
  rondo: RondoProcess,
  { connectionString }: BenchDatabase,
  neighbour: Forked,
  count: number,
): Promise<Row[]> => {
  const file = new URL('guests.ts', import.meta.url);
  const guests = forked(file, [rondo.url, connectionString, `${count}`, `${count}`], { priority: lowest });
  await guests.ask('prepare');
  const starts: number[] = [];
  let answers: Row['figures'] = {};
  let times: z.infer<typeof callTimes> = { reads: [], commands: [], late: 0 };
  const cost = await rondo.costOf(async () => {
    await guests.ask('begin');
    const until = performance.now() + seconds * 1000;
    await delay(1000);
    await neighbour.ask('begin');
    while (performance.now() < until) starts.push(z.number().parse(await neighbour.ask('plan')));
    times = callTimes.parse(await neighbour.ask('end'));
    answers = counts.parse(await guests.ask('end'));
  });
  const leaving = await rondo.costOf(async () => {
    await guests.ask('leave');
    await delay(2000);
  });
  await guests.stop();
  const who = count === 1 ? 'one guest does its worst' : `${count} guests at ${count} places do their worst`;
  const figures = (all: readonly number[]) => ({
    'p50 ms': percentile(all, 0.5),
    'p95 ms': percentile(all, 0.95),
    calls: all.length,
  });
  return [
    { what: `another studio’s reads while ${who}`, figures: figures(times.reads), aim: 'p95 under 100 ms' },
    {
      what: 'its commands',
      figures: { ...figures(times.commands), 'answered 202': times.late },
      aim: 'p95 under 150 ms',
    },
    {
      what: 'the wait until its plan begins',
      figures: { 'longest s': Math.max(...starts) / 1000, plans: starts.length },
      aim: 'at most one run of a guest, 10 s',
    },
    {
      what: 'how long the loop worked for others in the meantime, in processor time',
      figures: { 'p50 ms': percentile(cost.during, 0.5), 'p95 ms': percentile(cost.during, 0.95) },
    },
    { what: 'the longest block of the loop in the meantime', figures: blocksOf(cost), aim: 'under 50 ms' },
    { what: 'guests’ answers, by call and status', figures: answers },
    { what: 'the longest block while they sign out', figures: blocksOf(leaving), aim: 'under 50 ms' },
  ];
};

/** What studios notice of guests who do their worst, and what is left of those a minute after they have gone. */
export const benchNeighbours = async (): Promise<Row[]> => {
  const database = await benchDatabase();
  const rondo = await rondoProcess(database);
  try {
    const neighbour = forked(new URL('neighbour.ts', import.meta.url), [rondo.url]);
    await neighbour.ask('begin');
    await delay(3000);
    await neighbour.ask('end');
    const before = (await rondo.costOf(() => delay(10))).rss;
    const rows = await whileGuests(rondo, database, neighbour, 1);
    rows.push(...(await whileGuests(rondo, database, neighbour, 16)));
    await delay(afterwards);
    const after = (await rondo.costOf(() => delay(10))).rss;
    await neighbour.stop();
    const memory = {
      what: 'memory of the process before, and a minute after the guests have gone',
      figures: { 'before MB': before / 2 ** 20, 'after MB': after / 2 ** 20 },
      aim: 'at most 150 MB more',
    };
    return [...rows, memory, ...(await largestStudios(rondo, database))];
  } finally {
    await rondo.stop();
    await database.stop();
  }
};
