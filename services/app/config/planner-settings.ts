import { z } from 'zod';

const calls = (byDefault: number) =>
  z.coerce
    .number('expected a number of calls')
    .int('expected a whole number of calls')
    .min(1, 'expected at least 1 call')
    .max(10_000, 'expected at most 10000 calls')
    .default(byDefault);

/** How the planner is shared. */
export const plannerSettings = {
  PLANS_PER_STUDIO: calls(4).describe('The most planning calls of one studio at a time, in this process.'),
  PLANS_PER_PLACE: calls(8).describe(
    'The most planning calls at a time from one IPv4 address or IPv6 network, in this process.',
  ),
  PLANS_OF_GUESTS: calls(32).describe('The most planning calls of all guests together at a time, in this process.'),
  PLANS_IN_ALL: calls(64).describe('The most planning calls at a time in this process.'),
  GUEST_PLAN_SECONDS: z.coerce
    .number('expected a number of seconds')
    .min(0.1, 'expected at least 0.1 seconds')
    .max(120, 'expected at most 120 seconds')
    .default(10)
    .describe(
      'The longest time to plan one teacher’s week for a guest, in seconds, whatever the guest’s settings allow.',
    ),
};
