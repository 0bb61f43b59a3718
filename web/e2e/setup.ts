import type { TestProject } from 'vitest/node';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of this run's Rondo. */
    rondo: string;
    /** Its directory. */
    dataDir: string;
  }
}

/** Starts one Rondo for the whole run, with its own directory and port. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await scratchDataDir();
  // Calendars of teachers are served by the tests.
  const rondo = await startRondo(dataDir, { FEEDS_ALLOW_PRIVATE: 'true' });
  project.provide('rondo', rondo.url);
  project.provide('dataDir', dataDir);
  return async () => {
    await rondo.stop();
    await removeDataDir(dataDir);
  };
}
