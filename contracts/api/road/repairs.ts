import { z } from 'zod';
import { repairKinds } from '../../events/schedule/repair.ts';
import { endpoint } from '../endpoint.ts';
import { lesson } from '../lessons.ts';
import { calendarDay, dateText, id, idParams, revision, seenRevision, timeText } from '../shapes.ts';
import { dayReads } from './day.ts';
import { contact } from './question.ts';

// The time of a cancelled lesson, and how the day could use it.

const changeKind = z.enum(repairKinds, 'A change is either a move or a fill.');

/** One lesson at a new time of the day. */
const change = z.object({
  kind: z.enum(repairKinds),
  lessonId: id,
  originalDate: calendarDay,
  revision,
  studentId: id,
  familyId: id,
  name: z.string(),
  /** What it leaves; null for a lesson that is owed. */
  from: z.object({ startTime: z.string(), endTime: z.string() }).nullable(),
  startTime: z.string(),
  endTime: z.string(),
  /** The date for which a lesson is owed, and the last day to make up for it. */
  owed: z.object({ date: calendarDay, until: calendarDay.nullable() }).nullable(),
  /** Set where the new time is not in the family's hours. */
  outside: z.string().nullable(),
  contact: contact.nullable(),
});

/** A day as it would be; all but `lessons` and `calls` in minutes. */
const figures = z.object({
  lessons: z.number(),
  /** Families that have to be called. */
  calls: z.number(),
  driving: z.number(),
  waiting: z.number(),
  unpaid: z.number(),
  /** Without a home address the first start and the last end; null without a stop. */
  leaveHome: z.string().nullable(),
  home: z.string().nullable(),
  /** Minutes by which the day ends earlier than as it is; below 0 later. */
  earlierHome: z.number(),
  changes: z.array(change),
  text: z.string(),
});
export type RepairOption = z.infer<typeof figures>;

export const listRepairs = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/repairs',
  summary: 'The best ways to use the time of a cancelled lesson on its day, beside leaving it.',
  params: idParams,
  query: z.object({
    lessonDate: dateText,
    /** By how many minutes a lesson may move. */
    maxMove: z.coerce
      .number('A lesson can move by 15 to 240 minutes.')
      .int('A lesson can move by 15 to 240 minutes.')
      .min(15, 'A lesson can move by 15 to 240 minutes.')
      .max(240, 'A lesson can move by 15 to 240 minutes.')
      .default(90),
  }),
  response: z.object({
    leave: figures,
    /** At most three, best first. */
    options: z.array(figures),
    /** Every allowed change of one or two lessons was tried. */
    proven: z.boolean(),
    sentence: z.string().nullable(),
  }),
  reads: [...dayReads, 'inquiries'],
});

const changesText = 'Choose one or two lessons to change.';

/** One or two lessons of a day at new times, as their rows were seen. */
export const wantedChanges = z
  .array(
    z.strictObject({
      kind: changeKind,
      lessonId: id,
      originalDate: dateText,
      startTime: timeText,
      revision: seenRevision,
    }),
    changesText,
  )
  .min(1, changesText)
  .max(2, changesText)
  .refine(
    (changes) => new Set(changes.map(({ lessonId }) => lessonId)).size === changes.length,
    'A lesson can be changed only once.',
  );

export const applyRepair = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/repairs',
  summary: 'Uses the time of a cancelled lesson: moves one or two lessons on its day in one step.',
  params: idParams,
  body: z.strictObject({ lessonDate: dateText, changes: wantedChanges }),
  response: z.object({ lessons: z.array(lesson) }),
  updates: ['lessons', 'history'],
});
