import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

// Billing and the calendar feeds recognize lessons by their lineage. Each model has these tables of its own, filled by `lineages.ts`.

/**
 * Where a lesson comes from: the first one that it continues, was taken over from or succeeded in a plan. A lesson without a row is itself the
 * first. Rows outlive their lessons.
 */
export const lineagesTable = defineTable({
  name: 'lineages',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    root: z.string(),
    /** For a single date: the series that it belongs to, or last belonged to, and its date there. */
    series_id: z.string().nullable(),
    original_date: z.string().nullable(),
  }),
  key: ['studio_id', 'lesson_id'],
  indexes: [['studio_id', 'root']],
});

/** The teachers whose plan waits for a decision. */
export const plansTable = defineTable({
  name: 'plans',
  row: z.object({
    studio_id: z.string(),
    teacher_id: z.string(),
    report_id: z.string(),
    /** By student: the first lesson of the lineage that the plan continues. */
    roots: z.record(z.string(), z.string()),
    /** By student: what the plan placed for those who had no series with this teacher; it succeeds the one that accepting ends elsewhere. */
    placed: z.record(z.string(), z.string()),
  }),
  key: ['studio_id', 'teacher_id'],
});
