import type { LessonDetails } from './details.ts';

/** The details of a lesson to which none were given. */
export const plainDetails: LessonDetails = {
  eventTitle: null,
  customAddress: null,
  notes: null,
  useInOptimization: true,
};

/** Picks the details of a row. */
export const detailsOf = ({ eventTitle, customAddress, notes, useInOptimization }: LessonDetails): LessonDetails => ({
  eventTitle,
  customAddress,
  notes,
  useInOptimization,
});
