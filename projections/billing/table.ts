import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

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
    registered_at: timestamp,
    removed_on: z.string().nullable(),
    first_teacher_id: z.string().nullable(),
  }),
  key: ['studio_id', 'student_id'],
});
