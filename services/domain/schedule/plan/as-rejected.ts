import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/schedule/lesson.ts';
import { rejectPlan } from './plan-decision.ts';
import { scheduleAggregate } from '../schedule-aggregate.ts';
import type { ScheduleState } from '../state.ts';

/** A lesson in the schedule of the teacher who has it. */
export type TaughtRow = { readonly teacherId: string; readonly lesson: Lesson };

/**
 * What counts while a plan waits for a decision: the schedule as a rejection today would leave it. Shared calendars, billing, the changes that
 * families are told and the planner's view of what was accepted all go by it; only the teacher's own calendar shows the plan's lessons.
 */
export const asRejected = (state: ScheduleState, today: IsoDate): ScheduleState => {
  const { plan } = state;
  if (!plan || state.reports.get(plan.reportId) !== 'pending') return state;
  const copy = scheduleAggregate.copy?.(state) ?? state;
  return rejectPlan({ reportId: plan.reportId, today })(state).reduce(
    (before, event) => scheduleAggregate.evolve(before, event, { revision: 0, recordedAt: '' }),
    copy,
  );
};

/** Lesson rows as a rejection of every pending plan would leave them today. @param planning the schedules with a plan, by teacher */
export const withoutPlans = (
  rows: readonly { readonly teacher_id: string; readonly lesson: Lesson }[],
  planning: ReadonlyMap<string, ScheduleState>,
  today: IsoDate,
): TaughtRow[] => {
  const listed = rows.map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson }));
  const others = listed.filter(({ teacherId }) => !planning.has(teacherId));
  const elsewhere = new Set(others.map(({ lesson }) => lesson.lessonId));
  const planned = [...planning].flatMap(([teacherId, state]) =>
    [...asRejected(state, today).lessons.values()]
      .filter(({ lessonId }) => !elsewhere.has(lessonId))
      .map((lesson) => ({ teacherId, lesson })),
  );
  return [...others, ...planned];
};
