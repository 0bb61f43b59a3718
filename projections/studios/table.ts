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
