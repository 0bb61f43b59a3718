import { lessonsCsv } from '@rondo/contracts/api/people/csv-files.ts';
import { pinLessons } from '@rondo/contracts/api/planner.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import {
  clearLessons,
  createLesson,
  createRecommendedLesson,
  deleteLesson,
  deleteLessonSeries,
  editLesson,
  lessonHistory,
  listLessons,
  patchLesson,
  rescheduleLesson,
  updateLesson,
  type Lesson,
} from '@rondo/contracts/api/lessons.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { lessonRowsGiven } from '@rondo/contracts/events/schedule/lesson-rows.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { InvalidInput } from '../../platform/kit/errors.ts';
import type { Services } from '../../platform/kit/services.ts';
import { answered, answeredAll } from '../../platform/http/answer.ts';
import { sendCsv } from '../../platform/http/bodies/csv.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { momentAt } from '../../platform/models/moments/as-of.ts';
import { lessonInList, lessonList, lessonListAt, type LessonListServices } from '../schedule/lookup/lessons.ts';
import { lessonView } from '../schedule/lookup/views.ts';
import { stateAfterBatch } from '../schedule/revert/past.ts';
import { scheduleHistory } from '../schedule/schedules.ts';
import type { LessonDone, LessonServices } from './around-commands.ts';
import * as bulk from './bulk-commands.ts';
import * as pin from './pin-commands.ts';
import * as commands from './lesson-commands.ts';
import { lessonsAsCsv } from './lessons-csv.ts';
import { historyOf } from './lesson-history.ts';

/** Three years. */
const mostExportedDays = 1096;

/** @throws InvalidInput */
const refuseBackwards = ({ from, to }: { readonly from: IsoDate; readonly to: IsoDate }): void => {
  if (to < from) throw new InvalidInput('"to" can\'t be before "from".');
};

/**
 * The row that answers a command, as the command left it: used when the lists no longer have it because it has since been removed, or
 * because the command is repeated.
 */
const rowAfterCommand = async (
  services: LessonServices,
  studioId: string,
  { executed, teacherId, lessonId, decidedOn }: LessonDone,
): Promise<Lesson | undefined> => {
  const past = await scheduleHistory(services, studioId, teacherId);
  const state = executed.batchId === null ? decidedOn : stateAfterBatch(past, executed.batchId);
  const lesson = state?.lessons.get(lessonId);
  const first = past.find(({ event }) => lessonRowsGiven(event).some((row) => row.lessonId === lessonId));
  if (!state || !lesson || !first) return undefined;
  return lessonView(
    {
      studio_id: studioId,
      lesson_id: lessonId,
      teacher_id: teacherId,
      student_id: lesson.studentId,
      series_id: lesson.seriesId,
      created_at: first.recordedAt,
      revision: state.revisions.get(lessonId) ?? 0,
      lesson,
    },
    await peopleById(lessonsModel.read(services.models), studioId),
  );
};

export type RouteServices = LessonServices & LessonListServices & Pick<Services, 'db' | 'moments' | 'machineNow'>;

/** Answers a command with the row that it resulted in, as the list shows it; if it has since been removed, as the command left it. */
export const answeredWithRow = (
  services: RouteServices,
  context: RequestContext<UpdatingEndpoint>,
  done: LessonDone,
) => {
  const { executed, lessonId } = done;
  const { studioId } = context.actor;
  return answered(services, context, {
    executed,
    id: lessonId,
    read: async () => (await lessonInList(services, studioId, lessonId)) ?? rowAfterCommand(services, studioId, done),
  });
};

/** Lists, changes and history of lessons. */
export const lessonRoutes = (services: RouteServices): Route[] => {
  const answer = (context: RequestContext<UpdatingEndpoint>, done: LessonDone) =>
    answeredWithRow(services, context, done);

  return [
    route(listLessons, async ({ query: { from, to, asOf } }, { actor: { studioId } }) => {
      if (from !== undefined && to !== undefined) refuseBackwards({ from, to });
      if (asOf === undefined) return lessonList(services, studioId, { from, to });
      const then = momentAt(services, studioId, asOf);
      return asThen(then, [lessonsModel, studiosModel], () => lessonListAt(services, then, { from, to }));
    }),
    route(lessonsCsv, async ({ query }, { actor: { studioId }, response }) => {
      refuseBackwards(query);
      if (daysBetween(query.from, query.to) >= mostExportedDays)
        throw new InvalidInput('A CSV file covers at most three years. Please choose a shorter period.');
      return sendCsv(response, `lessons-${query.from}-${query.to}.csv`, await lessonsAsCsv(services, studioId, query));
    }),
    route(createLesson, async ({ body }, context) =>
      answer(context, await commands.create(services, context.command, body, 'scheduled')),
    ),
    route(createRecommendedLesson, async ({ body }, context) =>
      answer(context, await commands.create(services, context.command, body, 'recommended')),
    ),
    route(updateLesson, async (request, context) => {
      const done = await commands.update(services, context.command, request);
      if (done.executed.events.some(({ type }) => type === 'LessonTakenOver'))
        await services.models.settled(done.executed.position, context.endpoint);
      return answer(context, done);
    }),
    route(patchLesson, async (request, context) =>
      answer(context, await commands.restore(services, context.command, request)),
    ),
    route(editLesson, async (request, context) =>
      answer(context, await commands.edit(services, context.command, request)),
    ),
    route(rescheduleLesson, async (request, context) =>
      answer(context, await commands.reschedule(services, context.command, request)),
    ),
    route(pinLessons, async ({ body }, context) => {
      const { executed, ...outcome } = await pin.pinLessons(services, context.command, body);
      return answeredAll(services, context, executed, outcome);
    }),
    route(deleteLessonSeries, async ({ body }, context) => {
      const { done, removed } = await bulk.deleteSeries(services, context.command, body);
      return answeredAll(services, context, done, { success: true, removed });
    }),
    route(clearLessons, async ({ body }, context) => {
      const { done, removed, failed } = await bulk.clear(services, context.command, body);
      return answeredAll(services, context, done, { success: true, removed, failed });
    }),
    route(deleteLesson, async (request, context) => {
      const { executed } = await commands.remove(services, context.command, request);
      return answeredAll(services, context, [executed], { success: true });
    }),
    route(lessonHistory, ({ params: { id } }, { actor }) => historyOf(services, actor.studioId, id)),
  ];
};
