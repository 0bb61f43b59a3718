import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/**
 * One row per date that an automatic sync with a calendar feed changed, or that a family cancelled; one for each time that a family asks for
 * another; one for each address to which mail no longer goes; and one for what many families would be mailed at once. A teacher's answer to a
 * family has a row too: it is in no list, and the family is mailed because of it.
 */
export const notificationsTable = defineTable({
  name: 'notifications',
  row: z.object({
    studio_id: z.string(),
    notification_id: z.string(),
    /** Of what is about mail, the recipient, whose stream then has whether it was read. */
    teacher_id: z.string(),
    lesson_id: z.string(),
    effect: z.enum([
      'cancelled',
      'restored',
      'requested',
      'agreed',
      'withdrawn',
      'answered',
      'mail_stopped',
      'mail_refused',
      'mail_waits',
      'messages_held',
      'family_asked',
    ]),
    student_id: z.string().nullable(),
    title: z.string().nullable(),
    date: z.string(),
    start: z.number(),
    is_read: z.boolean(),
    batch_id: z.string(),
    /** The times that a family asked for or took. */
    times: z.array(z.object({ date: z.string(), start: z.number() })),
    request_id: z.string().nullable(),
    /** Who did so on the family's page; null: an automatic sync with a calendar feed. */
    recipient_id: z.string().nullable(),
    notice_minutes: z.number().nullable(),
    /** What the family wrote with that. */
    note: z.string().nullable(),
    created_at: timestamp,
  }),
  key: ['studio_id', 'notification_id'],
  indexes: [['studio_id', 'created_at'], ['created_at']],
});
