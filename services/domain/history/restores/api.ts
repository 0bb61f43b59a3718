import {
  getRestore,
  listRunningRestores,
  previewRestore,
  restoreBackup,
  restoreMoment,
} from '@rondo/contracts/api/backups.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import type { Lesson } from '@rondo/contracts/events/lesson.ts';
import type { Position } from '@rondo/projections/runner/source.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { NotFound } from '../../../platform/kit/errors.ts';
import { eventStream, wantsEventStream } from '../../../platform/http/bodies/event-stream.ts';
import { streamed, underWay, withBatch } from '../../../platform/http/answer.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import type { StudioClock } from '../../studio/clock.ts';
import { previewOf } from './plan/preview.ts';
import type { RestoreRequests, Wish } from './requests.ts';

export type RestoreRouteDependencies = {
  readonly requests: RestoreRequests;
  readonly clock: Pick<StudioClock, 'today'>;
  /** Resolves once the read models that a call declares show everything written so far. */
  readonly shown: (endpoint: UpdatingEndpoint) => Promise<unknown>;
  /** @throws InvalidInput for an instant that has not come yet */
  readonly refuseFuture: (instant: Instant, field: string) => void;
  /** The moment of a backup. */
  readonly backupAt: (
    studioId: string,
    backupId: string,
  ) => Promise<{ readonly position: Position; readonly asOf: Instant } | undefined>;
  readonly titles: (studioId: string) => Promise<(lesson: Lesson) => string>;
  readonly teachers: (studioId: string) => Promise<(teacherId: string) => string>;
};

const lookMilliseconds = 150;

/** Restoring a studio, and looking at what a restore would do. */
export const restoreRoutes = (dependencies: RestoreRouteDependencies): Route[] => {
  const { requests, clock, shown, refuseFuture, backupAt, titles, teachers } = dependencies;

  const atInstant = (asOf: Instant, teacherId: string | undefined): Wish => {
    refuseFuture(asOf, 'asOf');
    return { target: { instant: asOf }, asOf, teacherId: teacherId ?? null, backupId: null, undoes: null };
  };
  /** @throws NotFound, also for another studio's */
  const atBackup = async (studioId: string, backupId: string, teacherId?: string): Promise<Wish> => {
    const found = await backupAt(studioId, backupId);
    if (!found) throw new NotFound('There is no such backup.');
    const { position, asOf } = found;
    return { target: { position }, asOf, teacherId: teacherId ?? null, backupId, undoes: null };
  };

  const begin = async ({ command, endpoint }: RequestContext<UpdatingEndpoint>, wish: Wish) => {
    const { restoreId, status } = await requests.restore(command, wish);
    if (status === 'running') return underWay(command.commandId, { restoreId, status });
    await shown(endpoint);
    return withBatch(command.commandId, { restoreId, status });
  };

  /** Sends the progress of a restore until it ends and the lists show it. */
  const stream = async ({ actor, response }: RequestContext, restoreId: string): Promise<typeof streamed> => {
    let progress = await requests.progressOf(actor.studioId, restoreId);
    const { gone, send, end } = eventStream(response);
    for (let sent = ''; progress.status === 'running' && !gone.aborted;) {
      const text = JSON.stringify(progress);
      if (text !== sent) send('progress', progress);
      sent = text;
      await delay(lookMilliseconds);
      progress = await requests.progressOf(actor.studioId, restoreId);
    }
    // The reader looks at the lists next.
    if (progress.status !== 'running') await shown(restoreMoment);
    end('result', progress);
    return streamed;
  };

  return [
    route(restoreMoment, async ({ body: { asOf, teacherId } }, context) => begin(context, atInstant(asOf, teacherId))),
    route(restoreBackup, async ({ params: { id } }, context) =>
      begin(context, await atBackup(context.actor.studioId, id)),
    ),
    route(previewRestore, async ({ query: { asOf, backupId, teacherId } }, { actor: { studioId } }) => {
      const wish =
        asOf === undefined ? await atBackup(studioId, backupId ?? '', teacherId) : atInstant(asOf, teacherId);
      const plan = await requests.preview(studioId, wish);
      const [{ today }, titleOf, teacherOf] = await Promise.all([
        clock.today(studioId),
        titles(studioId),
        teachers(studioId),
      ]);
      return previewOf(plan, wish.asOf, { today, titleOf, teacherOf });
    }),
    route(listRunningRestores, (_, { actor: { studioId } }) => requests.running(studioId)),
    route(
      getRestore,
      async ({ params: { id } }, context) =>
        wantsEventStream(context.request) ? stream(context, id) : requests.progressOf(context.actor.studioId, id),
      { streams: true },
    ),
  ];
};
