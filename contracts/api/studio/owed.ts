import { z } from 'zod';
import { closureKinds } from '../../events/schedule/timeoff.ts';
import { makesUp } from '../../policy/policy.ts';
import { endpoint } from '../endpoint.ts';
import { calendarDay, id } from '../shapes.ts';

// Lessons that are owed to families.

const owedDate = z.object({
  studentId: id,
  studentName: z.string(),
  teacherId: id,
  /** The cancelled row, or the one that makes up for it. */
  lessonId: id,
  /** The date of that row. */
  lessonDate: calendarDay,
  /** The date that did not take place. */
  date: calendarDay,
  startTime: z.string(),
  duration: z.number().int(),
  by: makesUp.shape.by,
  /** When the family cancelled, and how long before the lesson; null: somebody else did, or a time is chosen. */
  notice: z.object({ at: z.string(), minutes: z.number().int() }).nullable(),
  /** What closes it; null: nothing, or a time is chosen. */
  closure: z.object({ id, kind: z.enum(closureKinds), reason: z.string().nullable() }).nullable(),
  /** The last day on which a time for it can be chosen; null: without end. */
  until: calendarDay.nullable(),
  daysLeft: z.number().int().nullable(),
  /** `booked`: a time is chosen. */
  state: z.enum(['owed', 'booked', 'lapsed']),
  /** What is charged for it. */
  amount: z.number(),
  /** The number of the invoice that bills it; null: none yet. */
  billedOn: z.string().nullable(),
  makeUp: z.object({ lessonId: id, date: calendarDay, startTime: z.string() }).nullable(),
});
/** A lesson that is owed, whatever else its family is owed. */
export type OwedDate = z.infer<typeof owedDate>;

const owedLesson = owedDate.extend({
  /**
   * How many lessons the family is owed in today's term by its own cancellations, used and lapsed ones too, how many it can be, and what
   * percentage of the price one beyond them costs; null: any number.
   */
  inTerm: z.object({ owed: z.number().int(), most: z.number().int(), beyond: z.number().int() }).nullable(),
});
export type OwedLesson = z.infer<typeof owedLesson>;

export const listOwed = endpoint({
  method: 'GET',
  path: '/api/owed',
  summary: 'Lessons that are owed, soonest end first: those that are open, or all of the last 366 days.',
  query: z.object({
    studentId: id.optional(),
    state: z.enum(['open', 'all'], 'The state must be open or all.').default('open'),
  }),
  response: z.array(owedLesson),
  reads: ['lessons', 'timeoff', 'students', 'invoices', 'billing'],
});
