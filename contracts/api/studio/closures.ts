import { z } from 'zod';
import { closureMoney } from '../../calendar/closures/closures.ts';
import { closureKinds } from '../../events/schedule/timeoff.ts';
import { endpoint } from '../endpoint.ts';
import {
  asOfQuery,
  calendarDay,
  clearableLine,
  dateText,
  id,
  idParams,
  revision,
  seenRevision,
  success,
  timeText,
} from '../shapes.ts';
import { conflictEvent } from '../lessons.ts';

// Time off: when teachers do not teach.

export const mostClosures = 500;
export const longestClosure = 400;

const kind = z.enum(closureKinds, 'Please choose why the days are closed.');
const money = z.enum(closureMoney, 'Please choose what happens to lessons that are paid for.');

const fields = {
  /** The first and the last day, both inclusive. */
  from: dateText,
  to: dateText,
  /** On the first day; null: from its beginning. */
  fromTime: timeText.nullish(),
  /** On the last day; null: to its end. */
  toTime: timeText.nullish(),
  /** Null: all teachers, those of later too. */
  teacherIds: z
    .array(id)
    .min(1, 'Please select at least one teacher.')
    .max(100)
    .transform((list) => [...new Set(list)])
    .nullish(),
  kind,
  /** Families see it. */
  reason: clearableLine(80),
  money: money.optional(),
  uid: z.string().max(1000).nullish(),
};
const closureBody = z.object(fields);
export type ClosureInput = z.output<typeof closureBody>;

export const closure = z.object({
  id,
  from: calendarDay,
  to: calendarDay,
  fromTime: z.string().nullable(),
  toTime: z.string().nullable(),
  teacherIds: z.array(id).nullable(),
  kind,
  reason: z.string().nullable(),
  money,
  uid: z.string().nullable(),
  /** How many lessons it closes, of how many who pay, and how many take place all the same. */
  lessons: z.number().int(),
  families: z.number().int(),
  kept: z.number().int(),
  over: z.boolean(),
  createdAt: z.string(),
  revision,
});
export type Closure = z.infer<typeof closure>;

export const listClosures = endpoint({
  method: 'GET',
  path: '/api/closures',
  summary: 'When teachers do not teach, by first day; with from and to, what touches these days.',
  query: asOfQuery.extend({ from: dateText.optional(), to: dateText.optional() }),
  response: z.array(closure),
  reads: ['timeoff', 'lessons', 'students'],
});

export const createClosure = endpoint({
  method: 'POST',
  path: '/api/closures',
  summary: 'Closes days: the lessons of these teachers do not take place then.',
  body: closureBody,
  response: closure,
  updates: ['timeoff', 'history'],
});

export const createClosures = endpoint({
  method: 'POST',
  path: '/api/closures/many',
  summary: 'Closes several times at once, as one batch.',
  body: z.object({
    closures: z
      .array(closureBody)
      .min(1, 'Please select at least one holiday.')
      .max(60, 'At most 60 times can be closed at once.'),
  }),
  response: z.array(closure),
  updates: ['timeoff', 'history'],
});

const withConflicts = { conflicts: z.array(conflictEvent) };

export const updateClosure = endpoint({
  method: 'PATCH',
  path: '/api/closures/:id',
  summary: 'Changes a closure. What has begun stays as it was.',
  params: idParams,
  body: z.object({ ...fields, revision: seenRevision }).partial(),
  response: closure.extend(withConflicts),
  updates: ['timeoff', 'history'],
});

export const deleteClosure = endpoint({
  method: 'DELETE',
  path: '/api/closures/:id',
  summary: 'Removes a closure: the lessons that it closes and that have not begun come back.',
  params: idParams,
  response: success.extend(withConflicts),
  updates: ['timeoff', 'history'],
});

const effect = z.enum(['closes', 'back', 'kept', 'begun']);
const billing = z.enum(['refunded', 'leftOut', 'monthStays', 'owed']);

export const closurePreview = z.object({
  sentence: z.string(),
  lessons: z.number().int(),
  families: z.number().int(),
  kept: z.number().int(),
  billed: z.object({ lessons: z.number().int(), amount: z.number(), invoices: z.array(z.string()) }),
  back: z.object({ lessons: z.number().int(), conflicts: z.array(conflictEvent) }),
  /** The first 500 dates that it concerns. */
  dates: z.array(
    z.object({
      lessonId: id,
      studentId: id,
      name: z.string(),
      teacherId: id,
      date: z.string(),
      startTime: z.string(),
      endTime: z.string(),
      /** The number of its invoice. */
      billedOn: z.string().nullable(),
      effect,
      billing: billing.nullable(),
      refund: z.number(),
    }),
  ),
  choices: z.array(z.object({ money, text: z.string(), refund: z.number(), owed: z.number().int() })),
});
export type ClosurePreview = z.infer<typeof closurePreview>;

export const previewClosure = endpoint({
  method: 'POST',
  path: '/api/closures/preview',
  summary: 'What a closure, its change or its removal would close, give back and cost.',
  body: z.object({
    ...closureBody.partial().shape,
    /** The closure that is changed or removed. */
    id: id.optional(),
    remove: z.boolean().optional(),
    closures: z.array(closureBody).min(1).max(60).optional(),
  }),
  response: closurePreview,
  reads: ['timeoff', 'lessons', 'students', 'invoices'],
});
