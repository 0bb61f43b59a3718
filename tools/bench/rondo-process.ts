import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { BenchDatabase } from './bench-database.ts';

/** What answers cost the process: milliseconds of processor time, the longest time for which its event loop was blocked, and its memory in bytes afterwards. */
const cost = z.object({ cpu: z.number(), block: z.number(), rss: z.number() });
export type Cost = z.infer<typeof cost>;

/** The product in a process of its own on a database that outlives it, once it is ready. */
export const rondoProcess = async ({ connectionString, dataDir }: Omit<BenchDatabase, 'stop'>) => {
  const served = fileURLToPath(new URL('served.ts', import.meta.url));
  const child = fork(served, [connectionString, dataDir]);
  const told = async (): Promise<unknown> => {
    const [message] = await once(child, 'message');
    return message;
  };
  const url = z.string().parse(await told());
  return {
    url,
    /** @returns what it cost to answer a call */
    costOf: async (call: () => Promise<unknown>): Promise<Cost> => {
      child.send('measure');
      await told();
      await call();
      child.send('figures');
      return cost.parse(await told());
    },
    stop: async (): Promise<void> => {
      child.send('stop');
      await once(child, 'exit');
    },
  };
};
export type RondoProcess = Awaited<ReturnType<typeof rondoProcess>>;
