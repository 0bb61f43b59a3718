import { z } from 'zod';
import type { BenchDatabase } from './bench-database.ts';
import { forked } from './forked.ts';

/**
 * What answers cost the process: milliseconds of processor time; the longest time for which its event loop was blocked, by the clock and in processor
 * time of its thread (`busy`), which other programs do not lengthen; its memory in bytes afterwards; and how long the loop worked during each call
 * with the header `X-Watched` (`during`).
 */
const cost = z.object({
  cpu: z.number(),
  block: z.number(),
  busy: z.number(),
  rss: z.number(),
  during: z.array(z.number()),
});
export type Cost = z.infer<typeof cost>;

/** The product in a process of its own on a database that outlives it, once it is ready. */
export const rondoProcess = async ({ connectionString, dataDir }: Omit<BenchDatabase, 'stop'>) => {
  const { ask, stop } = forked(new URL('served.ts', import.meta.url), [connectionString, dataDir]);
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
