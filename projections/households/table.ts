import { householdDetails } from '@rondo/contracts/events/household.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per family. */
export const householdsTable = defineTable({
  name: 'households',
  row: z.object({
    studio_id: z.string(),
    household_id: z.string(),
    details: householdDetails,
    import_id: z.string().nullable(),
    sample: z.boolean(),
    created_at: timestamp,
    revision: z.number(),
    search: z.string(),
  }),
  key: ['studio_id', 'household_id'],
});

/** One row per student who ever was, with the family; one who is removed stays a former member. */
export const membersTable = defineTable({
  name: 'household_members',
  row: z.object({
    studio_id: z.string(),
    student_id: z.string(),
    household_id: z.string().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    removed: z.boolean(),
  }),
  key: ['studio_id', 'student_id'],
  indexes: [['studio_id', 'household_id']],
});
