import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { isTransient } from '@rondo/projections/runner/transient.ts';
import type { CommandContext } from '../../../platform/commands/aggregate.ts';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { ReportStreams } from '../../schedule/reports/report-streams.ts';
import type { Roster } from '../../people/roster.ts';
import type { Schedules } from '../../schedule/schedules.ts';
import { restoreEnding, type RestoreEndingDependencies } from './ending.ts';
import { GivenUp } from './given-up.ts';
import type { RestorePlanning } from './plan/planning.ts';
import { contextOf } from './restore-context.ts';
import { concerned } from './plan/restore-plan.ts';
import { restoresOf, restoreStream, startRestore, type Restore } from './restore-stream.ts';
import { restoreSteps } from './steps.ts';
import { forEach } from './plan/studio-log.ts';

export type CarryOutDependencies = RestoreEndingDependencies & {
  readonly planning: Pick<RestorePlanning, 'started'>;
  readonly schedules: Schedules;
  readonly roster: Pick<Roster, 'students' | 'teachers'>;
  readonly reports: ReportStreams;
  /** Resolves true once the reactors have handled everything in the log, false when that takes too long. */
  readonly reactorsIdle: () => Promise<boolean>;
  /** Does a part that keeps the server busy in a turn of the studio. */
  readonly inTurnOf: <T>(studioId: string, work: () => Promise<T>) => Promise<T>;
};

/** Something did not answer: that says nothing about the restore. */
const mayPass = (error: unknown): boolean => error instanceof Unavailable || isTransient(error);

const streamsAtOnce = 16;
const mostStarts = 5;

/**
 * Carries out a studio's running restore, from wherever an earlier attempt stopped. Nothing if none is running; ends in silence when the studio
 * is erased.
 */
export const carryOutRestores = (dependencies: CarryOutDependencies) => {
  const { store, planning, schedules, roster, reports, handler, progress, streamsOf, reactorsIdle, inTurnOf } =
    dependencies;
  const stepsOf = restoreSteps(dependencies);
  const { end, endBegun } = restoreEnding(dependencies);

  const fence = (stream: string, context: CommandContext, restoreId: string): Promise<void> => {
    switch (parseStreamName(stream).category) {
      case 'student':
        return roster.students.fence(stream, context, restoreId);
      case 'teacher':
        return roster.teachers.fence(stream, context, restoreId);
      case 'report':
        return reports.handler.fence(stream, context, restoreId);
      default:
        return schedules.fence(stream, context, restoreId);
    }
  };

  const lastRevisions = async (streams: readonly string[]): Promise<string> => {
    const revisions = new Map<string, number>();
    await forEach(streams, streamsAtOnce, async (stream) => {
      const [last] = await store.readStream(stream, { direction: 'backwards', limit: 1 });
      revisions.set(stream, last?.revision ?? -1);
    });
    return JSON.stringify(streams.map((stream) => revisions.get(stream)));
  };

  /** What reactors do may cause more for them to do. */
  const letReactorsFinish = async (streams: readonly string[]): Promise<void> => {
    for (let before = ''; ;) {
      if (!(await reactorsIdle()))
        throw new GivenUp('Other changes are still being carried out. Please try again in a moment.');
      const now = await lastRevisions(streams);
      if (now === before) return;
      before = now;
    }
  };

  /** Keeps every other command out and notes the moment before the restore. */
  const start = async (restore: Restore, studioId: string): Promise<void> => {
    const { restoreId, teacherId } = restore;
    if (teacherId === null) await progress.close(studioId);
    const streams = concerned(studioId, teacherId, await streamsOf(studioId));
    await forEach(streams, streamsAtOnce, (stream) => fence(stream, contextOf(restore, `fence ${stream}`), restoreId));
    await letReactorsFinish(streams);
    await handler.execute(restoreStream(studioId), contextOf(restore, 'start'), {
      input: { starts: restoreId },
      decide: startRestore(restoreId),
    });
  };

  const run = async (restore: Restore, studioId: string, stopped: AbortSignal): Promise<void> => {
    const { restoreId } = restore;
    const starts = await progress.begin(studioId, restoreId);
    if (starts > mostStarts) throw new GivenUp('The restore stopped five times without getting further.');
    await start(restore, studioId);
    const plan = await inTurnOf(studioId, () => planning.started(restore, studioId));
    const steps = stepsOf(restore, plan);
    const total = steps.length;
    for (const [done, step] of steps.entries()) {
      await progress.tell(studioId, restoreId, { done, total, detail: step.detail });
      stopped.throwIfAborted();
      await inTurnOf(studioId, step.run);
    }
    await progress.tell(studioId, restoreId, { done: total, total, detail: 'Finishing' });
  };

  const isErased = async (studioId: string): Promise<boolean> => (await streamsOf(studioId)).length === 0;

  return async (studioId: string, stopped: AbortSignal): Promise<void> => {
    const restore = (await restoresOf(store, studioId)).find(({ status }) => status === 'running');
    if (!restore) return;
    try {
      const begun = await endBegun(restore, studioId);
      if (begun) return await end(restore, studioId, begun.detail);
      await run(restore, studioId, stopped);
      await end(restore, studioId, null);
    } catch (error) {
      if (await isErased(studioId)) return;
      if (error instanceof GivenUp) return end(restore, studioId, error.message);
      if (stopped.aborted || mayPass(error)) await progress.forgive(studioId);
      throw error;
    }
  };
};
export type CarryOutRestore = ReturnType<typeof carryOutRestores>;
