import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** What was written for families, one row per student and day. */
export const familyNotesTable = defineTable({
  name: 'family_notes',
  row: z.object({
    studio_id: z.string(),
    student_id: z.string(),
    date: z.string(),
    text: z.string(),
    /** False: a draft, which no family sees. */
    shared: z.boolean(),
    edited_on: z.string().nullable(),
    revision: z.number(),
  }),
  key: ['studio_id', 'student_id', 'date'],
});
