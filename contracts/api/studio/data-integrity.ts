import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dayOfWeek, id } from '../shapes.ts';

const orphanedLesson = z.object({
  id,
  /** Empty for a weekly lesson. */
  lessonDate: z.string(),
  dayOfWeek,
  source: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  orphanedReason: z.string(),
  status: z.string(),
  /** Whose calendar shows it; null when the teacher is unknown. */
  teacherId: id.nullable(),
  /** A day on which a calendar shows it: the next one, or else the last. */
  shownOn: z.string(),
});
export type OrphanedLesson = z.infer<typeof orphanedLesson>;

export const dataIntegrity = endpoint({
  method: 'GET',
  path: '/api/data-integrity',
  summary: 'Lessons whose student or teacher does not exist.',
  response: z.object({
    issuesFound: z.number(),
    totalLessons: z.number(),
    totalStudents: z.number(),
    totalTeachers: z.number(),
    orphanedLessons: z.array(orphanedLesson),
  }),
  reads: ['integrity'],
});

export const checkReadModels = endpoint({
  method: 'GET',
  path: '/api/data-integrity/read-models',
  expensive: true,
  slow: true,
  summary: 'Compares the studio’s rows in every read model with a fold of the log.',
  response: z.object({
    rows: z.number(),
    /** Rows that are missing, that the log does not give, or that are different. */
    differing: z.number(),
    models: z.array(
      z.object({ name: z.string(), rows: z.number(), missing: z.number(), extra: z.number(), changed: z.number() }),
    ),
  }),
  reads: ['integrity'],
});

export const deleteOrphanedLessons = endpoint({
  method: 'DELETE',
  path: '/api/data-integrity/orphaned-lessons',
  expensive: true,
  summary: 'Removes orphaned lessons, past dates included.',
  response: z.object({ message: z.string() }),
  updates: ['integrity', 'lessons', 'history'],
});
