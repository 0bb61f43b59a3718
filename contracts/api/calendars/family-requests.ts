import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { calendarDay, success } from '../shapes.ts';

// A family asks for another time of a lesson on its page.

const time = z.object({ ref: z.string(), date: calendarDay, startTime: z.string(), endTime: z.string() });

/** What became of a request, at its lesson. */
export const familyRequest = z.object({
  ref: z.string(),
  state: z.enum(['open', 'offered', 'yes', 'no']),
  /** Those that were asked for; the ones that are offered; the one that the lesson has moved to. */
  times: z.array(time),
  /** Of the family, to who wrote it. */
  message: z.string().nullable(),
  /** What the teacher wrote. */
  answer: z.string().nullable(),
});
export type FamilyRequest = z.infer<typeof familyRequest>;

export const possibleTimes = z.object({ times: z.array(time), until: calendarDay });
export type PossibleTimes = z.infer<typeof possibleTimes>;

const params = z.object({ ref: z.string() });

export const getPossibleTimes = endpoint({
  method: 'GET',
  path: '/api/family/lessons/:ref/times',
  summary: 'At most five times to which a lesson, or one that is owed, could move.',
  access: 'family',
  searches: true,
  params,
  response: possibleTimes,
  reads: [
    'households',
    'feeds',
    'lessons',
    'students',
    'teachers',
    'timeoff',
    'billing',
    'day',
    'calendarAddresses',
    'possibleTimes',
  ],
});

export const askForTime = endpoint({
  method: 'POST',
  path: '/api/family/lessons/:ref/requests',
  summary: 'Asks for another time of a lesson, or for a time of one that is owed.',
  access: 'family',
  params,
  body: z.strictObject({
    /** Refs of times that are shown, the best one first. */
    times: z.array(z.string().max(100)).max(3, 'Please choose at most three times.'),
    message: z.string().trim().max(300, 'The message must be at most 300 characters long.').optional(),
  }),
  response: z.object({ request: familyRequest }),
  updates: ['history', 'notifications'],
});

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/api/family/requests/:ref/withdraw',
  summary: 'The family no longer asks for another time.',
  access: 'family',
  params,
  response: success,
  updates: ['history', 'notifications'],
});

export const takeOfferedTime = endpoint({
  method: 'POST',
  path: '/api/family/requests/:ref/take',
  summary: 'Moves the lesson to a time that the teacher offered.',
  access: 'family',
  params,
  body: z.strictObject({ time: z.string('Please choose one of the times.').max(100) }),
  response: success,
  updates: ['lessons', 'feeds', 'history', 'notifications'],
});
