import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { branchesModel } from '@rondo/projections/branches/project.ts';
import { branchesIdleSince } from '@rondo/projections/branches/queries.ts';
import { ModelNotReady } from '@rondo/projections/runner/model-progress.ts';
import { branchEvents, type Branch, type MadeChange } from '@rondo/contracts/events/branches/branch.ts';
import type { LeftPlan } from '@rondo/contracts/events/schedule/joint.ts';
import { calendarDate } from '@rondo/contracts/calendar/words.ts';
import { entityOf } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf, withoutFences } from '@rondo/projections/runner/events.ts';
import type { Reactor } from '@rondo/projections/runner/read-model.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { reactionTo, type CommandContext } from '../../../../platform/commands/aggregate.ts';
import { stateAfter } from '../../../../platform/commands/folded.ts';
import { derivedId } from '../../../../platform/commands/ids.ts';
import { DomainError } from '../../../../platform/kit/errors.ts';
import type { Services } from '../../../../platform/kit/services.ts';
import { studentStream, teacherStream } from '../../../people/roster.ts';
import { changeStudent, registerStudent, setTeachers } from '../../../people/student.ts';
import { changeTeacher } from '../../../people/teacher.ts';
import { pinEach } from '../../../schedule/plan/pins.ts';
import { PlanOutdated } from '../../../schedule/plan/fixed.ts';
import { runOf } from '../../../schedule/plan/left-plan.ts';
import { optimizeSchedule } from '../../../schedule/plan/plan.ts';
import { recordReport } from '../../../schedule/reports/state.ts';
import { onSchedule } from '../../../schedule/schedules.ts';
import { invented } from '../changed-rows.ts';
import { branchAggregate, branchStream, dropIdle, failTakeOver } from '../state.ts';
import { fence, isAnyChanged, isLifted, liftAll, streamsOf } from './fences.ts';

const read = eventReader(branchEvents);

type Carrying = Pick<Services, 'handlers' | 'store'>;
type Step = (reason: string) => CommandContext;

const teachersOf = (of: string, teacherIds: readonly string[]) =>
  teacherIds.map((teacherId) => ({ assignmentId: derivedId(of, `assignment ${teacherId}`), teacherId }));

const unchanged = { availability: undefined, revision: undefined } as const;

/** Makes one change of a branch in the studio. Idempotent. */
const makeChange = async (
  { handlers }: Carrying,
  step: Step,
  { changeId, change }: MadeChange,
  today: string,
): Promise<void> => {
  const { studioId } = step('');
  const context = (of: string): CommandContext => step(`${changeId} ${of}`);
  const input = { changeId };
  const onStudent = (studentId: string, decide: Parameters<typeof handlers.student.execute>[2]['decide']) =>
    handlers.student.execute(studentStream(studioId, studentId), context(studentId), { input, decide });
  const onTeacher = (teacherId: string, decide: Parameters<typeof handlers.teacher.execute>[2]['decide']) =>
    handlers.teacher.execute(teacherStream(studioId, teacherId), context(teacherId), { input, decide });
  switch (change.kind) {
    case 'studentHours':
      await onStudent(
        change.studentId,
        changeStudent({ ...unchanged, changes: {}, availability: change.availability }),
      );
      return;
    case 'teacherHours':
      await onTeacher(
        change.teacherId,
        changeTeacher({ ...unchanged, changes: {}, availability: change.availability }),
      );
      return;
    case 'length':
      for (const studentId of change.studentIds)
        await onStudent(studentId, changeStudent({ ...unchanged, changes: { lessonDuration: change.lessonDuration } }));
      return;
    case 'teachers':
      await onStudent(change.studentId, setTeachers(teachersOf(changeId, change.teacherIds)));
      return;
    case 'joins': {
      const { details, availability } = invented(changeId, change);
      const teachers = teachersOf(changeId, change.teacherIds);
      await onStudent(changeId, registerStudent({ studentId: changeId, details, availability, teachers }));
      return;
    }
    case 'pin': {
      const pinning = { lessonIds: [change.lessonId], pin: change.pinned ? { until: null } : null, today };
      await onSchedule({ handlers }, context(change.lessonId), change.teacherId, {
        input,
        decide: (state) => [...pinEach(state, pinning).events],
      });
      return;
    }
    case 'home': {
      const { address, city, zipCode, location } = change;
      await onTeacher(change.teacherId, changeTeacher({ ...unchanged, changes: { address, city, zipCode, location } }));
      return;
    }
    // The student stays; the plan places nothing for them.
    case 'leaves':
      return;
  }
};

