import { attendanceRecord } from '@rondo/contracts/policy/attendance.ts';
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

/** Who was there, by date: the first lesson that its lesson comes from, and its week there. */
export const attendanceTable = defineTable({
  name: 'attendance',
  row: z.object({
    studio_id: z.string(),
    lesson_id: z.string(),
    /** The Monday of its week; empty for a lesson that is a single date. */
    week: z.string(),
    date: z.string(),
    record: attendanceRecord,
    recorded_at: timestamp,
  }),
  key: ['studio_id', 'lesson_id', 'week'],
});
