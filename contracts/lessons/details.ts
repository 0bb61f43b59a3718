import { z } from 'zod';
import { clearableText } from '../api/shapes.ts';

// What a lesson has besides its time and its people. Events, rows and answers contain all details; calls take only those to set or change.
// docs/recipes.md explains how to add a detail.

/** As in events, rows and answers. A detail added later needs a default, since older events lack it. */
export const lessonDetails = z.object({
  eventTitle: z.string().nullable(),
  customAddress: z.string().nullable(),
  notes: z.string().nullable(),
  useInOptimization: z.boolean(),
});
export type LessonDetails = z.infer<typeof lessonDetails>;

/** As calls take them: absent leaves a detail unchanged, null and '' clear a text. */
export const givenDetails = z.object({
  eventTitle: clearableText(200),
  customAddress: clearableText(300),
  notes: clearableText(2000),
  /** True: a stop with a place in the route. When absent: true for lessons, false for appointments. */
  useInOptimization: z.boolean().optional(),
} satisfies Record<keyof LessonDetails, z.ZodType>);
export type GivenDetails = Partial<z.output<typeof givenDetails>>;

/** Picks the details that a change has. */
export const changedDetails = (changes: GivenDetails): Partial<LessonDetails> => {
  const details: Partial<LessonDetails> = {};
  const take = <Name extends keyof LessonDetails>(name: Name, value: LessonDetails[Name] | undefined): void => {
    if (value !== undefined) details[name] = value;
  };
  for (const name of lessonDetails.keyof().options) take(name, changes[name]);
  return details;
};
