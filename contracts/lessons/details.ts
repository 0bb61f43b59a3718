import { z } from 'zod';
import { clearableText } from '../api/shapes.ts';

// What a person may say of a lesson beside when it is and whose it is. Events, rows and answers hold all of it; the calls take what is to
// be said or changed. docs/recipes.md tells how a detail is added.

/** As events, rows and answers hold them. A detail that is added later has a default: older events do not have it. */
export const lessonDetails = z.object({
  eventTitle: z.string().nullable(),
  customAddress: z.string().nullable(),
  notes: z.string().nullable(),
  useInOptimization: z.boolean(),
});
export type LessonDetails = z.infer<typeof lessonDetails>;

/** As the calls take them: an absent one stays as it is, null and '' clear a text. */
export const givenDetails = z.object({
  eventTitle: clearableText(200),
  customAddress: clearableText(300),
  notes: clearableText(2000),
  /** True: a stop with a place in the route. Absent: true for lessons, false for appointments. */
  useInOptimization: z.boolean().optional(),
} satisfies Record<keyof LessonDetails, z.ZodType>);
export type GivenDetails = Partial<z.output<typeof givenDetails>>;

/** Those of a lesson of which nothing was said. */
export const plainDetails: LessonDetails = {
  eventTitle: null,
  customAddress: null,
  notes: null,
  useInOptimization: true,
};

/** The details of a row, without the rest of it. */
export const detailsOf = (row: LessonDetails): LessonDetails => lessonDetails.parse(row);

/** The details that were given, without the rest of what was. */
export const changedDetails = (given: GivenDetails): Partial<LessonDetails> => {
  const details: Partial<LessonDetails> = {};
  const take = <Name extends keyof LessonDetails>(name: Name, value: LessonDetails[Name] | undefined): void => {
    if (value !== undefined) details[name] = value;
  };
  for (const name of lessonDetails.keyof().options) take(name, given[name]);
  return details;
};