/** Leaves one teacher's plan pending, with its report. Idempotent. */
const leavePlan = async (
  services: Carrying,
  step: Step,
  { plan }: Branch,
  { left, closures }: { readonly left: LeftPlan; readonly closures: TakenOver['closures'] },
): Promise<void> => {
  const { teacherId, reportId, runId, createdOn } = left;
  const content = plan?.plans.find((one) => one.teacherId === teacherId)?.content;
  if (!content) return;
  await recordReport(services, step(`report ${reportId}`), {
    reportId,
    runId,
    teacherId,
    title: `${content.teacherName}, ${calendarDate(createdOn)}`,
    lessonsCount: content.optimizationStats.totalStudentsScheduled,
    totalDriveMinutes: content.optimizationStats.totalDriveTime,
    content,
  });
  await onSchedule(services, step(`plan ${reportId}`), teacherId, {
    input: { reportId },
    decide: optimizeSchedule(runOf(left, closures)),
  });
};

type TakenOver = Extract<ReturnType<typeof read>, { type: 'BranchTakenOver' }>['data'];

const outdated = 'The schedule has changed in the meantime. Plan this branch again first.';

/** Makes the changes and leaves the plans. @returns why that was not possible; null when it is done */
const takeOver = async (
  services: Carrying,
  event: SourceEvent,
  branch: Branch,
  { plans, closures }: TakenOver,
): Promise<string | null> => {
  const step: Step = (reason) => reactionTo(event, event.metadata.actor, reason);
  try {
    const today = recordedAtOf(event).slice(0, 10);
    for (const change of branch.changes) await makeChange(services, step, change, today);
    for (const left of plans) await leavePlan(services, step, branch, { left, closures });
    return null;
  } catch (error) {
    if (error instanceof PlanOutdated) return outdated;
    if (error instanceof DomainError) return error.message;
    throw error;
  }
};

/** From wherever an earlier attempt stopped: from its first lifted fence on others may have changed something, so that nothing more is done. */
const carryOut = async (services: Carrying, event: SourceEvent, decided: TakenOver): Promise<void> => {
  const { eventId, metadata } = event;
  const { studioId, batchId, actor } = metadata;
  const stream = branchStream(studioId, entityOf(event.stream));
  // As it was taken over: it may have been reopened since.
  const { branch } = stateAfter(
    branchAggregate,
    withoutFences(await services.store.readStream(stream, { limit: event.revision + 1 })),
  );
  if (!branch) return;
  const step: Step = (reason) => reactionTo(event, actor, reason);
  const teacherIds = decided.plans.map(({ teacherId }) => teacherId);
  const streams = await streamsOf(services, { studioId, branch, teacherIds });
  if (!(await isLifted(services, streams, eventId))) {
    for (const one of streams) await fence(services, one, step(`fence ${one}`), eventId);
    const since = { instant: decided.checkedAt ?? recordedAtOf(event), batchId };
    const detail = (await isAnyChanged(services, streams, since))
      ? outdated
      : await takeOver(services, event, branch, decided);
    if (detail !== null)
      await services.handlers.branch.execute(stream, step('failed'), {
        input: { detail },
        decide: failTakeOver(detail),
      });
  }
  await liftAll(services, streams, step('lift'), eventId);
};

/** Carries out the take-over of branches, in the batch of the decision. */
export const takeOversReactor = (services: Carrying): Reactor<'takeovers'> => ({
  name: 'takeovers',
  version: 1,
  categories: [branchEvents.name],
  tables: [],
  on: (event) => (event.type === 'BranchTakenOver' ? { reads: [], changes: () => [] } : null),
  react: async (event) => {
    const recorded = read(event);
    if (recorded.type === 'BranchTakenOver') await carryOut(services, event, recorded.data);
  },
});

/** Days after its last event on which a branch is dropped. */
const keptDays = 90;
const day = 24 * 60 * 60 * 1000;

/** Those that no one has touched for so long; none while the model is being built, as at the first start: the next sweep finds them. */
const idleBranches = async ({ models, now }: Pick<Services, 'models' | 'now'>) => {
  try {
    return await branchesIdleSince(branchesModel.read(models), instantAt(now() - keptDays * day));
  } catch (error) {
    if (error instanceof ModelNotReady) return [];
    throw error;
  }
};

/** Drops the branches of all studios that no one has touched for 90 days. */
export const dropIdleBranches = async (services: Pick<Services, 'handlers' | 'models' | 'now'>): Promise<void> => {
  for (const { studio_id: studioId, branch_id: branchId, revision } of await idleBranches(services)) {
    const commandId = derivedId(branchId, `idle after ${revision}`);
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    await services.handlers.branch.execute(
      branchStream(studioId, branchId),
      { studioId, actor: 'sweeper', ...ids },
      { input: { branchId, revision }, decide: dropIdle(revision) },
    );
  }
};
