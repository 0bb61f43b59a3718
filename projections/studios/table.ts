import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** One row per studio: its settings. */
export const studiosTable = defineTable({
  name: 'studios',
  row: z.object({
    studio_id: z.string(),
    time_zone: z.string(),
    start_grid: z.number(),
    revision: z.number(),
  }),
  columns: { studio_id: 'text', time_zone: 'text', start_grid: 'integer', revision: 'integer' },
  key: ['studio_id'],
});

/** Up to when each student’s family has been informed of changes. */
export const informedTable = defineTable({
  name: 'informed',
  row: z.object({ studio_id: z.string(), student_id: z.string(), until: z.string() }),
  columns: { studio_id: 'text', student_id: 'text', until: 'text' },
  key: ['studio_id', 'student_id'],
});
