import { lessonsCsv } from '@rondo/contracts/api/csv-files.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import {
  cancelLesson,
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
} from '@rondo/contracts/api/lessons.ts';
import { daysBetween, type IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import type { LessonKind } from '@rondo/contracts/events/schedule.ts';
import * as history from '@rondo/projections/history/queries.ts';
import { historyModel } from '@rondo/projections/history/project.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { actorNameOf, type User } from '../accounts/users.ts';
import type { Executed } from '../../platform/commands/command-handler.ts';
import { InvalidInput } from '../../platform/kit/errors.ts';
import { answerFrom } from '../../platform/http/answer.ts';
import { sendCsv } from '../../platform/http/bodies/csv.ts';
import { asThen } from '../../platform/http/bodies/revalidated.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { PastMoments } from '../../platform/models/moments/as-of.ts';
import { rowAsLeft } from './as-left.ts';
import { bulkCommands } from './bulk-commands.ts';
import { lessonCommands } from './lesson-commands.ts';
import type { LessonCommandDependencies, LessonDone } from './lesson-deciding.ts';
import { lessonFinder } from '../schedule/lookup/lesson-finder.ts';
import type { LessonLists } from '../schedule/lookup/lessons.ts';
import { lessonsAsCsv } from './lessons-csv.ts';
import { undoOffers } from './undo-offers.ts';

export type LessonRouteDependencies = LessonCommandDependencies & {
  readonly lessons: LessonLists;
  readonly past: PastMoments;
  readonly users: { readonly find: (id: string) => Promise<User | undefined> };
};

/** Three years. */
const mostExportedDays = 1096;

/** @throws InvalidInput */
const refuseBackwards = ({ from, to }: { readonly from: IsoDate; readonly to: IsoDate }): void => {
  if (to < from) throw new InvalidInput('"to" can\'t be before "from".');
};

/** Lists, changes and history of lessons. */
export const lessonRoutes = (dependencies: LessonRouteDependencies): Route[] => {
  const { lessons, models, users, past } = dependencies;
  const commands = lessonCommands(dependencies);
  const bulk = bulkCommands(dependencies);
  const finder = lessonFinder(models);
  const asLeft = rowAsLeft(dependencies);

  /** The row that a command resulted in, as the list shows it; if it has since been removed, as the command left it. */
  const answer = (context: RequestContext<UpdatingEndpoint>, done: LessonDone) => {
    const { executed, lessonId } = done;
    const { studioId } = context.actor;
    return answerFrom(context, models, {
      executed,
      id: lessonId,
      read: async () => (await lessons.find(studioId, lessonId)) ?? asLeft(studioId, done),
    });
  };

  const settled = async (
    { endpoint, response }: RequestContext<UpdatingEndpoint>,
    done: readonly Executed<EventCategory>[],
  ): Promise<void> => {
    const batch = done.find(({ batchId }) => batchId !== null)?.batchId;
    if (batch) response.set('Rondo-Batch', batch);
    await Promise.all(done.map((one) => models.shown(one, endpoint)));
  };

  const actorName = async (actorId: string): Promise<string> => actorNameOf(await users.find(actorId));

  return [
    route(listLessons, async ({ query: { from, to, asOf } }, { actor: { studioId } }) => {
      if (from !== undefined && to !== undefined) refuseBackwards({ from, to });
      if (asOf === undefined) return lessons.list(studioId, { from, to });
      const then = past.asOf(studioId, asOf);
      return asThen(then, [lessonsModel, studiosModel], () => lessons.listAt(then, { from, to }));
    }),
    route(lessonsCsv, async ({ query }, { actor: { studioId }, response }) => {
      refuseBackwards(query);
      if (daysBetween(query.from, query.to) >= mostExportedDays)
        throw new InvalidInput('A CSV file covers at most three years. Please choose a shorter period.');
      return sendCsv(
        response,
        `lessons-${query.from}-${query.to}.csv`,
        await lessonsAsCsv(dependencies, studioId, query),
      );
    }),
    route(createLesson, async ({ body }, context) =>
      answer(context, await commands.create(context.command, body, 'scheduled')),
    ),
    route(createRecommendedLesson, async ({ body }, context) =>
      answer(context, await commands.create(context.command, body, 'recommended')),
    ),
    route(updateLesson, async (request, context) => {
      const done = await commands.update(context.command, request);
      if (done.executed.events.some(({ type }) => type === 'LessonTakenOver'))
        await models.settled(done.executed.position, context.endpoint);
      return answer(context, done);
    }),
    route(patchLesson, async (request, context) => answer(context, await commands.restore(context.command, request))),
    route(editLesson, async (request, context) => answer(context, await commands.edit(context.command, request))),
    route(cancelLesson, async (request, context) => answer(context, await commands.cancel(context.command, request))),
    route(rescheduleLesson, async (request, context) =>
      answer(context, await commands.reschedule(context.command, request)),
    ),
    route(deleteLessonSeries, async ({ body }, context) => {
      const { done, removed } = await bulk.deleteSeries(context.command, body);
      await settled(context, done);
      return { success: true, removed };
    }),
    route(clearLessons, async ({ body }, context) => {
      const kinds: LessonKind[] = [
        ...(body.myMusicStaff ? (['actual'] as const) : []),
        ...(body.optimized ? (['optimized'] as const) : []),
        ...(body.manual ? (['manual'] as const) : []),
        ...(body.preScheduled ? (['preScheduled'] as const) : []),
      ];
      const { done, removed, failed } = await bulk.clear(context.command, kinds, [...new Set(body.selectedTeachers)]);
      await settled(context, done);
      return { success: true, removed, failed };
    }),
    route(deleteLesson, async (request, context) => {
      const { executed } = await commands.remove(context.command, request);
      await settled(context, [executed]);
      return { success: true };
    }),
    route(lessonHistory, async ({ params: { id } }, { actor }) => {
      await finder.teacherOf(actor.studioId, id);
      const entries = await history.lessonHistory(historyModel.read(models), actor.studioId, id);
      const names = new Map(
        await Promise.all(
          [...new Set(entries.map((entry) => entry.actor))].map(async (one) => [one, await actorName(one)] as const),
        ),
      );
      const batches = [...new Set(entries.toReversed().map((entry) => entry.batch_id))];
      const offers = undoOffers(batches, await history.undosAmong(historyModel.read(models), actor.studioId, batches));
      const newest = new Map(entries.map((entry) => [entry.batch_id, entry.event_id]));
      return entries.map((entry) => ({
        eventId: entry.event_id,
        type: entry.type,
        recordedAt: entry.recorded_at,
        actor: names.get(entry.actor) ?? 'Rondo',
        text: entry.text,
        batchId: entry.batch_id,
        offer: newest.get(entry.batch_id) === entry.event_id ? (offers.get(entry.batch_id) ?? null) : null,
      }));
    }),
  ];
};
