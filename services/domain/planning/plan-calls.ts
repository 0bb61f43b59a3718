import type { StudioSettings } from '@rondo/contracts/events/studio.ts';
import type { Endpoint, RequestOf, UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { PinnedPair } from '@rondo/contracts/api/planner.ts';
import type { curveOfMoves } from '@rondo/contracts/api/planning/curve.ts';
import type { MovesCurve } from '@rondo/contracts/events/schedule/report-content.ts';
import { isWeekly } from '@rondo/contracts/calendar/rows.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import * as queries from '@rondo/projections/reports/queries.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { listStudents } from '@rondo/projections/students/queries.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { streamed, withBatch } from '../../platform/http/answer.ts';
import { eventStream, wantsEventStream } from '../../platform/http/bodies/event-stream.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { placeOf } from '../../platform/http/callers/place.ts';
import { problemOf } from '../../platform/http/problem.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import { DomainError, NotFound, RuleBroken } from '../../platform/kit/errors.ts';
import { lessonList } from '../schedule/lookup/lessons.ts';
import { byTeacher } from '../schedule/reports/views.ts';
import { studioNow } from '../studio/clock.ts';
import { closedFirstDays, type PlanBeginning } from './closed-first-day.ts';
import { curveFor } from './curve.ts';
import { generate, type Generated } from './generate.ts';
import { earlyMovesOf, refuseMoving } from './moving.ts';
import { generateTogether } from './together/generate-together.ts';
import { refuseTogether } from './together/refusals.ts';
import { studentName } from './instance/instance.ts';
import type { PlannerServices, SolveControl } from './plan-week.ts';
import type { Turn } from './run/turns.ts';

type RunRequest = {
  readonly teacherIds: readonly string[];
  readonly studentIds: readonly string[];
  readonly startsOn?: string | undefined;
  readonly lessonWorth?: number | undefined;
  readonly startGrid?: StudioSettings['startGrid'] | undefined;
  readonly force?: boolean | undefined;
  readonly maxMoved?: number | undefined;
  readonly tolerance?: number | undefined;
  readonly together?: boolean | undefined;
  readonly mostChanges?: number | undefined;
};

/** A call that the planner carries out, and the signal that its caller has left. */
export type Admitted = { readonly turn: Turn; readonly callerLeft: AbortSignal };

/** Carries out a planning call once it is admitted, unless its caller leaves. */
export const admit = <T>(
  { plannerTurns }: PlannerServices,
  { request, response, actor: { studioId, isGuest } }: RequestContext,
  call: (admitted: Admitted) => Promise<T>,
): Promise<T> => {
  const callerLeft = callerGone(response);
  const planner = { studioId, isGuest, place: placeOf(request) };
  return plannerTurns.admit(planner, callerLeft, (turn) => call({ turn, callerLeft }));
};

export const reportsOf = async ({ models }: PlannerServices, studioId: string, ids: readonly string[]) => {
  const rows = await Promise.all(ids.map((id) => queries.findReport(reportsModel.read(models), studioId, id)));
  return rows.filter((row) => row !== undefined);
};

/** One run for any number of teachers. */
const runIdOf = ({ commandId }: CommandContext): string => derivedId(commandId, 'run');

/** The pinned lessons for which a plan is refused. */
const pairsIn = (error: DomainError): { pairs?: PinnedPair[] } =>
  error instanceof RuleBroken && 'pairs' in error.details ? { pairs: [...error.details.pairs] } : {};

/** One plan per teacher, each in its turn; for one teacher a domain error is the response, for several it is listed. */
const generateAll = async (
  services: PlannerServices,
  { command, endpoint, actor: { isGuest } }: RequestContext<UpdatingEndpoint>,
  { turn, callerLeft }: Admitted,
  request: RunRequest,
  controlOf: (teacherId: string) => SolveControl = () => ({}),
) => {
  const { maxMoved, tolerance = 0, together, mostChanges = 0, ...run } = request;
  const { teacherIds } = run;
  const shared = {
    ...run,
    startsOn: run.startsOn,
    moving: maxMoved === undefined ? undefined : { most: maxMoved, tolerance },
    runId: runIdOf(command),
    isGuest,
    turn,
  };
  if (together === true) {
    const done = await generateTogether(services, command, {
      ...shared,
      mostChanges,
      controlOf: (teacherId) => ({ signal: callerLeft, ...controlOf(teacherId) }),
    });
    await Promise.all(done.map(({ executed }) => services.models.isVisible(executed, endpoint)));
    return { done, failed: [] };
  }
  const results = await Promise.allSettled(
    teacherIds.map((teacherId) =>
      generate(services, command, {
        ...shared,
        teacherId,
        control: { signal: callerLeft, ...controlOf(teacherId) },
      }),
    ),
  );
  callerLeft.throwIfAborted();
  const done: Generated[] = [];
  const failed: { teacherId: string; detail: string; pairs?: PinnedPair[] }[] = [];
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') done.push(result.value);
    else if (result.reason instanceof DomainError)
      failed.push({ teacherId: teacherIds[i] ?? '', detail: result.reason.message, ...pairsIn(result.reason) });
    else throw result.reason;
  });
  const [first] = results;
  if (done.length === 0 && first?.status === 'rejected') throw first.reason;
  await Promise.all(done.map(({ executed }) => services.models.isVisible(executed, endpoint)));
  return { done, failed };
};

