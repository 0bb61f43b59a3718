import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from './event.ts';
import { id } from './fields.ts';
import { reportContent } from './report-content.ts';

const firstVersion = z.looseObject({
  content: z.looseObject({ week: z.array(z.looseObject({})) }),
});

/** Version 1 had no places other than homes, and no cost of the last students. */
const withoutPrices = (data: unknown): unknown => {
  const written = firstVersion.parse(data);
  const { content } = written;
  const week = content.week.map((stop) => ({ ...stop, address: null }));
  return { ...written, content: { ...content, week, tradeOffs: [], lessonWorth: null } };
};

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
    { version: 2, upcasters: { 1: withoutPrices } },
  ),
  defineEvent('ReportDeleted', z.object({ reportId: id })),
  /** A deleted report is listed again. */
  defineEvent('ReportRestored', z.object({ reportId: id })),
]);
export type ReportEvent = EventOf<typeof reportEvents>;
