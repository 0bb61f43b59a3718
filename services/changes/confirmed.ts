import { isOccurrence } from '@rondo/contracts/calendar/rows.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { ScheduleState } from '../schedule/state.ts';

/** True if a family can rely on a lesson: not if a plan only proposes it, or if it is an alternative that no one has confirmed. */
export const isConfirmed = ({ status }: Lesson): boolean => status !== 'optimized' && status !== 'recommended';

/** A schedule's lessons without its pending plan: the lessons that the plan replaces count instead. */
export const withoutPlan = ({ lessons, plan }: ScheduleState): Lesson[] => {
  const bases = [...(plan?.entries.values() ?? [])].flatMap((entry) => entry.bases);
  const rows = new Map(lessons);
  for (const base of bases) for (const row of [base.lesson, ...base.occurrences]) rows.set(row.lessonId, row);
  const planned = new Set([...rows.values()].filter((row) => !isConfirmed(row)).map(({ lessonId }) => lessonId));
  return [...rows.values()].filter((row) => isConfirmed(row) && !(isOccurrence(row) && planned.has(row.seriesId)));
};
