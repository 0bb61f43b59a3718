import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** How each student pays. A removed one keeps it: lessons that took place can still be billed. */
export const payersTable = defineTable({
  name: 'payers',
  row: z.object({
    studio_id: z.string(),
    student_id: z.string(),
    payment_type: z.enum(['per_lesson', 'monthly']),
    per_lesson_rate_cents: z.number().nullable(),
    monthly_rate_cents: z.number().nullable(),
    start_date: z.string().nullable(),
    registered_at: z.string(),
    removed_on: z.string().nullable(),
    first_teacher_id: z.string().nullable(),
  }),
  columns: {
    studio_id: 'text',
    student_id: 'text',
    payment_type: 'text',
    per_lesson_rate_cents: 'integer',
    monthly_rate_cents: 'integer',
    start_date: 'text',
    registered_at: 'timestamptz',
    removed_on: 'text',
    first_teacher_id: 'text',
  },
  key: ['studio_id', 'student_id'],
});

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
  columns: {
    studio_id: 'text',
    lesson_id: 'text',
    root: 'text',
    series_id: 'text',
    original_date: 'text',
  },
  key: ['studio_id', 'lesson_id'],
});

/** The teachers whose plan waits for a decision, with the first lesson that each of its students had. */
export const plansTable = defineTable({
  name: 'plans',
  row: z.object({
    studio_id: z.string(),
    teacher_id: z.string(),
    report_id: z.string(),
    roots: z.record(z.string(), z.string()),
  }),
  columns: { studio_id: 'text', teacher_id: 'text', report_id: 'text', roots: 'jsonb' },
  key: ['studio_id', 'teacher_id'],
});
