import { z } from 'zod';
import { defineCategory, defineEvent, type EventOf } from '../event.ts';
import { id } from '../fields.ts';
import { reportContent } from './report-content.ts';

/** A window that a family was asked for. */
const familyWish = z.object({
  studentId: id,
  window: z.object({ dayOfWeek: z.literal([0, 1, 2, 3, 4, 5, 6]), startTime: z.string(), endTime: z.string() }),
});
export type FamilyWish = z.infer<typeof familyWish>;
export const wishes = z.array(familyWish);

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

const secondVersion = z.looseObject({
  content: z.looseObject({
    schedulingDecisions: z.array(z.looseObject({})),
    unscheduledAnalysis: z.array(z.looseObject({})),
    optimizationStats: z.looseObject({ proven: z.boolean() }),
  }),
});

/** Version 2 proved one number only, and had its advice only as text. */
const withoutProofs = (data: unknown): unknown => {
  const written = secondVersion.parse(data);
  const { content } = written;
  const provenGoals = { placed: content.optimizationStats.proven, preferred: false, driving: false, idle: false };
  return {
    ...written,
    content: {
      ...content,
      selected: [],
      schedulingDecisions: content.schedulingDecisions.map((decision) => ({ ...decision, hasPreference: true })),
      unscheduledAnalysis: content.unscheduledAnalysis.map((student) => ({ ...student, change: null })),
      optimizationStats: { ...content.optimizationStats, proven: false, provenGoals },
    },
  };
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
    { version: 5, upcasters: { 1: withoutPrices, 2: withoutProofs, 3: (data) => data, 4: (data) => data } },
  ),
  /** What families were asked about students who have no place in the plan: all of it. */
  defineEvent('WishesSet', z.object({ reportId: id, wishes })),
  defineEvent('ReportDeleted', z.object({ reportId: id })),
  /** A deleted report is listed again. */
  defineEvent('ReportRestored', z.object({ reportId: id })),
]);
export type ReportEvent = EventOf<typeof reportEvents>;
