import { invoice } from '@rondo/contracts/events/invoice.ts';
import { z } from 'zod';
import { defineTable } from '../runner/read-model.ts';

/** One row per invoice. Deleted ones are kept: undoing the deletion lists them again. */
export const invoicesTable = defineTable({
  name: 'invoices',
  row: z.object({
    studio_id: z.string(),
    invoice_id: z.string(),
    student_id: z.string(),
    deleted: z.boolean(),
    invoice,
    revision: z.number(),
  }),
  key: ['studio_id', 'invoice_id'],
  indexes: [['studio_id', 'student_id']],
});
