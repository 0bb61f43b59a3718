import {
  addWish,
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
import { curveOfMoves } from '@rondo/contracts/api/planning/curve.ts';
import { toMinutes } from '@rondo/contracts/calendar/times.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { reportsModel } from '@rondo/projections/reports/project.ts';
import * as queries from '@rondo/projections/reports/queries.ts';
import { teachersModel } from '@rondo/projections/teachers/project.ts';
import { listTeachers } from '@rondo/projections/teachers/queries.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { answered, answeredAll, withBatch, type Recorded, type streamed } from '../../platform/http/answer.ts';
import { wantsEventStream } from '../../platform/http/bodies/event-stream.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { NotFound } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { loadStudent } from '../people/roster.ts';
import { recordWish } from '../schedule/reports/state.ts';
import { byTeacher, reportItemView } from '../schedule/reports/views.ts';
import { addAt } from './add-at.ts';
import { addOnly } from './add-only.ts';
import * as decisions from './decisions.ts';
import { admit, answerCurve, answerRun, reoptimize, reportsOf, streamRun } from './plan-calls.ts';
import type { PlannerServices } from './plan-week.ts';
import { firstDayFacts } from './starts-on.ts';

/**
 * Generating, reviewing and deciding on plans.
 * @param report receives an error that cannot be sent as the response because streaming has begun
 */
export const plannerRoutes = (
  services: PlannerServices & Pick<Services, 'sizes'>,
  report: (error: unknown) => void,
): Route[] => {
  const { models } = services;
  const reports = () => reportsModel.read(models);
  return [
    route(
      generateSchedule,
      async ({ body }, context) =>
        admit<typeof streamed | Recorded<Awaited<ReturnType<typeof answerRun>>>>(services, context, async (admitted) =>
          wantsEventStream(context.request)
            ? streamRun(services, context, admitted, body, report)
            : withBatch(context.command.commandId, await answerRun(services, context, admitted, body)),
        ),
      { streams: true },
    ),
    route(
      curveOfMoves,
      ({ body }, context) =>
        admit(services, context, (admitted) => answerCurve(services, context, admitted, body, report)),
      { streams: true },
    ),
    route(stopGenerating, async ({ body: { runId } }, { actor }) => {
      if (!(await services.runs.stop(actor.studioId, runId))) throw new NotFound('This run is no longer in progress.');
      return { success: true };
    }),
    route(planFirstDay, async ({ query: { teacherId } }, { actor }) =>
      firstDayFacts(services, actor.studioId, teacherId),
    ),
    route(deleteGenerated, async ({ body }, context) => {
      const { studioId } = context.actor;
      const teachers = (await listTeachers(teachersModel.read(models), studioId)).map(({ teacher_id }) => teacher_id);
      if (body?.teacherId !== undefined && !teachers.includes(body.teacherId))
        throw new NotFound('There is no such teacher.');
      const teacherIds = body?.teacherId === undefined ? teachers : [body.teacherId];
      const { done, failed, removed } = await decisions.withdraw(services, context.command, teacherIds);
      return answeredAll(services, context, done, { success: true, removed, failed });
    }),
    route(listReports, async (_, { actor }) => ({
      success: true,
      reports: (await queries.listReports(reports(), actor.studioId)).map(reportItemView),
    })),
    route(latestReport, async (_, { actor }) => {
      const [newest] = await queries.listReports(reports(), actor.studioId);
      const rows = newest ? await queries.reportsOfRun(reports(), actor.studioId, newest.run_id) : [];
      return { success: newest !== undefined, reportData: byTeacher(rows) };
    }),
    route(getReport, async ({ params: { id } }, { actor }) => {
      const rows = await reportsOf(services, actor.studioId, [id]);
      if (rows.length === 0) throw new NotFound('There is no such report.');
      return { success: true, reportData: byTeacher(rows) };
    }),
    route(setReportStatus, async ({ params: { id }, body: { status } }, context) => {
      const { executed, ...outcome } = await decisions.decide(services, context.command, id, status);
      if (status === 'accepted') await models.settled(executed.position, context.endpoint);
      return answered(services, context, {
        executed,
        id,
        read: async () => {
          const row = await queries.findReport(reports(), context.actor.studioId, id);
          return row && { ...reportItemView(row), success: true, ...outcome };
        },
      });
    }),
    route(addWish, async ({ params: { id }, body }, context) => {
      const [report] = await reportsOf(services, context.actor.studioId, [id]);
      if (!report) throw new NotFound('There is no such report.');
      await loadStudent(services, context.actor.studioId, body.studentId);
      const executed = await recordWish(services, context.command, id, body);
      const read = async () => {
        const [row] = await reportsOf(services, context.actor.studioId, [id]);
        return row && { success: true, wishes: row.wishes };
      };
      return answered(services, context, { executed, id, read });
    }),
    route(deleteReport, async ({ params: { id } }, context) => {
      const done = await decisions.deleteReport(services, context.command, id);
      return answeredAll(services, context, done, { success: true });
    }),
    route(deleteAllReports, async (_, context) => {
      const listed = await queries.listReports(reports(), context.actor.studioId);
      const done: Executed<EventCategory>[] = [];
      for (const { report_id: id } of listed)
        done.push(...(await decisions.deleteReport(services, context.command, id)));
      return answeredAll(services, context, done, { success: true, deleted: listed.length });
    }),
    route(optimizeStudent, async ({ body: { studentId, optimizationType, time } }, context) => {
      if (optimizationType === 'reoptimize') return reoptimize(services, context, studentId);
      const { isGuest } = context.actor;
      const { executed, ...answer } = time
        ? await addAt(services, context.command, studentId, { ...time, start: toMinutes(time.startTime) })
        : await admit(services, context, ({ turn, callerLeft }) =>
            addOnly(services, context.command, studentId, { turn, signal: callerLeft, isGuest }),
          );
      if (executed) {
        await models.settled(executed.position, context.endpoint);
        await models.isVisible(executed, context.endpoint);
      }
      return withBatch(executed?.batchId ?? null, { ...answer, optimizationType });
    }),
  ];
};
