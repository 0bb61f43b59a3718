import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { isTransient } from '@rondo/projections/runner/transient.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { liftedFence, liftFence } from '../../../platform/commands/fences.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { backupStream } from '../backups/state.ts';
import { planStarted } from './plan/planning.ts';
import { concerned } from './plan/restore-plan.ts';
import { forEach } from './plan/studio-log.ts';
import type { RestoreProgressTable } from './progress.ts';
import { contextOf, endRestore, GivenUp, restoresOf, startRestore, type Restore } from './restore-stream.ts';
import { restoreSteps } from './steps.ts';

declare module '../../../platform/kit/services.ts' {
  interface Services {
    readonly restoreProgress: RestoreProgressTable;
    /** Resolves true once the reactors have handled everything in the log, false when that takes too long. */
    readonly reactorsIdle: () => Promise<boolean>;
    /** Does work that keeps the server busy in a turn of the studio, whom no request waits for. */
    readonly inTurnOf: <T>(studioId: string, work: () => Promise<T>) => Promise<T>;
  }
}

export type Restoring = Pick<
  Services,
  'store' | 'handlers' | 'streams' | 'settingsOf' | 'now' | 'restoreProgress' | 'reactorsIdle' | 'inTurnOf'
>;

/** Something did not answer: that says nothing about the restore. */
const mayPass = (error: unknown): boolean => error instanceof Unavailable || isTransient(error);

const streamsAtOnce = 16;
const mostStarts = 5;

/** The streams that a restore changes. */
const streamsOf = async ({ streams }: Restoring, { teacherId, metadata: { studioId } }: Restore): Promise<string[]> =>
  concerned(studioId, teacherId, await streams.of(studioId));

const fence = ({ handlers }: Restoring, stream: string, context: CommandContext, restoreId: string): Promise<void> => {
  switch (parseStreamName(stream).category) {
    case 'student':
      return handlers.student.fence(stream, context, restoreId);
    case 'teacher':
      return handlers.teacher.fence(stream, context, restoreId);
    case 'report':
      return handlers.report.fence(stream, context, restoreId);
    default:
      return handlers.schedule.fence(stream, context, restoreId);
  }
};

const lastRevisions = async ({ store }: Restoring, streams: readonly string[]): Promise<string> => {
  const revisions = new Map<string, number>();
  await forEach(streams, streamsAtOnce, async (stream) => {
    const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
    revisions.set(stream, last?.revision ?? -1);
  });
  return JSON.stringify(streams.map((stream) => revisions.get(stream)));
};

/** What reactors do may cause more for them to do. @throws GivenUp */
const letReactorsFinish = async (services: Restoring, streams: readonly string[]): Promise<void> => {
  for (let before = ''; ;) {
    if (!(await services.reactorsIdle()))
      throw new GivenUp('Other changes are still being carried out. Please try again in a moment.');
    const now = await lastRevisions(services, streams);
    if (now === before) return;
    before = now;
  }
};

/** Keeps every other command out and notes the moment before the restore. */
const start = async (services: Restoring, restore: Restore, studioId: string): Promise<void> => {
  const { restoreId, teacherId } = restore;
  if (teacherId === null) await services.restoreProgress.close(studioId);
  const streams = await streamsOf(services, restore);
  await forEach(streams, streamsAtOnce, (stream) =>
    fence(services, stream, contextOf(restore, `fence ${stream}`), restoreId),
  );
  await letReactorsFinish(services, streams);
  await services.handlers.backups.execute(backupStream(studioId), contextOf(restore, 'start'), {
    input: { starts: restoreId },
    decide: startRestore(restoreId),
  });
};

const run = async (services: Restoring, restore: Restore, studioId: string, stopped: AbortSignal): Promise<void> => {
  const { restoreId } = restore;
  const { restoreProgress, inTurnOf } = services;
  const starts = await restoreProgress.begin(studioId, restoreId);
  if (starts > mostStarts) throw new GivenUp('The restore stopped five times without getting further.');
  await start(services, restore, studioId);
  const plan = await inTurnOf(studioId, () => planStarted(services, restore, studioId));
  const steps = restoreSteps(services, restore, plan);
  const total = steps.length;
  for (const [done, step] of steps.entries()) {
    await restoreProgress.tell(studioId, restoreId, { done, total, detail: step.detail });
    stopped.throwIfAborted();
    await inTurnOf(studioId, step.run);
  }
  await restoreProgress.tell(studioId, restoreId, { done: total, total, detail: 'Finishing' });
};

/** Lets every other command in again. @param why it is given up; null: it is completed */
const end = async (services: Restoring, restore: Restore, studioId: string, why: string | null): Promise<void> => {
  const { restoreId } = restore;
  await forEach(await streamsOf(services, restore), streamsAtOnce, (stream) =>
    liftFence(services.store, stream, contextOf(restore, 'end'), { restoreId, detail: why }),
  );
  await services.restoreProgress.open(studioId);
  await services.handlers.backups.execute(backupStream(studioId), contextOf(restore, 'end'), {
    input: { ends: restoreId },
    decide: endRestore(restoreId, why),
  });
};

/**
 * How an earlier attempt began to end the restore, if one did: from its first lifted fence on others may have changed something, so that
 * nothing more is restored.
 */
const begunEnd = async (services: Restoring, restore: Restore) => {
  const found: { readonly detail: string | null }[] = [];
  await forEach(await streamsOf(services, restore), streamsAtOnce, async (stream) => {
    const lifted = await liftedFence(services.store, stream, restore.restoreId);
    if (lifted) found.push(lifted);
  });
  return found[0];
};

/**
 * Carries out a studio's running restore, from wherever an earlier attempt stopped. Nothing if none is running; ends in silence when the studio
 * is erased.
 */
export const carryOutRestore = async (services: Restoring, studioId: string, stopped: AbortSignal): Promise<void> => {
  const restore = (await restoresOf(services, studioId)).find(({ status }) => status === 'running');
  if (!restore) return;
  try {
    const begun = await begunEnd(services, restore);
    if (begun) return await end(services, restore, studioId, begun.detail);
    await run(services, restore, studioId, stopped);
    await end(services, restore, studioId, null);
  } catch (error) {
    const isErased = (await services.streams.of(studioId)).length === 0;
    if (isErased) return;
    if (error instanceof GivenUp) return end(services, restore, studioId, error.message);
    if (stopped.aborted || mayPass(error)) await services.restoreProgress.forgive(studioId);
    throw error;
  }
};
