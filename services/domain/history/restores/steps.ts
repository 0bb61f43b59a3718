import type { ScheduleEvent } from '@rondo/contracts/events/schedule/schedule.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { recordReport, reportContentEver } from '../../schedule/reports/state.ts';
import {
  restoreGains,
  restoreHeader,
  restoreLosses,
  restorePlan,
  type ScheduleGoal,
} from '../../schedule/revert/restore.ts';
import { onSchedule } from '../../schedule/schedules.ts';
import type { ScheduleState } from '../../schedule/state.ts';
import { reopenedReportId, type RestorePlan } from './plan/restore-plan.ts';
import type { StreamGoal } from './plan/stream-goals.ts';
import { contextOf, type Restore } from './restore-stream.ts';

type Writing = Pick<Services, 'handlers' | 'store'>;

/** One step of a restore. `detail`: what it does, for the user. */
type Step = { readonly detail: string; readonly run: () => Promise<unknown> };

/** Far below what any engine accepts in one append, with room for metadata. */
const mostBytes = 100_000;

/** The first events that fit into one append; at least one. */
const asManyAsFit = (events: readonly ScheduleEvent[]): ScheduleEvent[] => {
  let bytes = 0;
  const tooFar = events.findIndex((event, i) => {
    bytes += 500 + Buffer.byteLength(JSON.stringify(event.data));
    return i > 0 && bytes > mostBytes;
  });
  return tooFar < 0 ? [...events] : events.slice(0, tooFar);
};

/** Sends one step of a schedule, in as many appends as it takes. */
const sendInParts = async (
  services: Writing,
  restore: Restore,
  { teacherId, step }: { readonly teacherId: string; readonly step: string },
  decide: (state: ScheduleState) => ScheduleEvent[],
): Promise<void> => {
  for (let part = 0, hasMore = true; hasMore; part += 1) {
    hasMore = false;
    const context = contextOf(restore, `${step} ${teacherId} ${part}`);
    const executed = await onSchedule(services, context, teacherId, {
      input: { step, part },
      decide: (state) => {
        const events = decide(state);
        const fitting = asManyAsFit(events);
        hasMore = fitting.length < events.length;
        return fitting;
      },
    });
    hasMore ||= executed.repeated;
  }
};

/** A plan that comes back needs its report under a new id. */
const copyReport = async (
  services: Writing,
  restore: Restore,
  teacherId: string,
  { plan, reopensAs }: ScheduleGoal,
): Promise<void> => {
  if (!plan || reopensAs === null) return;
  const { studioId } = restore.metadata;
  const content = await reportContentEver(services, studioId, plan.reportId);
  if (!content) return;
  const reportId = reopenedReportId(restore.restoreId, teacherId);
  await recordReport(services, contextOf(restore, `copy ${reportId}`), { ...content, reportId });
};

/** A schedule loses what the restore takes away. */
const loseRows = async (services: Writing, restore: Restore, teacherId: string, goal: ScheduleGoal): Promise<void> => {
  const { restoreId, asOf } = restore;
  await copyReport(services, restore, teacherId, goal);
  await onSchedule(services, contextOf(restore, `header ${teacherId}`), teacherId, {
    input: { header: restoreId },
    decide: restoreHeader(goal, { restoreId, asOf }),
  });
  await sendInParts(services, restore, { teacherId, step: 'losses' }, restoreLosses(goal));
};

/** A schedule gets what the restore brings back. */
const gainRows = async (services: Writing, restore: Restore, teacherId: string, goal: ScheduleGoal): Promise<void> => {
  await sendInParts(services, restore, { teacherId, step: 'gains' }, restoreGains(goal));
  await sendInParts(services, restore, { teacherId, step: 'plan' }, restorePlan(goal));
};

/**
 * The steps that lead to what a restore plans, in order. Each may be repeated. People return before their lessons do, and go after them. Every
 * schedule first loses what it loses.
 */
export const restoreSteps = (services: Writing, restore: Restore, plan: RestorePlan): Step[] => {
  const each = (detail: string, goals: readonly StreamGoal[], ...kinds: StreamGoal['kind'][]): Step[] =>
    goals
      .filter(({ kind }) => kinds.includes(kind))
      .map((goal) => ({ detail, run: () => goal.carryOut(contextOf(restore, `restore ${goal.stream}`)) }));
  const eachSchedule = (restorePart: typeof loseRows): Step[] =>
    [...plan.schedules].map(([teacherId, { goal }]) => ({
      detail: 'Restoring lessons',
      run: () => restorePart(services, restore, teacherId, goal),
    }));
  return [
    ...each('Restoring teachers', plan.teachers, 'returns', 'changes'),
    ...each('Restoring students', plan.students, 'returns', 'changes'),
    ...each('Restoring reports', plan.others, 'returns', 'changes', 'goes'),
    ...eachSchedule(loseRows),
    ...eachSchedule(gainRows),
    ...each('Removing students', plan.students, 'goes'),
    ...each('Removing teachers', plan.teachers, 'goes'),
  ];
};
