import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { sharedCalendar } from '../calendars/sharing.ts';
import { dayOfWeek, id, instant, success } from '../shapes.ts';

const time = z.object({
  /** Null for a weekly lesson. */
  date: z.string().nullable(),
  dayOfWeek,
  startTime: z.string(),
  endTime: z.string(),
  duration: z.number(),
  teacher: z.object({ id, name: z.string() }),
  /** The lesson's own address; null for the student's home. */
  address: z.string().nullable(),
});

export const lessonChange = z.object({
  kind: z.enum(['added', 'cancelled', 'restored', 'moved', 'ended', 'edited']),
  lessonId: id,
  /** The date that changed, before the change if it was moved; null for a weekly change. */
  date: z.string().nullable(),
  /** The first date of a weekly change, and the last one if lessons continue differently afterwards; null for a single date. */
  weekly: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  /** What closes these dates, or closed them before, with the days that are different; null for any other change. */
  closure: z
    .object({
      closureId: id,
      reason: z.string().nullable(),
      days: z.array(z.object({ from: z.string(), to: z.string() })),
      dates: z.array(z.string()),
    })
    .nullable(),
  before: time.nullable(),
  after: time.nullable(),
  /** A sentence to send to the family. */
  text: z.string(),
});
export type LessonChange = z.infer<typeof lessonChange>;

const familyChanges = z.object({
  studentId: id,
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Up to when the family was told of changes; null: never. */
  toldUntil: z.string().nullable(),
  /** When the student's calendar was last read; `changedSince`: one of these changes is newer. Null while it is not shared. */
  calendar: sharedCalendar.omit({ subscribableUrl: true }).nullable(),
  changes: z.array(lessonChange),
  /** The moment up to which the family knows everything once it knows of these changes. */
  until: z.string(),
  /** The changes in order of date and the next lesson, to send to the family. */
  message: z.string(),
  /** Students with the same last name and address are one family: what they share, and one message for all of them. */
  family: z.object({ id, message: z.string() }),
});
export type FamilyChanges = z.infer<typeof familyChanges>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/changes',
  expensive: true,
  slow: true,
  summary:
    'Lists what changed for each student between two moments; without since, from when the family was last told, or from 28 days ago.',
  query: z.object({ since: instant.optional(), until: instant.optional() }),
  response: z.array(familyChanges),
  reads: ['studios', 'students', 'households', 'teachers', 'lessons', 'history', 'calendarAddresses', 'timeoff'],
});

export const countChanges = endpoint({
  method: 'GET',
  path: '/api/changes/count',
  summary: 'How many families do not know of changes yet, and when the earliest of these was made.',
  response: z.object({ families: z.number(), oldest: z.string().nullable() }),
  reads: ['studios', 'students', 'households', 'teachers', 'lessons', 'history', 'timeoff'],
});

export const tellFamilies = endpoint({
  method: 'POST',
  path: '/api/changes/told',
  summary: 'Records up to when families have been informed of changes.',
  body: z.object({
    studentIds: z.array(id).min(1, 'Please select at least one student.').max(1000),
    until: instant,
  }),
  response: success,
  updates: ['studios', 'history'],
});
