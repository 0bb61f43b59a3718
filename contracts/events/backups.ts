import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id, instant, isoDate } from './fields.ts';

const counts = z.object({
  students: z.number().int().min(0),
  teachers: z.number().int().min(0),
  lessons: z.number().int().min(0),
});

/** The moment that a restore leads to: an instant, or everything up to and including a position in the log. */
const restoreTarget = z.union([z.object({ instant }), z.object({ position: z.string().min(1).max(64) })]);
export type RestoreTarget = z.infer<typeof restoreTarget>;

/** `backups-<studio>`: the backups of a studio, which are only names of moments, and the restores. */
export const backupEvents = defineCategory('backups', [
  /** The event's place in the log is the moment. `counts` is what the studio had then. */
  defineEvent('BackupTaken', z.object({ backupId: id, name: z.string(), description: z.string().nullable(), counts })),
  /** An automatic backup, which has no BackupTaken, is hidden. */
  defineEvent('BackupDeleted', z.object({ backupId: id })),
  /** A deleted backup is listed again. */
  defineEvent('BackupReinstated', z.object({ backupId: id })),
  /**
   * `asOf`: the moment as people read it. `today`: the studio's day, before which lessons stay as they are. `teacherId`: one teacher's schedule; null
   * for the whole studio. `undoes`: the restore that it undoes.
   */
  defineEvent(
    'RestoreRequested',
    z.object({
      restoreId: id,
      target: restoreTarget,
      asOf: instant,
      today: isoDate,
      teacherId: id.nullable(),
      backupId: id.nullable(),
      undoes: id.nullable(),
    }),
  ),
  /** No other command changes anything from here on: the moment before the restore. */
  defineEvent('RestoreStarted', z.object({ restoreId: id })),
  defineEvent('RestoreCompleted', z.object({ restoreId: id })),
  /** Given up. What was restored until then stays and can be undone. `detail`: a sentence. */
  defineEvent('RestoreFailed', z.object({ restoreId: id, detail: z.string() })),
]);
export type BackupEvent = EventOf<typeof backupEvents>;
