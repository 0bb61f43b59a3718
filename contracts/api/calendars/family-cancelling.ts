import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay } from '../shapes.ts';
import { familyLesson } from './family-page.ts';

// A family cancels a lesson on its page, after reading what that costs.

/** Amounts are null for who gets no invoices. */
const outcome = z.object({ charge: z.number().nullable(), refund: z.number().nullable(), text: z.string() });

const familyOutcome = z.object({
  lesson: z.object({
    student: z.string(),
    date: calendarDay,
    startTime: z.string(),
    endTime: z.string(),
    teacher: z.string(),
  }),
  /** Such as "25 hours". */
  notice: z.string(),
  outcome,
  /** What it comes to until when, soonest first; `from` is null for the first. Empty without a policy. */
  tiers: z.array(z.object({ from: z.string().nullable(), until: z.string(), text: z.string() })),
  /** The last instant of this outcome; null when no other follows. */
  until: z.string().nullable(),
  /** Stands for what is shown here: cancelling sends it along, and is refused where something else holds by then. */
  expected: z.string(),
});
export type FamilyOutcome = z.infer<typeof familyOutcome>;

const params = z.object({ ref: z.string() });

export const getFamilyOutcome = endpoint({
  method: 'GET',
  path: '/api/family/lessons/:ref/outcome',
  summary: 'What cancelling a lesson now would come to for the family.',
  access: 'family',
  params,
  response: familyOutcome,
  reads: ['households', 'feeds', 'lessons', 'timeoff', 'invoices', 'billing', 'day', 'calendarAddresses'],
});

export const cancelAsFamily = endpoint({
  method: 'POST',
  path: '/api/family/lessons/:ref/cancel',
  summary: 'Cancels a lesson for the family, if that comes to what it was shown.',
  access: 'family',
  params,
  body: z.strictObject({
    expected: z.string('Please reload this page and try again.').max(200),
    message: z.string().trim().max(300, 'The message must be at most 300 characters long.').optional(),
  }),
  response: z.object({ lesson: familyLesson, outcome }),
  updates: ['lessons', 'feeds', 'history', 'notifications'],
});
