import { historyKind } from '@rondo/contracts/api/history/history.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';
import { deedName } from './deed-names.ts';

/** One thing that a batch did. Its text names people and invoices as `{student:ID}`: they are read under their present names. */
const deedPart = z.object({
  deed: deedName,
  text: z.string(),
  lessonId: z.string().nullable(),
  studentId: z.string().nullable(),
  teacherId: z.string().nullable(),
  invoiceId: z.string().nullable(),
  /** The only date that it concerns. */
  date: z.string().nullable(),
  change: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** The earlier part of the series that it goes on with. */
  continues: z.string().nullable(),
});
export type DeedPart = z.infer<typeof deedPart>;

/** One row per batch: what it did, and to whom. */
export const deedsTable = defineTable({
  name: 'deeds',
  row: z.object({
    studio_id: z.string(),
    batch_id: z.string(),
    /** Of its first event and of its last one. */
    first_at: timestamp,
    last_at: timestamp,
    /** True for the batch that begins the studio. */
    opens: z.boolean(),
    actor: z.string(),
    /** The teacher whose calendar feed it followed without a person asking. */
    calendar_of: z.string().nullable(),
    /** In the order in which it touched them. */
    kinds: z.array(historyKind),
    /** What explains the batch best. */
    lead: deedPart.nullable(),
    /** How often it did each thing. */
    counts: z.partialRecord(deedName, z.number()),
    /** The first ones. */
    parts: z.array(deedPart),
    /** Those whom it concerns, as `student:ID`, `teacher:ID`, `household:ID` or `invoice:ID`. */
    subjects: z.array(z.string()),
    /** Its texts as a search reads them, without names. */
    words: z.string(),
    undoes: z.string().nullable(),
    /** The newest batch that undoes it; that one may be undone itself. */
    undone_by: z.string().nullable(),
    /** Why it can never be undone. */
    final: z.string().nullable(),
  }),
  key: ['studio_id', 'batch_id'],
  growing: ['subjects'],
  indexes: [['studio_id', 'last_at']],
});

/** What texts name, as the log showed it last, also once it is removed. */
export const subjectsTable = defineTable({
  name: 'subjects',
  row: z.object({
    studio_id: z.string(),
    /** `student:ID`, `teacher:ID`, `household:ID`, `invoice:ID`, `report:ID` or `lesson:ID`. */
    subject: z.string(),
    /** A person's first name, all of a teacher's, a number or a title. */
    name: z.string(),
    last_name: z.string(),
    /** The whole name as a search reads it. */
    words: z.string(),
    /** Of a lesson: when it is, and whose. */
    lesson: z
      .object({
        studentId: z.string().nullable(),
        title: z.string().nullable(),
        date: z.string().nullable(),
        dayOfWeek: z.number(),
        start: z.number(),
        duration: z.number(),
        validFrom: z.string().nullable(),
      })
      .nullable(),
  }),
  key: ['studio_id', 'subject'],
});
