import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per branch, for lists: what a branch is made of is read from its stream. */
export const branchesTable = defineTable({
  name: 'branches',
  row: z.object({
    studio_id: z.string(),
    branch_id: z.string(),
    name: z.string(),
    at: z.string(),
    from_branch: z.string().nullable(),
    change_count: z.number(),
    is_planned: z.boolean(),
    status: z.enum(['open', 'takenOver', 'dropped']),
    opened_at: timestamp,
    changed_at: timestamp,
    revision: z.number(),
  }),
  key: ['studio_id', 'branch_id'],
});
