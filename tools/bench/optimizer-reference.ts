import { z } from 'zod';

const plan = z.object({ scheduled: z.number(), preferred: z.number().optional(), drive: z.number() });
const byMode = z.object({ core: plan.optional(), preferred: plan.optional() });

const reference = z.object({ optimal: byMode, bestKnown: byMode });
export type Reference = z.infer<typeof reference>;

/** By instance: the proven optimum where there is one, and the best that is known. */
export const referenceSchema = z.record(z.string(), reference);

/** By instance and number of days: the best known weight. */
export const toptwReferenceSchema = z.record(z.string(), z.record(z.string(), z.object({ weight: z.number() })));

/** What the command line prints, as far as the bench reads it. */
export const figuresSchema = z.object({
  lessons: z.array(
    z.object({
      studentId: z.string(),
      dayOfWeek: z.literal([0, 1, 2, 3, 4, 5, 6]),
      startTime: z.number(),
    }),
  ),
  bound: z.number(),
  proven: z.record(z.string(), z.boolean()),
  seconds: z.number(),
});
