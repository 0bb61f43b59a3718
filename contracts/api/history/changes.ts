import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
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

const change = z.object({
  kind: z.enum(['added', 'cancelled', 'restored', 'moved', 'ended', 'edited']),
  lessonId: id,
  /** The date that changed, before the change if it was moved; null for a weekly change. */
  date: z.string().nullable(),
  /** The first date of a weekly change, and the last one if lessons continue differently afterwards; null for a single date. */
  weekly: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  before: time.nullable(),
  after: time.nullable(),
  /** A sentence to send to the family. */
  text: z.string(),
});
export type LessonChange = z.infer<typeof change>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/changes',
  expensive: true,
  slow: true,
  summary:
    'Lists what changed for each student between two moments; without since, from when the family was last informed.',
  query: z.object({ since: instant.optional(), until: instant.optional() }),
  response: z.array(z.object({ studentId: id, name: z.string(), changes: z.array(change) })),
  reads: ['studios', 'students', 'teachers', 'lessons'],
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
  updates: ['studios'],
});
