import { acceptedLessons } from '../instance/accepted-lessons.ts';
import type { JointPlan } from '@rondo/contracts/events/schedule/schedule.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { batchOf } from '../../../platform/commands/aggregate.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import { lockStudents } from '../../schedule/lookup/student-times.ts';
import { PlanOutdated } from '../../schedule/plan/fixed.ts';
import { contextOfParts, inputOfPart, leftOf, recordPart } from '../../schedule/plan/left-plan.ts';
import { optimizeSchedule } from '../../schedule/plan/plan.ts';
import { knownOnSchedule, loadSchedule, onSchedule } from '../../schedule/schedules.ts';
import { runInput, type Gathered } from '../gathered.ts';
import {
  generatedFor,
  proposalOf,
  recordProposal,
  type Generated,
  type PlanRequest,
  type Proposal,
} from '../generate.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { planUntilCurrent, refuseTaken, type PlannerServices } from '../plan-week.ts';
import { gatherTogether, partWith, type GatheredTogether } from './gather-together.ts';
import { jointReportOf } from './joint-report.ts';
import { instancesOf, solveTogether, type TogetherRequest } from './solve-together.ts';

type Part = Proposal & { readonly gathered: Gathered };

/** What a run of several teachers finds: a plan and a report a teacher, of which nothing is recorded. @throws RuleBroken */
const proposedTogether = async (
  services: PlannerServices,
  studioId: string,
  gathered: GatheredTogether,
  request: TogetherRequest,
): Promise<Part[]> => {
  const { joint, parts, places } = gathered;
  const { solved, curve } = await solveTogether(services, studioId, gathered, request);
  const planned = [...places].flatMap(([id, { isPlanned }]) => (isPlanned ? [id] : []));
  const own = parts.map((part, index) => {
    const ownIds = new Set(solved[index]?.students);
    return partWith(part, planned, (id) => ownIds.has(id));
  });
  const runs = await instancesOf(
    services,
    studioId,
    own.map(({ part }) => part),
  );
  const teacherOf = new Map(
    own.flatMap(({ part }, index) => part.input.students.map((one) => [one.student_id, index] as const)),
  );
  // What stands with any of the teachers, in the report of the one who gets the student.
  const accepted = parts.flatMap(({ week, input }) => acceptedLessons(week, input));
  const proposals: Part[] = [];
  for (const [index, { part, leaving }] of own.entries()) {
    const [run, plannedWeek] = [runs[index], solved[index]?.planned];
    if (!run || !plannedWeek) throw new Error('A teacher has no part in the plan.');
    const { teacherId } = part.week;
    const ownRequest: PlanRequest = {
      ...request,
      teacherId,
      control: request.controlOf(teacherId),
    };
    const proposal = await proposalOf(services, part, ownRequest, {
      run,
      solved: plannedWeek,
      curve,
      accepted: accepted.filter(
        ({ teacherId: from, lesson }) =>
          (teacherOf.get(lesson.studentId ?? '') ?? (from === teacherId ? index : -1)) === index,
      ),
      leaving,
      joint,
    });
    proposals.push({ ...proposal, gathered: part });
  }
  const contents = proposals.map(({ content, gathered: { week } }) => ({ content, week }));
  const report = jointReportOf(joint, contents, { accepted, mostChanges: request.mostChanges });
  return proposals.map((proposal) => ({ ...proposal, content: { ...proposal.content, joint: report } }));
};

const commandInput = (request: TogetherRequest) => ({
  together: true,
  mostChanges: request.mostChanges,
  ...runInput(request),
});

/** The lead first: its event has all parts, so that a reactor records those before which a server ends. */
const inOrder = (parts: readonly Part[], { lead }: JointPlan): Part[] =>
  parts.toSorted((a, b) => Number(b.content.teacherId === lead) - Number(a.content.teacherId === lead));

/** Records the plans while their students' time is locked: all of them, or none if one no longer fits. @throws PlanOutdated */
const recordTogether = (
  services: PlannerServices,
  context: CommandContext,
  parts: readonly Part[],
  { joint, request }: { readonly joint: JointPlan; readonly request: TogetherRequest },
): Promise<Generated[]> => {
  const placementsOf = ({ plan }: Part) => plan.students.flatMap(({ placement }) => placement ?? []);
  const studentIds = parts.flatMap((part) => placementsOf(part).map(({ studentId }) => studentId));
  return lockStudents(services, context.studioId, studentIds, async () => {
    for (const part of parts) {
      const { input } = part.gathered;
      await refuseTaken(services, context.studioId, input, placementsOf(part));
      const { state } = await loadSchedule(services, context.studioId, input.teacher.teacher_id);
      optimizeSchedule(part.plan)(state);
    }
    const [lead, ...others] = inOrder(parts, joint);
    if (!lead) throw new Error('A joint plan needs a lead.');
    const closures = (await closuresNow(services, context.studioId)).map(({ closureId, states }) => ({
      closureId,
      states: [...states],
    }));
    const otherParts = others.map(({ plan, gathered: { week } }) => ({
      ...leftOf(plan, week.teacherId),
      supersedes: week.state.plan?.reportId ?? null,
    }));
    const command = {
      input: commandInput(request),
      decide: optimizeSchedule({ ...lead.plan, others: { parts: otherParts, closures } }),
    };
    const { teacherId } = lead.content;
    const generated = [generatedFor(teacherId, await onSchedule(services, context, teacherId, command))];
    for (const part of otherParts) {
      const executed = await recordPart(services, contextOfParts(context), joint, part, closures);
      if (executed.events.length === 0) throw new PlanOutdated('The schedule has another plan by now.');
      generated.push(generatedFor(part.teacherId, executed));
    }
    return generated;
  });
};

const planOnce = async (
  services: PlannerServices,
  context: CommandContext,
  request: TogetherRequest,
): Promise<Generated[]> => {
  const gathered = await gatherTogether(services, context.studioId, request);
  const parts = await proposedTogether(services, context.studioId, gathered, request);
  for (const part of parts) await recordProposal(services, context, part, part.gathered.week.now.today);
  return recordTogether(services, context, parts, { joint: gathered.joint, request });
};

/** The plans of a call that was carried out before; null if one of them is missing. */
const knownPlans = async (
  services: PlannerServices,
  context: CommandContext,
  request: TogetherRequest,
): Promise<Generated[] | null> => {
  const input = commandInput(request);
  const generated: Generated[] = [];
  for (const teacherId of request.teacherIds) {
    const known =
      (await knownOnSchedule(services, context, teacherId, input)) ??
      (await knownOnSchedule(services, contextOfParts(context), teacherId, inputOfPart(request.runId)));
    if (!known) return null;
    generated.push(generatedFor(teacherId, known));
  }
  return generated;
};

/**
 * Generates one plan for several teachers: a part in each schedule, one batch, decided as one.
 * @throws InvalidInput, NotFound, RuleBroken
 */
export const generateTogether = async (
  services: PlannerServices,
  context: CommandContext,
  request: TogetherRequest,
): Promise<Generated[]> => {
  const known = await knownPlans(services, context, request);
  if (known) return known;
  let attempt = 0;
  return planUntilCurrent(
    request.turn,
    () => {
      attempt += 1;
      // A part that an earlier attempt has left is extended by a command of its own.
      const own = {
        ...context,
        commandId: derivedId(context.commandId, `attempt ${attempt}`),
        batchId: batchOf(context),
      };
      return planOnce(services, attempt === 1 ? context : own, request);
    },
    (cause) => {
      throw new RuleBroken(
        'The schedules keep changing while they are being planned. Please try again.',
        {},
        { cause },
      );
    },
  );
};
