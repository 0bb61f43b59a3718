import { wishes } from '@rondo/contracts/events/schedule/report.ts';
import { reportContent } from '@rondo/contracts/events/schedule/report-content.ts';
import { z } from 'zod';
import { defineTable, timestamp } from '../runner/read-model.ts';

/** One row per report. `status` is null until a plan's append names the report; until then it does not count. */
export const reportsTable = defineTable({
  name: 'reports',
  row: z.object({
    studio_id: z.string(),
    report_id: z.string(),
    run_id: z.string(),
    teacher_id: z.string(),
    title: z.string(),
    status: z.enum(['pending', 'accepted', 'rejected', 'superseded', 'undone']).nullable(),
    withdrawn: z.boolean(),
    starts_on: z.string(),
    lessons_count: z.number(),
    total_drive_minutes: z.number(),
    content: reportContent,
    wishes,
    created_at: timestamp,
    processed_at: timestamp.nullable(),
    /** When the plan's append named it. */
    planned_at: timestamp.nullable(),
    /** The decided report whose plan this one reopens. */
    reopens: z.string().nullable(),
    /** Not listed, but kept: undoing the deletion lists it again. */
    deleted: z.boolean(),
  }),
  key: ['studio_id', 'report_id'],
});
