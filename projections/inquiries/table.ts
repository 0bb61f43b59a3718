import { askedWindows, band, inquiryStatus } from '@rondo/contracts/events/schedule/inquiry.ts';
import { dayOfWeek } from '@rondo/contracts/events/fields.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** The weekly time that is held for a question, with its teacher. */
export const holdsTable = defineTable({
  name: 'holds',
  row: z.object({
    studio_id: z.string(),
    inquiry_id: z.string(),
    teacher_id: z.string(),
    day_of_week: dayOfWeek,
    start: z.number(),
    duration: z.number(),
    first_date: z.string(),
    held_until: z.string(),
  }),
  key: ['studio_id', 'inquiry_id'],
});

/** One row per question that is not forgotten. */
export const inquiriesTable = defineTable({
  name: 'inquiries',
  row: z.object({
    studio_id: z.string(),
    inquiry_id: z.string(),
    first_name: z.string(),
    email: z.string(),
    zip_code: z.string(),
    address: z.string().nullable(),
    lesson_duration: z.number(),
    availability: askedWindows,
    bands: z.array(band),
    status: inquiryStatus,
    student_id: z.string().nullable(),
    forgotten_on: z.string(),
    at: timestamp,
    revision: z.number(),
  }),
  key: ['studio_id', 'inquiry_id'],
});
