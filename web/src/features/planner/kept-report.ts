import { lesson, type Lesson } from '@rondo/contracts/api/lessons.ts';
import { reportsByTeacher, type Report } from '@rondo/contracts/api/planner.ts';
import { z } from 'zod';
import { drop, keep, kept } from '../../lib/kept.ts';

// The latest report and its lessons, for when the server is unreachable. The server's copy takes precedence.

export type KeptRun = {
  readonly reports: Readonly<Record<string, Report>>;
  readonly lessons: readonly Lesson[];
};

const lessons = z.array(lesson);

export const keepRun = (userId: string, run: KeptRun): void => {
  keep(userId, 'latestReport', run.reports);
  keep(userId, 'latestLessons', run.lessons);
};

/** The run that this browser knows of; null if there is none, or if another version of Rondo stored it. */
export const keptRun = (userId: string): KeptRun | null => {
  const reports = reportsByTeacher.safeParse(kept(userId, 'latestReport'));
  const own = lessons.safeParse(kept(userId, 'latestLessons'));
  return reports.success && own.success ? { reports: reports.data, lessons: own.data } : null;
};

export const dropRun = (userId: string): void => {
  drop(userId, 'latestReport');
  drop(userId, 'latestLessons');
};
