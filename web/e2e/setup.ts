import type { TestProject } from 'vitest/node';
import { chromiumPath } from './chromium.ts';
import { removeDataDir, scratchDataDir, startRondo } from './running-rondo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The base URL of this run's Rondo. */
    rondo: string;
    /** Its directory. */
    dataDir: string;
    /** The path of Chromium; null where none can be had: then every test that opens a window fails. */
    chromium: string | null;
  }
}

/** What is missing is said before the first test; the tests of the other projects run all the same. */
const chromiumOrNull = (): Promise<string | null> =>
  chromiumPath().catch((error: unknown) => {
    process.stdout.write(
      `\n${error instanceof Error ? error.message : String(error)}\nThe tests that need it fail; all others run.\n`,
    );
    return null;
  });

/** Finds or installs Chromium, and starts one Rondo for the whole run, with its own directory and port. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', await chromiumOrNull());
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
