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
