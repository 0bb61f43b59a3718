import { askedWindows, band, inquiryStatus } from '@rondo/contracts/events/schedule/inquiry.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

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
