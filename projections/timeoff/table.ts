import { closureState } from '@rondo/contracts/events/schedule/timeoff.ts';
import { policyTerms } from '@rondo/contracts/policy/policy.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per closure that ever was, in the order in which they were entered. */
export const closuresTable = defineTable({
  name: 'closures',
  row: z.object({
    studio_id: z.string(),
    closure_id: z.string(),
    /** What it was through its events; null: removed. */
    states: z.array(closureState),
    /** The revision of the event that first entered it. */
    entered: z.number(),
    created_at: timestamp,
    revision: z.number(),
  }),
  key: ['studio_id', 'closure_id'],
});

/** One row per version of the policy that ever was. */
export const policiesTable = defineTable({
  name: 'policies',
  row: z.object({
    studio_id: z.string(),
    policy_id: z.string(),
    first_day: z.string(),
    /** Null: no policy from that day on. */
    terms: policyTerms.nullable(),
    removed: z.boolean(),
  }),
  key: ['studio_id', 'policy_id'],
});

/** The terms that stand. */
export const termsTable = defineTable({
  name: 'terms',
  row: z.object({
    studio_id: z.string(),
    term_id: z.string(),
    name: z.string(),
    first_day: z.string(),
    last_day: z.string(),
    created_at: timestamp,
    revision: z.number(),
  }),
  key: ['studio_id', 'term_id'],
});
