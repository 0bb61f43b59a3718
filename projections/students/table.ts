import { availabilityWindow } from '@rondo/contracts/events/fields.ts';
import { assignment, studentDetails } from '@rondo/contracts/events/student.ts';
import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

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
    origin: z.enum(['vcard']).nullable(),
    created_at: z.string(),
    revision: z.number(),
  }),
  columns: {
    studio_id: 'text',
    student_id: 'text',
    details: 'jsonb',
    availability: 'jsonb',
    assignments: 'jsonb',
    sample: 'boolean',
    origin: 'text',
    created_at: 'timestamptz',
    revision: 'integer',
  },
  key: ['studio_id', 'student_id'],
});
