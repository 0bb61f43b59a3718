import type { LeftPlan } from '@rondo/contracts/events/schedule/joint.ts';
import type { JointPlan, scheduleEvents } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import type { Executed } from '../../../platform/commands/command-handler.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { loadSchedule, onSchedule } from '../schedules.ts';
import { carryDecision, followDecision } from './joint-decision.ts';
import { PlanOutdated } from './fixed.ts';
import { optimizeSchedule, type PartsOfOthers, type Run } from './plan.ts';

/** A plan that another event decided, as a command to its teacher's schedule. */
export const runOf = (
  { teacherId, overUntil, createdOn, ...run }: LeftPlan,
  closures: PartsOfOthers['closures'],
): Run => ({
  ...run,
  ...(overUntil === null ? {} : { overUntil }),
  today: createdOn,
  closing: { teacherId, closures },
});

/** The plan of a run as its event has it. */
export const leftOf = (
  { students, endsElsewhere, overUntil, today: createdOn, reportId, runId, startsOn }: Run,
  teacherId: string,
): LeftPlan => ({
  teacherId,
  reportId,
  runId,
  startsOn,
  overUntil: overUntil ?? null,
  students: [...students],
  endsElsewhere: [...endsElsewhere],
  createdOn,
});

/** The command that records the others' parts of what a command on the lead's schedule has decided, the same for the command and the reactor. */
export const contextOfParts = (context: CommandContext): CommandContext => ({
  ...context,
  commandId: derivedId(context.commandId, 'part of a joint plan'),
  batchId: context.batchId ?? context.commandId,
});

/** The input that the command of a part is known by when it is repeated. */
export const inputOfPart = (runId: string) => ({ partOf: runId });

/**
 * Records the part of a joint plan in a teacher's schedule; nothing where that has another plan by now. Idempotent.
 * @throws PlanOutdated
 */
export const recordPart = (
  services: Pick<Services, 'handlers'>,
  context: CommandContext,
  joint: JointPlan,
  part: PartsOfOthers['parts'][number],
  closures: PartsOfOthers['closures'],
): Promise<Executed<typeof scheduleEvents>> => {
  const { supersedes, ...left } = part;
  return onSchedule(services, context, left.teacherId, {
    input: inputOfPart(left.runId),
    decide: (state) =>
      (state.plan?.reportId ?? null) === supersedes ? optimizeSchedule({ ...runOf(left, closures), joint })(state) : [],
  });
};

/**
 * Records the parts of a joint plan that are missing, where the server ended before them: all of them, or else the plan is withdrawn. Nothing
 * where the lead's schedule no longer has the plan.
 * @param context of the command on the lead's schedule
 */
export const completeParts = async (
  services: Pick<Services, 'handlers'>,
  context: CommandContext,
  lead: string,
  { reportId, runId, joint, others }: { reportId: string; runId: string; joint: JointPlan; others: PartsOfOthers },
): Promise<void> => {
  const isThere = async (): Promise<boolean> =>
    (await loadSchedule(services, context.studioId, lead)).state.plan?.reportId === reportId;
  if (!(await isThere())) return;
  const own = contextOfParts(context);
  try {
    for (const part of others.parts) await recordPart(services, own, joint, part, others.closures);
  } catch (error) {
    if (!(error instanceof PlanOutdated)) throw error;
    const on = others.parts[0]?.createdOn;
    if (on === undefined) return;
    const decision = { ...joint, runId, on, outcome: 'withdrawn' as const };
    const withdrawing = { ...own, commandId: derivedId(own.commandId, 'withdrawn') };
    const { events } = await onSchedule(services, withdrawing, lead, {
      input: { withdraws: reportId },
      decide: (state) => (state.plan?.reportId === reportId ? followDecision(decision)(state) : []),
    });
    if (events.length > 0) await carryDecision(services, withdrawing, lead, decision);
  }
};
