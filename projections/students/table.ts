import { availabilityWindow } from '@rondo/contracts/events/fields.ts';
import { assignment, studentDetails } from '@rondo/contracts/events/student.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per student, with availability and assignments inside: screens show them together. */
export const studentsTable = defineTable({
  name: 'students',
  row: z.object({
    studio_id: z.string(),
    student_id: z.string(),
    details: studentDetails,
    availability: z.array(availabilityWindow),
    assignments: z.array(assignment.omit({ assignedAt: true }).extend({ createdAt: z.string() })),
    sample: z.boolean(),
    origin: z.enum(['vcard', 'csv']).nullable(),
    household_id: z.string().nullable(),
    created_at: timestamp,
    revision: z.number(),
    search: z.string(),
  }),
  key: ['studio_id', 'student_id'],
});
