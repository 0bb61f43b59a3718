import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseInstance, type Instance } from '../week/instance.ts';
import type { Mode } from '../week/totals.ts';

const folder = new URL('../instances/', import.meta.url);

/** The names of the made-up but realistic weeks in `instances/`. */
export const storedNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .toSorted();

export const storedInstance = (name: string): Instance =>
  parseInstance(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));

const plan = z.object({ scheduled: z.number(), preferred: z.number().optional(), drive: z.number() });
const reference = z
  .record(z.string(), z.object({ optimal: z.object({ core: plan.optional(), preferred: plan.optional() }) }))
  .parse(JSON.parse(readFileSync(new URL('reference.json', import.meta.url), 'utf8')));

/** The proven optimum of a stored week, if known: found by other means than this solver. */
export const optimumOf = (name: string, mode: Mode): z.infer<typeof plan> | undefined => reference[name]?.optimal[mode];