/** The pending lessons of these teachers: only from rows that a plan can touch, not from the studio's whole history. */
export const planLessons = async (services: PlannerServices, studioId: string, teacherIds: readonly string[]) => {
  const { today } = await studioNow(services, studioId);
  const lists = await Promise.all(
    teacherIds.map((teacherId) => lessonList(services, studioId, { teacherId, from: today })),
  );
  return lists.flat().filter(({ status }) => status === 'optimized');
};

const beginningOf = ({ teacherId, executed: { events } }: Generated): PlanBeginning => ({
  teacherId,
  startsOn: events.find((event) => event.type === 'ScheduleOptimized')?.data.startsOn,
  placed: events.flatMap((event) => (event.type === 'LessonPlaced' ? event.data.lesson : [])).filter(isWeekly),
});

/** Carries out a run and answers with its reports and lessons. */
export const answerRun = async (
  services: PlannerServices,
  context: RequestContext<UpdatingEndpoint>,
  admitted: Admitted,
  request: RunRequest,
  controlOf?: (teacherId: string) => SolveControl,
) => {
  const { studioId } = context.actor;
  const [teacherIds, studentIds] = [[...new Set(request.teacherIds)], [...new Set(request.studentIds)]];
  const run = { ...request, teacherIds, studentIds };
  refuseTogether(request.together, teacherIds);
  refuseMoving(run);
  const { done, failed } = await generateAll(services, context, admitted, run, controlOf);
  const ids = done.map(({ reportId }) => reportId);
  const reports = await reportsOf(services, studioId, ids);
  const planned = reports.map(({ teacher_id }) => teacher_id);
  return {
    optimizationReports: byTeacher(reports),
    lessons: await planLessons(services, studioId, planned),
    failed,
    closedFirstDays: await closedFirstDays(services, studioId, done.map(beginningOf)),
    ...(request.maxMoved === undefined ? {} : { earlyMoves: reports.flatMap(({ content }) => earlyMovesOf(content)) }),
  };
};

type ControlOf = (teacherId: string) => SolveControl;

/**
 * Carries out a call that solves weeks, streamed with progress. If the client disconnects before the end, nothing is written.
 * @param answer carries it out
 * @param report receives an error that cannot be sent as the response because streaming has begun
 */
