import {
  getRestore,
  listRunningRestores,
  previewRestore,
  restoreBackup,
  restoreMoment,
} from '@rondo/contracts/api/history/backups.ts';
import type { UpdatingEndpoint } from '@rondo/contracts/api/endpoint.ts';
import type { Instant } from '@rondo/contracts/calendar/instants.ts';
import { lessonsModel } from '@rondo/projections/lessons/project.ts';
import { peopleById } from '@rondo/projections/lessons/queries.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { NotFound } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { eventStream, wantsEventStream } from '../../../platform/http/bodies/event-stream.ts';
import { streamed, underWay, withBatch } from '../../../platform/http/answer.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { refuseFuture } from '../../../platform/models/moments/as-of.ts';
import { lessonTitles } from '../../schedule/lookup/student-times.ts';
import { nameOf } from '../../schedule/lookup/views.ts';
import { closuresNow } from '../../schedule/time-off/closures.ts';
import { studioNow } from '../../studio/clock.ts';
import { findBackup } from '../backups/backups.ts';
import { previewOf } from './plan/preview.ts';
import { findProgress, listRunning, previewTo, restoreTo, type Requesting, type RestoreChoice } from './requests.ts';

type Restoring = Requesting & Pick<Services, 'machineNow'>;

const lookMilliseconds = 150;

/** @throws InvalidInput for an instant that has not come yet */
const atInstant = (services: Restoring, asOf: Instant, teacherId: string | undefined): RestoreChoice => {
  refuseFuture(services, asOf, 'asOf');
  return { target: { instant: asOf }, asOf, teacherId: teacherId ?? null, backupId: null, undoes: null };
};

/** @throws NotFound, also for another studio's */
const atBackup = async (
  services: Restoring,
  studioId: string,
  backupId: string,
  teacherId?: string,
): Promise<RestoreChoice> => {
  const found = await findBackup(services, studioId, backupId);
  if (!found) throw new NotFound('There is no such backup.');
  const { position, asOf } = found;
  return { target: { position }, asOf, teacherId: teacherId ?? null, backupId, undoes: null };
};

/** Resolves once the read models that a call declares show everything written so far. */
const showsAll = async ({ models, store }: Restoring, endpoint: UpdatingEndpoint): Promise<unknown> =>
  models.settled(await store.head(), { ...endpoint, waitsFor: ['removals', 'transfers'] });

const begin = async (
  services: Restoring,
  { command, endpoint }: RequestContext<UpdatingEndpoint>,
  choice: RestoreChoice,
) => {
  const { restoreId, status } = await restoreTo(services, command, choice);
  if (status === 'running') return underWay(command.commandId, { restoreId, status });
  await showsAll(services, endpoint);
  return withBatch(command.commandId, { restoreId, status });
};

/** Sends the progress of a restore until it ends and the lists show it. */
const stream = async (
  services: Restoring,
  { actor, response }: RequestContext,
  restoreId: string,
): Promise<typeof streamed> => {
  let progress = await findProgress(services, actor.studioId, restoreId);
  const { disconnected: left, send, end } = eventStream(response);
  for (let sent = ''; progress.status === 'running' && !left.aborted;) {
    const text = JSON.stringify(progress);
    if (text !== sent) send('progress', progress);
    sent = text;
    await delay(lookMilliseconds);
    progress = await findProgress(services, actor.studioId, restoreId);
  }
  // The reader looks at the lists next.
  if (progress.status !== 'running') await showsAll(services, restoreMoment);
  end('result', progress);
  return streamed;
};

const teacherNames = async ({ models }: Restoring, studioId: string): Promise<(teacherId: string) => string> => {
  const people = await peopleById(lessonsModel.read(models), studioId);
  return (teacherId) => {
    const person = people.get(teacherId);
    return person ? nameOf(person) : 'a teacher';
  };
};

/** Restoring a studio, and looking at what a restore would do. */
export const restoreRoutes = (services: Restoring): Route[] => [
  route(restoreMoment, async ({ body: { asOf, teacherId } }, context) =>
    begin(services, context, atInstant(services, asOf, teacherId)),
  ),
  route(restoreBackup, async ({ params: { id } }, context) =>
    begin(services, context, await atBackup(services, context.actor.studioId, id)),
  ),
  route(previewRestore, async ({ query: { asOf, backupId, teacherId } }, { actor: { studioId } }) => {
    const choice =
      asOf === undefined
        ? await atBackup(services, studioId, backupId ?? '', teacherId)
        : atInstant(services, asOf, teacherId);
    const plan = await previewTo(services, studioId, choice);
    const [{ today }, closures, titleOf, teacherOf] = await Promise.all([
      studioNow(services, studioId),
      closuresNow(services, studioId),
      lessonTitles(services, studioId),
      teacherNames(services, studioId),
    ]);
    return previewOf(plan, choice.asOf, { today, closures, titleOf, teacherOf });
  }),
  route(listRunningRestores, (_, { actor: { studioId } }) => listRunning(services, studioId)),
  route(
    getRestore,
    async ({ params: { id } }, context) =>
      wantsEventStream(context.request)
        ? stream(services, context, id)
        : findProgress(services, context.actor.studioId, id),
    { streams: true },
  ),
];
