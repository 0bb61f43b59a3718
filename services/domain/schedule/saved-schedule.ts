import { isOccurrence, isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { id, isoDate } from '@rondo/contracts/events/fields.ts';
import { lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { attendanceRecord } from '@rondo/contracts/policy/attendance.ts';
import { z } from 'zod';
import type { SavedAs } from '../../platform/commands/aggregate.ts';
import { heldTime } from './questions/holds.ts';
import { repairQuestion } from './questions/state.ts';
import { timeRequest } from './requests/state.ts';
import type { ScheduleState } from './state.ts';

const series = lesson.transform((row, context) => {
  if (isWeekly(row)) return row;
  context.addIssue('expected a weekly series');
  return z.NEVER;
});
const occurrence = lesson.transform((row, context) => {
  if (isOccurrence(row)) return row;
  context.addIssue('expected an occurrence');
  return z.NEVER;
});

const entry = z.object({
  lessonId: id.nullable(),
  bases: z.array(z.object({ lesson: series, occurrences: z.array(occurrence) })),
});

/** Maps are stored as lists of pairs, in order. */
const savedSchedule = z.object({
  lessons: z.array(lesson),
  revisions: z.array(z.tuple([id, z.number().int()])),
  vanished: z.array(z.tuple([id, id])),
  cancelledByFeed: z.array(id),
  attendance: z.array(z.tuple([z.string(), attendanceRecord.nullable()])),
  requests: z.array(timeRequest),
  questions: z.array(repairQuestion),
  holds: z.array(heldTime),
  plan: z
    .object({
      reportId: id,
      runId: id,
      startsOn: isoDate,
      entries: z.array(z.tuple([id, entry])),
      endsElsewhere: z.array(z.object({ teacherId: id, lessonId: id, from: isoDate })),
      joint: z.object({ teacherIds: z.array(id), lead: id }).nullable(),
    })
    .nullable(),
  reports: z.array(z.tuple([id, z.enum(['pending', 'withdrawn', 'accepted', 'rejected', 'superseded', 'undone'])])),
  newestReportId: id.nullable(),
});

/** The field list of a state, so that a new field cannot be forgotten here. */
type Saved = { [Field in keyof ScheduleState]: unknown };

/** The snapshot format of a schedule. When it changes, the state's version must increase. */
export const savedScheduleAs: SavedAs<ScheduleState> = {
  save: ({
    lessons,
    revisions,
    vanished,
    cancelledByFeed,
    attendance,
    requests,
    questions,
    holds,
    plan,
    reports,
    newestReportId,
  }) =>
    ({
      lessons: [...lessons.values()],
      revisions: [...revisions],
      vanished: [...vanished],
      cancelledByFeed: [...cancelledByFeed],
      attendance: [...attendance],
      requests: [...requests.values()],
      questions: [...questions.values()],
      holds: [...holds.values()],
      plan: plan && { ...plan, entries: [...plan.entries] },
      reports: [...reports],
      newestReportId,
    }) satisfies Saved,
  load: (json) => {
    const {
      lessons,
      revisions,
      vanished,
      cancelledByFeed,
      attendance,
      requests,
      questions,
      holds,
      plan,
      reports,
      newestReportId,
    } = savedSchedule.parse(json);
    return {
      lessons: new Map(lessons.map((row) => [row.lessonId, row])),
      revisions: new Map(revisions),
      vanished: new Map(vanished),
      cancelledByFeed: new Set(cancelledByFeed),
      attendance: new Map(attendance),
      requests: new Map(requests.map((one) => [one.requestId, one])),
      questions: new Map(questions.map((one) => [one.repairId, one])),
      holds: new Map(holds.map((one) => [one.inquiryId, one])),
      plan: plan && { ...plan, entries: new Map(plan.entries) },
      reports: new Map(reports),
      newestReportId,
    };
  },
};
