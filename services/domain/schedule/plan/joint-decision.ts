import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import type { JointDecision, ScheduleEvent, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadSchedule, onSchedule } from '../schedules.ts';
import type { SeriesElsewhere } from '../edit/taking-over.ts';
import type { ScheduleState } from '../state.ts';
import { acceptPlan, rejectPlan, withdrawGenerated } from './plan-decision.ts';

export type Outcome = 'accepted' | 'rejected' | 'withdrawn';

type Following = {
  readonly runId: string;
  readonly on: IsoDate;
  readonly outcome: Outcome;
  /** Of an acceptance: the series of this part's students with teachers outside the plan. */
  readonly elsewhere?: readonly SeriesElsewhere[] | undefined;
};

/** What a decision on a joint plan does in another teacher's schedule; nothing where that part no longer waits. */
export const followDecision =
  ({ runId, on: today, outcome, elsewhere }: Following) =>
  (state: ScheduleState): ScheduleEvent[] => {
    const { plan } = state;
    if (!plan?.joint || plan.runId !== runId) return [];
    switch (outcome) {
      case 'accepted':
        return acceptPlan({ reportId: plan.reportId, today, elsewhere })(state);
      case 'rejected':
        return rejectPlan({ reportId: plan.reportId, today })(state);
      case 'withdrawn':
        return withdrawGenerated({ today })(state);
    }
  };

type Decided = Executed<typeof scheduleEvents>;
type Deciding = Pick<Services, 'handlers'>;

/** The series that a decision names, of those that are still there. */
const seriesOf = async (
  services: Deciding,
  studioId: string,
  ended: NonNullable<JointDecision['elsewhere']>,
): Promise<SeriesElsewhere[]> => {
  const found = await Promise.all(
    ended.map(async ({ teacherId, lessonId }) => {
      const series = (await loadSchedule(services, studioId, teacherId)).state.lessons.get(lessonId);
      return series && isWeekly(series) ? [{ teacherId, series }] : [];
    }),
  );
  return found.flat();
};

/** Carries a decision to the other teachers of a joint plan, in the same batch. Idempotent. */
export const carryDecision = async (
  services: Deciding,
  context: CommandContext,
  from: string,
  { elsewhere = [], ...decision }: JointDecision & { readonly outcome: Outcome },
): Promise<Decided[]> => {
  const done: Decided[] = [];
  for (const teacherId of decision.teacherIds)
    if (teacherId !== from)
      done.push(
        await onSchedule(services, context, teacherId, {
          input: { follows: decision.runId, outcome: decision.outcome },
          decide: followDecision({
            ...decision,
            elsewhere: await seriesOf(
              services,
              context.studioId,
              elsewhere.filter(({ partOf }) => partOf === teacherId),
            ),
          }),
        }),
      );
  return done;
};

/** The joint decision in events of a schedule. */
export const decisionIn = (events: readonly ScheduleEvent[]) => {
  for (const event of events) {
    if (event.type === 'ScheduleAccepted' && event.data.joint)
      return { ...event.data.joint, outcome: 'accepted' as const };
    if (event.type === 'ScheduleRejected' && event.data.joint)
      return { ...event.data.joint, outcome: event.data.withdrawn ? ('withdrawn' as const) : ('rejected' as const) };
  }
  return null;
};

/**
 * Ends a joint plan of which a teacher's plan is a part, in the lead's schedule, and carries that to this teacher, so that a command on this
 * teacher's schedule alone finds no part of it. @throws RuleBroken when it was accepted in the meantime
 */
export const rejectJointOf = async (
  services: Deciding,
  context: CommandContext,
  teacherId: string,
  today: IsoDate,
): Promise<Decided[]> => {
  const { plan } = (await loadSchedule(services, context.studioId, teacherId)).state;
  if (!plan?.joint) return [];
  const { joint, runId } = plan;
  const own = {
    ...context,
    commandId: derivedId(context.commandId, `joint ${runId}`),
    batchId: context.batchId ?? context.commandId,
  };
  const decided = await onSchedule(services, own, joint.lead, {
    input: { rejects: runId },
    decide: followDecision({ runId, on: today, outcome: 'rejected' }),
  });
  return [
    decided,
    ...(await carryDecision(services, own, joint.lead, { ...joint, runId, on: today, outcome: 'rejected' })),
  ];
};
