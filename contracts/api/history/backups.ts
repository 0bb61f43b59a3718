import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams, instant, success, typedLine, typedText } from '../shapes.ts';

const backup = z.object({
  id,
  userId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Not taken by a person: the moment before a large change. */
  isAutomatic: z.boolean(),
  /** When it was taken, or when the change happened that an automatic one comes before. */
  createdAt: z.string(),
  /** The moment, for `asOf` of lists. */
  asOf: z.string(),
  /** What the studio had then; `lessons` are the weekly ones. */
  counts: z.object({ students: z.number(), teachers: z.number(), lessons: z.number() }),
});
export type Backup = z.infer<typeof backup>;

export const listBackups = endpoint({
  method: 'GET',
  path: '/api/backups',
  summary:
    'Schedule backups, newest first: those that were taken, and the newest 20 moments before large changes and removals of people.',
  response: z.array(backup),
  reads: ['backups'],
});

export const createBackup = endpoint({
  method: 'POST',
  path: '/api/backups',
  summary: 'Creates a backup that the schedule can be restored to.',
  body: z.object({
    name: typedLine(200).min(1, 'Please enter a name for the backup.'),
    description: typedText(1000).optional(),
  }),
  response: backup,
  updates: ['backups', 'history'],
});

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/api/backups/:id',
  summary: 'Deletes a backup; an automatic one is no longer listed.',
  params: idParams,
  response: success,
  updates: ['backups', 'history'],
});

const restoreStatus = z.enum(['running', 'completed', 'failed']);

/** A restore that has just begun, or ended within two seconds (then the answer is 200, not 202). */
const restoreBegun = z.object({ restoreId: id, status: restoreStatus });

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/api/backups/:id/restore',
  slow: true,
  summary: 'Restores the studio to the moment of a backup.',
  params: idParams,
  response: restoreBegun,
  updates: ['studios', 'students', 'households', 'teachers', 'lessons', 'history', 'reports'],
  waitsFor: ['removals', 'transfers'],
});

export const restoreMoment = endpoint({
  method: 'POST',
  path: '/api/restore',
  slow: true,
  summary: 'Restores the studio, or one teacher’s schedule, to any moment.',
  body: z.object({ asOf: instant, teacherId: id.optional() }),
  response: restoreBegun,
  updates: ['studios', 'students', 'households', 'teachers', 'lessons', 'history', 'reports'],
  waitsFor: ['removals', 'transfers'],
});

const restoredRow = z.object({ id, name: z.string(), text: z.string() });
const changedRow = restoredRow.extend({
  /** What a lesson is now and what it will be: its time, and whatever else differs. Null for people. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
/** `added` comes back, `removed` goes. */
const restoredRows = z.object({
  added: z.array(restoredRow),
  removed: z.array(restoredRow),
  changed: z.array(changedRow),
});
export type RestoredRows = z.infer<typeof restoredRows>;

export const previewRestore = endpoint({
  method: 'GET',
  path: '/api/restore/preview',
  expensive: true,
  slow: true,
  summary: 'What a restore to a moment, or to that of a backup, would change. Changes nothing.',
  query: z
    .object({ asOf: instant.optional(), backupId: id.optional(), teacherId: id.optional() })
    .refine(({ asOf, backupId }) => (asOf === undefined) !== (backupId === undefined), {
      error: 'Please name either a moment or a backup.',
    }),
  response: z.object({
    asOf: z.string(),
    counts: z.object({ added: z.number(), removed: z.number(), changed: z.number() }),
    students: restoredRows,
    teachers: restoredRows,
    lessons: restoredRows,
    /** With `teacherId`: lessons of that moment that do not come back, because they are with another teacher now or their student is gone. */
    staysAway: z.array(restoredRow),
  }),
  reads: ['students', 'teachers', 'lessons', 'backups', 'timeoff'],
});

const restoreProgress = z.object({
  id,
  status: restoreStatus,
  /** Streams that are as they were, of all that the restore concerns; 0 of 0 until they are known. */
  done: z.number(),
  total: z.number(),
  /** A sentence: what it is doing, or why it failed. */
  detail: z.string(),
  /** To undo it with once it has completed. */
  batchId: z.string(),
});

export const getRestore = endpoint({
  method: 'GET',
  path: '/api/restores/:id',
  slow: true,
  summary: 'How far a restore is; as an event stream, its progress until it ends.',
  params: idParams,
  response: restoreProgress,
});

export const listRunningRestores = endpoint({
  method: 'GET',
  path: '/api/restores',
  summary: 'The restore that is running, if one is: changes are refused until it ends.',
  response: z.array(restoreProgress),
});
/** Sent on the event stream as `progress`, and once as `result` when the restore has ended. */
export type RestoreProgress = z.infer<typeof getRestore.response>;
