import type { backupEvents } from '@rondo/contracts/events/backups.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { EventStore } from '../../../platform/log/event-store.ts';
import { liftedFence, liftFence } from '../../../platform/commands/fences.ts';
import type { RestoreProgressTable } from './progress.ts';
import { contextOf } from './restore-context.ts';
import { concerned } from './plan/restore-plan.ts';
import { endRestore, restoreStream, type Restore, type restoresAggregate } from './restore-stream.ts';
import { forEach } from './plan/studio-log.ts';

export type RestoreEndingDependencies = {
  readonly store: EventStore;
  readonly handler: CommandHandler<typeof backupEvents, ReturnType<typeof restoresAggregate.initialState>>;
  readonly progress: RestoreProgressTable;
  /** Every stream of a studio; none once it is erased. */
  readonly streamsOf: (studioId: string) => Promise<readonly string[]>;
};

const streamsAtOnce = 16;

/** Ends restores, completed or given up. */
export const restoreEnding = ({ store, handler, progress, streamsOf }: RestoreEndingDependencies) => {
  /** Lets every other command in again. */
  const end = async (restore: Restore, studioId: string, why: string | null): Promise<void> => {
    const { restoreId, teacherId } = restore;
    const streams = concerned(studioId, teacherId, await streamsOf(studioId));
    await forEach(streams, streamsAtOnce, (stream) =>
      liftFence(store, stream, contextOf(restore, 'end'), { restoreId, detail: why }),
    );
    await progress.open(studioId);
    await handler.execute(restoreStream(studioId), contextOf(restore, 'end'), {
      input: { ends: restoreId },
      decide: endRestore(restoreId, why),
    });
  };

  /**
   * How an earlier attempt began to end the restore, if one did: from its first lifted fence on others may have changed something, so that
   * nothing more is restored.
   */
  const endBegun = async ({ restoreId, teacherId }: Restore, studioId: string) => {
    const found: { readonly detail: string | null }[] = [];
    const streams = concerned(studioId, teacherId, await streamsOf(studioId));
    await forEach(streams, streamsAtOnce, async (stream) => {
      const lifted = await liftedFence(store, stream, restoreId);
      if (lifted) found.push(lifted);
    });
    return found[0];
  };

  return { end, endBegun };
};
