import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

const counts = z.object({ students: z.number(), teachers: z.number(), lessons: z.number() });

/** The backups that a person took. `position` is that of the event: the moment. */
export const backupsTable = defineTable({
  name: 'backups',
  row: z.object({
    studio_id: z.string(),
    backup_id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    counts,
    position: z.string(),
    taken_at: timestamp,
    deleted: z.boolean(),
  }),
  key: ['studio_id', 'backup_id'],
  positions: ['position'],
});

/** What an automatic backup comes before. `removal`: people are removed. */
const automaticKind = z.enum(['generate', 'clear', 'restore', 'import', 'removal', 'replace']);

/**
 * The batches that may need to be undone much later; the moment just before each is an automatic backup. `position` and `as_of` are those of the
 * last event before the batch.
 */
export const automaticTable = defineTable({
  name: 'automatic',
  row: z.object({
    studio_id: z.string(),
    batch_id: z.string(),
    kind: automaticKind,
    students_imported: z.number(),
    families_imported: z.number(),
    /** The students or families come from a CSV file. */
    from_csv: z.boolean(),
    students_removed: z.number(),
    teachers_removed: z.number(),
    /** The name of the first person that the batch removes; null if it removes nobody. */
    first_removed: z.string().nullable(),
    position: z.string(),
    as_of: timestamp,
    happened_at: timestamp,
    deleted: z.boolean(),
  }),
  key: ['studio_id', 'batch_id'],
  positions: ['position'],
});

/** The last event of a studio that changed something that a backup covers. */
export const newestTable = defineTable({
  name: 'newest',
  row: z.object({ studio_id: z.string(), position: z.string(), recorded_at: timestamp }),
  key: ['studio_id'],
  positions: ['position'],
});
