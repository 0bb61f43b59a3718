import type { TestProject } from 'vitest/node';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run's Rondo is served. */
    rondo: string;
  }
}

/** One Rondo for the whole run, on a directory and port of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await scratchDataDir();
  const rondo = await startRondo(dataDir);
  project.provide('rondo', rondo.url);
  return async () => {
    await rondo.stop();
    await removeDataDir(dataDir);
  };
}
