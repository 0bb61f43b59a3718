import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import {
  deleteAllReports,
  deleteGenerated,
  deleteReport,
  generateSchedule,
  getReport,
  latestReport,
  listReports,
  optimizeStudent,
  planFirstDay,
  setReportStatus,
  stopGenerating,
} from '@rondo/contracts/api/planner.ts';
import * as queries from '@rondo/projections/reports/queries.ts';
import { findStudent, listStudents } from '@rondo/projections/students/queries.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import { studentsModel } from '@rondo/projections/students/project.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import type { CommandContext } from '../../platform/commands/aggregate.ts';
import { derivedId } from '../../platform/commands/ids.ts';
import { NotFound, DomainError } from '../../platform/kit/errors.ts';
import { answerFrom } from '../../platform/http/answer.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { placeOf } from '../../platform/http/callers/place.ts';
import { problemOf } from '../../platform/http/problem.ts';
import { route, streamed, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { LessonLists } from '../schedule/lookup/lessons.ts';
import { adder } from './add-only.ts';
import { decisions } from './decisions.ts';
import { generator, type Generated } from './generate.ts';
import { eventStream, wantsEventStream } from '../../platform/http/bodies/event-stream.ts';
import { firstDayFacts } from './first-day.ts';
import { studentName } from './instance/instance.ts';
import type { PlannerDependencies, SolveControl } from './dependencies.ts';
import type { Turn } from './run/turns.ts';
import { byTeacher, reportItemView } from '../schedule/reports/views.ts';

export type PlannerRouteDependencies = PlannerDependencies & {
  readonly lessons: LessonLists;
  /** Called with an error that could not be sent as the response because streaming had begun. */
  readonly report: (error: unknown) => void;
};

type Wish = {
  readonly teacherIds: string[];
  readonly studentIds: string[];
  readonly startsOn?: string | undefined;
  readonly lessonWorth?: number | undefined;
};

/** A call that the planner carries out, and the signal that its caller has left. */
type Admitted = { readonly turn: Turn; readonly gone: AbortSignal };

/** One run for any number of teachers. */
const runIdOf = ({ commandId }: CommandContext): string => derivedId(commandId, 'run');

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Generating, reviewing and deciding on plans. */
export const plannerRoutes = (dependencies: PlannerRouteDependencies): Route[] => {
  const { models, lessons, runs, turns } = dependencies;
  const { generate } = generator(dependencies);
  const { addOnly } = adder(dependencies);
  const { decide, withdraw, deleteReport: removeReport } = decisions(dependencies);

  const reportsOf = async (studioId: string, ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => queries.findReport(reportsModel.read(models), studioId, id)))).filter(
      (row) => row !== undefined,
    );

  const shown = async (endpoint: UpdatingEndpoint, executed: readonly Executed<EventCategory>[]): Promise<void> => {
    await Promise.all(executed.map((one) => models.shown(one, endpoint)));
  };

  /** Names the batch of what was appended, if any, and waits until the read models show it. */
  const settled = async (
    { endpoint, response, command }: RequestContext<UpdatingEndpoint>,
    executed: readonly Executed<EventCategory>[],
  ): Promise<void> => {
    if (executed.some(({ batchId }) => batchId !== null)) response.set('Rondo-Batch', command.commandId);
    await shown(endpoint, executed);
  };

  /** Carries out a planning call once it is admitted, unless its caller leaves. */
  const admit = <T>(
    { request, response, actor: { studioId, isGuest } }: RequestContext,
    call: (admitted: Admitted) => Promise<T>,
  ): Promise<T> => {
    const gone = callerGone(response);
    return turns.admit({ studioId, isGuest, place: placeOf(request) }, gone, (turn) => call({ turn, gone }));
  };

  /** One plan per teacher, each in its turn; for one teacher a domain error is the response, for several it is listed. */
  const generateAll = async (
    { command, actor: { isGuest } }: RequestContext,
    { turn, gone }: Admitted,
    { teacherIds, studentIds, startsOn, lessonWorth }: Wish,
    controlOf: (teacherId: string) => SolveControl = () => ({}),
  ) => {
    const shared = { teacherIds, studentIds, startsOn, lessonWorth, runId: runIdOf(command), isGuest, turn };
    const results = await Promise.allSettled(
      teacherIds.map((teacherId) =>
        generate(command, { ...shared, teacherId, control: { signal: gone, ...controlOf(teacherId) } }),
      ),
    );
    gone.throwIfAborted();
    const done: Generated[] = [];
    const failed: { teacherId: string; detail: string }[] = [];
    results.forEach((result, i) => {
      if (result.status === 'fulfilled') done.push(result.value);
      else if (result.reason instanceof DomainError)
        failed.push({ teacherId: teacherIds[i] ?? '', detail: result.reason.message });
      else throw result.reason;
    });
    const [first] = results;
    if (done.length === 0 && first?.status === 'rejected') throw first.reason;
    return { done, failed };
  };

  /** The pending lessons of these teachers: only from rows that a plan can touch, not from the studio's whole history. */
  const planLessons = async (studioId: string, teacherIds: readonly string[]) => {
    const { today } = await dependencies.clock.today(studioId);
    const lists = await Promise.all(teacherIds.map((teacherId) => lessons.list(studioId, { teacherId, from: today })));
    return lists.flat().filter(({ status }) => status === 'optimized');
  };

  const answerRun = async (
    context: RequestContext<UpdatingEndpoint>,
    admitted: Admitted,
    { teacherIds, studentIds, ...more }: Wish,
    controlOf?: (teacherId: string) => SolveControl,
  ) => {
    const { studioId } = context.actor;
    const wish = { ...more, teacherIds: unique(teacherIds), studentIds: unique(studentIds) };
    const { done, failed } = await generateAll(context, admitted, wish, controlOf);
    await shown(
      context.endpoint,
      done.map(({ executed }) => executed),
    );
    if (!context.response.headersSent) context.response.set('Rondo-Batch', context.command.commandId);
    const reports = await reportsOf(
      studioId,
      done.map(({ reportId }) => reportId),
    );
    return {
      optimizationReports: byTeacher(reports),
      lessons: await planLessons(
        studioId,
        reports.map(({ teacher_id }) => teacher_id),
      ),
      failed,
    };
  };

  /** The same, streamed with progress. If the client disconnects before the end, nothing is written. */
  const streamRun = async (
    context: RequestContext<UpdatingEndpoint>,
    admitted: Admitted,
    wish: Wish,
  ): Promise<typeof streamed> => {
    const { actor, command, response } = context;
    const runId = runIdOf(command);
    const run = await runs.begin(actor.studioId, runId);
    response.set('Rondo-Batch', command.commandId);
    const stream = eventStream(response);
    stream.send('started', { runId });
    const control = (teacherId: string): SolveControl => ({
      signal: stream.gone,
      stop: run.stop,
      onProgress: (progress) => stream.send('progress', { runId, teacherId, ...progress }),
    });
    const last = await answerRun(context, admitted, wish, control).then(
      (answer) => ({ event: 'result', data: generateSchedule.response.parse(answer) }),
      (error: unknown) => {
        if (!stream.gone.aborted && !(error instanceof DomainError)) dependencies.report(error);
        return { event: 'error', data: problemOf(error) };
      },
    );
    if (last.event === 'result') await context.remember(last.data);
    // Once the last event is sent, the run can no longer be stopped.
    await run.end();
    stream.end(last.event, last.data);
    return streamed;
  };

  return [
    route(
      generateSchedule,
      async ({ body }, context) =>
        admit<typeof streamed | Awaited<ReturnType<typeof answerRun>>>(context, (admitted) =>
          wantsEventStream(context.request) ? streamRun(context, admitted, body) : answerRun(context, admitted, body),
        ),
      { streams: true },
    ),
    route(stopGenerating, async ({ body: { runId } }, { actor }) => {
      if (!(await runs.stop(actor.studioId, runId))) throw new NotFound('This run is no longer in progress.');
      return { success: true };
    }),
    route(planFirstDay, async ({ query: { teacherId } }, { actor }) =>
      firstDayFacts(dependencies, actor.studioId, teacherId),
    ),
    route(deleteGenerated, async ({ body }, context) => {
      const { studioId } = context.actor;
      const teachers = (await listTeachers(teachersModel.read(models), studioId)).map(({ teacher_id }) => teacher_id);
      if (body?.teacherId !== undefined && !teachers.includes(body.teacherId))
        throw new NotFound('There is no such teacher.');
      const { done, failed, removed } = await withdraw(
        context.command,
        body?.teacherId === undefined ? teachers : [body.teacherId],
      );
      await settled(context, done);
      return { success: true, removed, failed };
    }),
    route(listReports, async (_, { actor }) => ({
      success: true,
      reports: (await queries.listReports(reportsModel.read(models), actor.studioId)).map(reportItemView),
    })),
    route(latestReport, async (_, { actor }) => {
      const [newest] = await queries.listReports(reportsModel.read(models), actor.studioId);
      const rows = newest ? await queries.reportsOfRun(reportsModel.read(models), actor.studioId, newest.run_id) : [];
      return { success: newest !== undefined, reportData: byTeacher(rows) };
    }),
    route(getReport, async ({ params: { id } }, { actor }) => {
      const rows = await reportsOf(actor.studioId, [id]);
      if (rows.length === 0) throw new NotFound('There is no such report.');
      return { success: true, reportData: byTeacher(rows) };
    }),
    route(setReportStatus, async ({ params: { id }, body: { status } }, context) => {
      const { executed, conflicts, fellAway } = await decide(context.command, id, status);
      if (status === 'accepted') await models.settled(executed.position, context.endpoint);
      return answerFrom(context, models, {
        executed,
        id,
        read: async () => {
          const row = await queries.findReport(reportsModel.read(models), context.actor.studioId, id);
          return row && { ...reportItemView(row), success: true, conflicts, fellAway };
        },
      });
    }),
    route(deleteReport, async ({ params: { id } }, context) => {
      await settled(context, await removeReport(context.command, id));
      return { success: true };
    }),
    route(deleteAllReports, async (_, context) => {
      const reports = await queries.listReports(reportsModel.read(models), context.actor.studioId);
      for (const { report_id: id } of reports) await settled(context, await removeReport(context.command, id));
      return { success: true, deleted: reports.length };
    }),
    route(optimizeStudent, async ({ body: { studentId, optimizationType } }, context) => {
      if (optimizationType === 'reoptimize') return reoptimize(context, studentId);
      const { isGuest } = context.actor;
      const { executed, ...answer } = await admit(context, ({ turn, gone }) =>
        addOnly(context.command, studentId, { turn, signal: gone, isGuest }),
      );
      if (executed) {
        await models.settled(executed.position, context.endpoint);
        await models.shown(executed, context.endpoint);
        if (executed.batchId !== null) context.response.set('Rondo-Batch', executed.batchId);
      }
      return { ...answer, optimizationType };
    }),
  ];

  /** A full run for the student's first teacher with all students assigned there. */
  async function reoptimize(context: RequestContext<UpdatingEndpoint>, studentId: string) {
    const { studioId } = context.actor;
    const student = await findStudent(studentsModel.read(models), studioId, studentId);
    if (!student) throw new NotFound('There is no such student.');
    const answer = { optimizationType: 'reoptimize' as const, lessonsAdded: 0 };
    const [first] = student.assignments.toSorted((a, b) => a.preferenceRank - b.preferenceRank);
    if (!first)
      return {
        ...answer,
        success: false,
        message: `${studentName(student)} has no teacher. Go to the Teachers page and assign the student to teachers.`,
      };
    const assigned = (await listStudents(studentsModel.read(models), studioId)).filter(({ assignments }) =>
      assignments.some(({ teacherId }) => teacherId === first.teacherId),
    );
    const wish = { teacherIds: [first.teacherId], studentIds: assigned.map(({ student_id }) => student_id) };
    const { done } = await admit(context, (admitted) => generateAll(context, admitted, wish));
    await shown(
      context.endpoint,
      done.map(({ executed }) => executed),
    );
    context.response.set('Rondo-Batch', context.command.commandId);
    const placed = done.flatMap(({ executed }) => executed.events).filter(({ type }) => type === 'LessonPlaced').length;
    return {
      ...answer,
      success: true,
      lessonsAdded: placed,
      message: 'A new plan is ready. Review it in the Planner and accept or reject it.',
    };
  }
};
