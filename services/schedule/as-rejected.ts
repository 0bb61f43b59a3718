import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import { rejectPlan } from './plan-decision.ts';
import { scheduleAggregate } from './schedule-aggregate.ts';
import type { ScheduleState } from './state.ts';

/** A lesson in the schedule of the teacher who has it. */
export type TaughtRow = { readonly teacherId: string; readonly lesson: Lesson };

/** A schedule's lessons as a rejection of its pending plan would leave them today. */
const asRejected = (state: ScheduleState, today: IsoDate): Lesson[] => {
  const { plan } = state;
  if (!plan || state.reports.get(plan.reportId) !== 'pending') return [...state.lessons.values()];
  const copy = scheduleAggregate.copy?.(state) ?? state;
  const { lessons } = rejectPlan({ reportId: plan.reportId, today })(state).reduce(
    (before, event) => scheduleAggregate.evolve(before, event, { revision: 0, recordedAt: '' }),
    copy,
  );
  return [...lessons.values()];
};

/** Lesson rows as a rejection of every pending plan would leave them today. @param planning the schedules with a plan, by teacher */
export const withoutPlans = (
  rows: readonly { readonly teacher_id: string; readonly lesson: Lesson }[],
  planning: ReadonlyMap<string, ScheduleState>,
  today: IsoDate,
): TaughtRow[] => {
  const shown = rows.map(({ teacher_id: teacherId, lesson }) => ({ teacherId, lesson }));
  const others = shown.filter(({ teacherId }) => !planning.has(teacherId));
  const elsewhere = new Set(others.map(({ lesson }) => lesson.lessonId));
  const planned = [...planning].flatMap(([teacherId, state]) =>
    asRejected(state, today)
      .filter(({ lessonId }) => !elsewhere.has(lessonId))
      .map((lesson) => ({ teacherId, lesson })),
  );
  return [...others, ...planned];
};
