import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, dateText, id, idParams, success, timeText } from '../shapes.ts';

// What families ask for, as the teacher reads and answers it.

const time = { date: calendarDay, startTime: z.string(), endTime: z.string() };

const requestEntry = z.object({
  id,
  family: z.object({ id: id.nullable(), name: z.string(), asked: z.string() }),
  student: z.object({ id, name: z.string() }),
  /** When the lesson was when this was asked. */
  lesson: z.object({
    ...time,
    teacherId: id,
    owed: z.boolean(),
    /** Its row now, and its date there where the row is a series; null when the lesson is gone. */
    row: z.object({ lessonId: id, originalDate: calendarDay.nullable() }).nullable(),
  }),
  /** `free`: a yes would move the lesson there. */
  times: z.array(z.object({ ...time, free: z.boolean(), reasoningText: z.string() })),
  message: z.string().nullable(),
  askedAt: z.string(),
  state: z.enum(['open', 'offered', 'yes', 'no', 'withdrawn', 'closed']),
  /** Why it is closed, a sentence. */
  because: z.string().nullable(),
  /** `times`: those that were offered, or the one that the lesson moved to. */
  answer: z.object({ at: z.string(), times: z.array(z.object(time)), message: z.string().nullable() }).nullable(),
});
export type RequestEntry = z.infer<typeof requestEntry>;

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  summary:
    'The requests of families for another time: the open ones, soonest lesson first, then the others, the newest first.',
  query: z.object({
    open: z
      .enum(['true', 'false'], 'This must be true or false.')
      .transform((text) => text === 'true')
      .optional(),
    /** The `next` of the answer before. */
    before: id.optional(),
    limit: z.coerce
      .number<string | number>()
      .int('The limit must be a whole number from 1 to 100.')
      .min(1, 'The limit must be a whole number from 1 to 100.')
      .max(100, 'The limit must be a whole number from 1 to 100.')
      .default(50),
  }),
  response: z.object({ entries: z.array(requestEntry), next: id.nullable() }),
  reads: ['lessons', 'timeoff', 'students', 'teachers', 'households', 'notifications'],
});

const message = z.string().trim().max(300, 'The message must be at most 300 characters long.').optional();

export const answerRequest = endpoint({
  method: 'POST',
  path: '/api/requests/:id/answer',
  summary: 'Answers a family’s request for another time: moves the lesson, declines, or offers other times.',
  params: idParams,
  body: z.discriminatedUnion(
    'answer',
    [
      z.strictObject({
        answer: z.literal('yes'),
        /** Which of the times. */
        time: z.int('Please choose one of the times.').min(0).max(2, 'Please choose one of the times.'),
      }),
      z.strictObject({ answer: z.literal('no'), message }),
      z.strictObject({
        answer: z.literal('offer'),
        times: z
          .array(z.strictObject({ date: dateText, startTime: timeText }), 'Please choose one to three times.')
          .min(1, 'Please choose one to three times.')
          .max(3, 'Please choose one to three times.'),
        message,
      }),
    ],
    'The answer must be yes, no or offer.',
  ),
  response: success,
  updates: ['lessons', 'feeds', 'history', 'notifications'],
});
