import type { CheaperWeek } from '../trade-offs.ts';

/**
 * The week to choose when a lesson is worth the given minutes of driving a week: the one that saves most beyond the value of the lessons it
 * leaves out. Undefined when each of them is worth its drive.
 * @param students number placed in the week that leaves out none on purpose
 */
export const weekWorthDriving = <Week extends Pick<CheaperWeek, 'students' | 'saved'>>(
  cheaper: readonly Week[],
  students: number,
  lessonWorth: number,
): Week | undefined => {
  const gain = ({ students: fewer, saved }: Week): number => saved - (students - fewer) * lessonWorth;
  return cheaper.filter((week) => gain(week) > 0).toSorted((a, b) => gain(b) - gain(a))[0];
};
