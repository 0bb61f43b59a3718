import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { ScheduleState } from '../schedule/state.ts';

/** The lessons of a schedule as last accepted: without those of a pending plan, and with the series that it replaces as they were. */
export const asAccepted = (state: ScheduleState): ScheduleState => {
  const bases = [...(state.plan?.entries.values() ?? [])].flatMap((entry) => entry.bases.map(({ lesson }) => lesson));
  const rest = [...state.lessons].filter(([, lesson]) => !(isWeekly(lesson) && lesson.status === 'optimized'));
  return { ...state, lessons: new Map([...rest, ...bases.map((lesson) => [lesson.lessonId, lesson] as const)]) };
};
