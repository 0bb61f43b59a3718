import { drop, keep, storedValue } from '../../lib/page/browser-storage.ts';
import type { LastRun } from './last-run-schema.ts';

// The latest report and its lessons, for when the server is unreachable. The server's copy takes precedence.

const names = { reports: 'latestReport', lessons: 'latestLessons' } as const;

export const storeRun = (userId: string, run: LastRun): void => {
  keep(userId, names.reports, run.reports);
  keep(userId, names.lessons, run.lessons);
};

/** The run that this browser knows of; null if there is none, or if another version of Rondo stored it. The schemas that check it load only if there is one. */
export const loadLastRun = async (userId: string): Promise<LastRun | null> => {
  const [reports, lessons] = [storedValue(userId, names.reports), storedValue(userId, names.lessons)];
  if (reports === null || lessons === null) return null;
  const { runIn } = await import('./last-run-schema.ts');
  return runIn({ reports, lessons });
};

export const dropRun = (userId: string): void => {
  drop(userId, names.reports);
  drop(userId, names.lessons);
};
