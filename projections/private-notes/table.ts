import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** The teacher's own notes, one row per student and day. No answer to a family reads them. */
export const privateNotesTable = defineTable({
  name: 'private_notes',
  row: z.object({
    studio_id: z.string(),
    student_id: z.string(),
    date: z.string(),
    text: z.string(),
    revision: z.number(),
  }),
  key: ['studio_id', 'student_id', 'date'],
});
