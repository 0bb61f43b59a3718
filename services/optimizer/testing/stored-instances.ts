import { readdirSync, readFileSync } from 'node:fs';
import { parseInstance, type Instance } from '../instance.ts';

const folder = new URL('../instances/', import.meta.url);

/** The names of the made-up but realistic weeks in `instances/`. */
export const storedNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .toSorted();

export const storedInstance = (name: string): Instance =>
  parseInstance(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')));
