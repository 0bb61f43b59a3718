import { z } from 'zod';
import { defineEvent } from '../event.ts';
import { dayOfWeek, duration, id, isoDate, minuteOfDay } from '../fields.ts';

/** A weekly time that is kept free for a family that asked with the question form. It names the question by its id alone. */
export const hold = z.object({
  inquiryId: id,
  dayOfWeek,
  start: minuteOfDay,
  duration,
  /** Its first date. */
  from: isoDate,
  /** The last day on which its dates are taken. */
  heldUntil: isoDate,
});
export type Hold = z.infer<typeof hold>;

/** What ended a hold: the teacher, an answer to the question (it was closed, or the child was added), or its being forgotten. */
export const holdOutcome = z.enum(['released', 'answered', 'forgotten']);
export type HoldOutcome = z.infer<typeof holdOutcome>;

/** How weekly times are kept free for questions. */
export const holdFacts = [
  /** A time is held; one that is held for the same question already moves, or is held for longer. */
  defineEvent('TimeHeld', hold),
  /** Its time is no longer held. */
  defineEvent('TimeReleased', z.object({ inquiryId: id, outcome: holdOutcome })),
] as const;
