import { availabilityWindow } from '@rondo/contracts/events/fields.ts';
import { teacherDetails } from '@rondo/contracts/events/teacher.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per teacher, with availability inside. */
export const teachersTable = defineTable({
  name: 'teachers',
  row: z.object({
    studio_id: z.string(),
    teacher_id: z.string(),
    details: teacherDetails,
    availability: z.array(availabilityWindow),
    sample: z.boolean(),
    created_at: timestamp,
    revision: z.number(),
    search: z.string(),
  }),
  key: ['studio_id', 'teacher_id'],
});
