import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { everyVersion, goldenEvent } from '@rondo/contracts/events/golden-record.ts';
import type { Fact } from './facts.ts';

const golden = path.resolve(import.meta.dirname, '../../contracts/events/golden');

/** The stream of a category that the golden events tell of: one studio, one teacher, one student, one report. */
const streamOf = (category: string): string => {
  if (category === 'erasures') return category;
  return category === 'studio' ? 'studio-studio' : `${category}-studio.one`;
};

/** One event of every type and version that there ever was, as the log would have recorded it, in the order of a studio's story. */
export const goldenFacts = (): Promise<Fact[]> =>
  Promise.all(
    everyVersion().map(async ({ category, name }) => {
      const { type, version, data } = goldenEvent.parse(
        JSON.parse(await readFile(path.join(golden, `${name}.json`), 'utf8')),
      );
      return { stream: streamOf(category.name), type, data, schemaVersion: version, studioId: 'studio' };
    }),
  );
