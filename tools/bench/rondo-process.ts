import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { BenchDatabase } from './bench-database.ts';
import { forked } from './forked.ts';

/**
 * What answers cost the process: milliseconds of processor time; the longest time for which its event loop was blocked, by the clock and in processor
 * time of its thread (`busy`), which other programs do not lengthen; the 99th percentile of the loop's delay, by the clock (`delay`); its memory in bytes afterwards; and how long the loop worked during each call
 * with the header `X-Watched` (`during`).
 */
const cost = z.object({
  cpu: z.number(),
  block: z.number(),
  busy: z.number(),
  rss: z.number(),
  delay: z.number(),
  during: z.array(z.number()),
});
export type Cost = z.infer<typeof cost>;

const manifest = z.object({ scripts: z.object({ start: z.string() }) });

/** The settings of the C library's allocator that `npm start` begins with. */
const allocator = (): Record<string, string> => {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  const { start } = manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).scripts;
  return Object.fromEntries([...start.matchAll(/(MALLOC_\w+)=(\w+)/g)].map(([, name, value]) => [name, value]));
};

/** The product in a process of its own on a database that outlives it, once it is ready. */
export const rondoProcess = async ({ connectionString, dataDir }: Omit<BenchDatabase, 'stop'>) => {
  const { ask, stop } = forked(new URL('served.ts', import.meta.url), [connectionString, dataDir], {
    env: allocator(),
  });
  return {
    url: z.string().parse(await ask('url')),
    /** @returns what it cost to answer a call */
    costOf: async (call: () => Promise<unknown>): Promise<Cost> => {
      await ask('measure');
      await call();
      return cost.parse(await ask('figures'));
    },
    stop,
  };
};
export type RondoProcess = Awaited<ReturnType<typeof rondoProcess>>;
