import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per date that an automatic sync with a calendar feed changed. */
export const notificationsTable = defineTable({
  name: 'notifications',
  row: z.object({
    studio_id: z.string(),
    notification_id: z.string(),
    teacher_id: z.string(),
    lesson_id: z.string(),
    effect: z.enum(['cancelled', 'restored']),
    student_id: z.string().nullable(),
    title: z.string().nullable(),
    date: z.string(),
    start: z.number(),
    is_read: z.boolean(),
    batch_id: z.string(),
    created_at: timestamp,
  }),
  key: ['studio_id', 'notification_id'],
  indexes: [['studio_id', 'created_at']],
});
