import { z } from 'zod';
import { cancelledBy, recordedOutcome, share, tierOutcome } from '../../policy/policy.ts';
import { endpoint } from '../endpoint.ts';
import { lesson, lessonDate } from '../lessons.ts';
import { calendarDay, clearableLine, dateText, id, idParams, instant, seenRevision } from '../shapes.ts';

// Cancelling a lesson, and what that comes to.

const by = z.enum(cancelledBy, 'Please choose who cancels.').exclude(['calendar']);

/** Chosen by hand. `until`: the last day on which the lesson can be made up for; absent: as the policy has it, null: without end. */
const outcome = z
  .object({ charge: share.optional(), owed: z.literal(true).optional(), until: dateText.nullish() })
  .transform(({ charge, owed, until }, context) => {
    if (charge !== undefined && owed === undefined && until === undefined) return { charge };
    if (charge === undefined && owed !== undefined) return { owed, until };
    context.addIssue('Please choose what the cancellation comes to.');
    return z.NEVER;
  });
const reason = clearableLine(200);

export const cancelLesson = endpoint({
  method: 'POST',
  path: '/api/lessons/:id/cancel',
  summary: 'Cancels a lesson on one date.',
  params: idParams,
  body: z.object({
    /** Required for a series. */
    lessonDate,
    by: by.optional(),
    /** When the family said so; without it now. */
    noticeAt: instant.optional(),
    /** Instead of what the policy says; with a reason while one is in force. */
    outcome: outcome.optional(),
    reason,
    /** What the caller was shown: another outcome is refused with 409. */
    expected: outcome.nullable().optional(),
    revision: seenRevision.optional(),
  }),
  response: lesson,
  updates: ['lessons', 'history'],
});

const result = z.object({
  outcome: recordedOutcome.nullable(),
  /** What the date then costs, and what of that is given back on the next invoice. */
  charge: z.number(),
  refund: z.number(),
  text: z.string(),
});

export const getCancellation = endpoint({
  method: 'GET',
  path: '/api/lessons/:id/cancellation',
  summary: 'What cancelling a lesson on one date would come to, by who cancels it.',
  params: idParams,
  query: z.object({ lessonDate: dateText.optional(), noticeAt: instant.optional() }),
  response: z.object({
    date: calendarDay,
    startTime: z.string(),
    rate: z.number(),
    currency: z.string(),
    /** True if a month's charge covers it. */
    monthly: z.boolean(),
    /** The number of the invoice that bills it. */
    billedOn: z.string().nullable(),
    noticeMinutes: z.number().int(),
    family: result,
    teacher: result,
    /** The deadlines of the policy, each with its last instant; empty without a policy. */
    deadlines: z.array(
      z.object({
        at: z.string(),
        /** Hours before the lesson; null: a time on the day before. */
        hours: z.number().int().nullable(),
        dayBefore: z.string().nullable(),
        outcome: tierOutcome,
      }),
    ),
    /** The share after the last deadline; null: without a policy. */
    late: share.nullable(),
    /** The deadline that the family meets, by its place; null: without a policy. */
    tier: z.union([z.number().int(), z.literal('late')]).nullable(),
    /** The last day of a lesson that is owed by hand; null: without end. */
    owedUntil: calendarDay.nullable(),
    policyId: id.nullable(),
  }),
  reads: ['lessons', 'timeoff', 'invoices', 'billing'],
});

export type CancellationAnswer = z.infer<typeof getCancellation.response>;

export const changeCancellation = endpoint({
  method: 'PATCH',
  path: '/api/lessons/:id/cancellation',
  summary:
    'Changes what a cancellation comes to, who cancelled, or when. Of the last two alone, the outcome is decided again.',
  params: idParams,
  body: z.object({
    reason,
    outcome: outcome.optional(),
    by: by.optional(),
    noticeAt: instant.optional(),
    revision: seenRevision.optional(),
  }),
  response: lesson,
  updates: ['lessons', 'history'],
});
