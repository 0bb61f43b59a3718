import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, success, typedText } from './shapes.ts';

const notBuilt = 'Schedule backups are not available yet.';

const backup = z.object({
  id,
  userId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  isAutomatic: z.boolean(),
  createdAt: z.string(),
});

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/backups',
  summary: 'Schedule backups, newest first.',
  response: z.array(backup),
  notBuilt,
});

export const createBackup = endpoint({
  method: 'POST',
  path: '/api/backups',
  summary: 'Creates a backup that the schedule can be restored to.',
  body: z.object({
    name: typedText(200).min(1, 'Please enter a name for the backup.'),
    description: typedText(1000).optional(),
  }),
  response: backup,
  notBuilt,
});

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/api/backups/:id/restore',
  summary: 'Restores the studio to the moment of a backup.',
  params: idParams,
  response: success,
  notBuilt,
});

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/api/backups/:id',
  summary: 'Deletes a backup.',
  params: idParams,
  response: success,
  notBuilt,
});

export const restoreMoment = endpoint({
  method: 'POST',
  path: '/api/restore',
  summary: 'Restores the studio, or one teacher’s schedule, to any moment.',
  body: z.object({ asOf: z.string(), teacherId: id.optional() }),
  response: success,
  notBuilt,
});

export const dataIntegrity = endpoint({
  method: 'GET',
  path: '/api/data-integrity',
  summary: 'Lessons whose student or teacher does not exist.',
  response: z.object({
    issuesFound: z.number(),
    totalLessons: z.number(),
    totalStudents: z.number(),
    totalTeachers: z.number(),
    orphanedLessons: z.array(
      z.object({
        id,
        lessonDate: z.string(),
        source: z.string(),
        startTime: z.string(),
        endTime: z.string(),
        orphanedReason: z.string(),
        status: z.string(),
      }),
    ),
  }),
  notBuilt: 'The data integrity check is not available yet.',
});

export const deleteOrphanedLessons = endpoint({
  method: 'DELETE',
  path: '/api/data-integrity/orphaned-lessons',
  summary: 'Removes orphaned lessons.',
  response: z.object({ message: z.string() }),
  notBuilt: 'The data integrity check is not available yet.',
});