const streamedRun = async <E extends Endpoint>(
  services: PlannerServices,
  context: RequestContext<E>,
  recorded: { readonly batchId?: string },
  answer: (controlOf: ControlOf) => Promise<unknown>,
  report: (error: unknown) => void,
): Promise<typeof streamed> => {
  const { actor, command, endpoint, response } = context;
  const runId = runIdOf(command);
  const run = await services.runs.begin(actor.studioId, runId);
  const stream = eventStream(response, recorded);
  stream.send('started', { runId });
  const control: ControlOf = (teacherId) => ({
    signal: stream.disconnected,
    stop: run.stop,
    onProgress: (progress) => stream.send('progress', { runId, teacherId, ...progress }),
  });
  const last = await answer(control).then(
    (result) => ({ event: 'result', data: endpoint.response.parse(result) }),
    (error: unknown) => {
      if (!stream.disconnected.aborted && !(error instanceof DomainError)) report(error);
      return { event: 'error', data: problemOf(error) };
    },
  );
  if (last.event === 'result') await context.remember(last.data);
  // Once the last event is sent, the run can no longer be stopped.
  await run.end();
  stream.end(last.event, last.data);
  return streamed;
};

/** A run, streamed with progress. */
export const streamRun = (
  services: PlannerServices,
  context: RequestContext<UpdatingEndpoint>,
  admitted: Admitted,
  request: RunRequest,
  report: (error: unknown) => void,
): Promise<typeof streamed> =>
  streamedRun(
    services,
    context,
    { batchId: context.command.commandId },
    (controlOf) => answerRun(services, context, admitted, request, controlOf),
    report,
  );

type CurveBody = RequestOf<typeof curveOfMoves>['body'];

/** The curve of one teacher's week or of several together, streamed with progress where the caller wants that. @throws InvalidInput */
export const answerCurve = async (
  services: PlannerServices,
  context: RequestContext<typeof curveOfMoves>,
  { turn, callerLeft }: Admitted,
  { teacherIds: teachers, studentIds: students, tolerance = 0, together, mostChanges = 0, ...body }: CurveBody,
  report: (error: unknown) => void,
): Promise<typeof streamed | MovesCurve> => {
  const { studioId, isGuest } = context.actor;
  const [teacherIds, studentIds] = [[...new Set(teachers)], [...new Set(students)]];
  refuseTogether(together, teacherIds);
  refuseMoving({ teacherIds, maxMoved: 0, together });
  const [teacherId = ''] = teacherIds;
  const answer = (control: SolveControl): Promise<MovesCurve> =>
    curveFor(services, studioId, {
      ...body,
      startsOn: body.startsOn,
      teacherIds,
      studentIds,
      tolerance,
      mostChanges: together === true ? mostChanges : undefined,
      control: { signal: callerLeft, ...control },
      isGuest,
      turn,
    });
  return wantsEventStream(context.request)
    ? streamedRun(services, context, {}, (controlOf) => answer(controlOf(teacherId)), report)
    : answer({});
};

/** A full run for the student's first teacher with all students assigned there. @throws NotFound */
export const reoptimize = async (
  services: PlannerServices,
  context: RequestContext<UpdatingEndpoint>,
  studentId: string,
) => {
  const { studioId } = context.actor;
  const students = await listStudents(studentsModel.read(services.models), studioId);
  const student = students.find(({ student_id }) => student_id === studentId);
  if (!student) throw new NotFound('There is no such student.');
  const answer = { optimizationType: 'reoptimize' as const, lessonsAdded: 0 };
  const [first] = student.assignments.toSorted((a, b) => a.preferenceRank - b.preferenceRank);
  if (!first)
    return withBatch(null, {
      ...answer,
      success: false,
      message: `${studentName(student)} has no teacher. Go to the Teachers page and assign the student to teachers.`,
    });
  const assigned = students.filter(({ assignments }) =>
    assignments.some(({ teacherId }) => teacherId === first.teacherId),
  );
  const request = { teacherIds: [first.teacherId], studentIds: assigned.map(({ student_id }) => student_id) };
  const { done } = await admit(services, context, (admitted) => generateAll(services, context, admitted, request));
  const placed = done.flatMap(({ executed }) => executed.events).filter(({ type }) => type === 'LessonPlaced').length;
  return withBatch(context.command.commandId, {
    ...answer,
    success: true,
    lessonsAdded: placed,
    message: 'A new plan is ready. Review it in the Planner and accept or reject it.',
  });
};
