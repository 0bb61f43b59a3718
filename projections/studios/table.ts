import { studioSettings } from '@rondo/contracts/events/studio.ts';
import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** One row per studio: its settings. */
export const studiosTable = defineTable({
  name: 'studios',
  row: z.object({
    studio_id: z.string(),
    settings: studioSettings,
    revision: z.number(),
  }),
  key: ['studio_id'],
});

/** Up to when each student’s family has been informed of changes. */
export const informedTable = defineTable({
  name: 'informed',
  row: z.object({ studio_id: z.string(), student_id: z.string(), until: z.string() }),
  key: ['studio_id', 'student_id'],
});
