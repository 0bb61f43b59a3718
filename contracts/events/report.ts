import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id } from './fields.ts';
import { reportContent } from './report-content.ts';

/** `report-<studio>.<report>`: what one optimization run found for one teacher. It counts only once a plan's append names it. */
export const reportEvents = defineCategory('report', [
  defineEvent(
    'ReportWritten',
    z.object({
      reportId: id,
      runId: id,
      teacherId: id,
      title: z.string(),
      lessonsCount: z.number().int().min(0),
      totalDriveMinutes: z.number().int().min(0),
      content: reportContent,
    }),
  ),
  defineEvent('ReportDeleted', z.object({ reportId: id })),
]);
export type ReportEvent = EventOf<typeof reportEvents>;
