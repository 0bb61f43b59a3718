import { backupEvents } from '@rondo/contracts/events/backups.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import {
  defineTable,
  put,
  queriedModel,
  reading,
  remove,
  type QueriedModel,
  type Reactor,
  type RowOf,
} from '@rondo/projections/runner/read-model.ts';
import { isTransient } from '@rondo/projections/runner/transient.ts';
import { z } from 'zod';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { untilDone } from '../../../platform/kit/until-done.ts';
import { carryOutRestore, type Restoring } from './carry-out.ts';

/** The restores that have not ended. */
const runningTable = defineTable({
  name: 'running',
  row: z.object({ studio_id: z.string(), restore_id: z.string() }),
  key: ['studio_id'],
});
type RunningDb = { running: RowOf<typeof runningTable> };

const read = eventReader(backupEvents);

/** Knows which restores have not ended, and has each one carried out. It waits for none of them: a restore takes as long as it takes. */
export const restoresReactor = (
  begin: (studioId: string) => void,
): Reactor<'restores'> & QueriedModel<RunningDb, 'restores'> => ({
  ...queriedModel<RunningDb, 'restores'>({
    name: 'restores',
    version: 1,
    categories: [backupEvents.name],
    tables: [runningTable],
    on: (recorded) => {
      const { studioId } = recorded.metadata;
      const { type, data } = read(recorded);
      switch (type) {
        case 'RestoreRequested':
          return reading(runningTable, [], () => [
            put(runningTable, { studio_id: studioId, restore_id: data.restoreId }),
          ]);
        case 'RestoreCompleted':
        case 'RestoreFailed':
          return reading(runningTable, [], () => [remove(runningTable, [studioId])]);
        case 'BackupTaken':
        case 'BackupDeleted':
        case 'BackupReinstated':
        case 'RestoreStarted':
          return null;
      }
    },
  }),
  react: async ({ type, metadata }) => {
    if (type === 'RestoreRequested') begin(metadata.studioId);
  },
});

const retryMilliseconds = 500;

/** Carries out the restores of all studios, each on its own, one process at a time. Five starts without progress end one as failed. */
export const openRestorer = (
  services: Restoring & Pick<Services, 'hasAccount' | 'locks' | 'models'>,
  report: (error: unknown) => void,
) => {
  const { begin, watch, stop } = untilDone<string>({
    keyOf: (studioId) => studioId,
    pauseAfter: () => retryMilliseconds,
    attempt: async (studioId, stopped) => {
      try {
        await services.locks.hold([`restore of ${studioId}`], () => carryOutRestore(services, studioId, stopped));
        return true;
      } catch (error) {
        // Another process carries it out, or something does not answer.
        if (!(error instanceof Unavailable) && !isTransient(error)) report(error);
        return false;
      }
    },
  });
  const { read: running } = restoresReactor(begin);
  const unfinished = async (): Promise<string[]> => {
    const rows = await running(services.models).selectFrom('running').select('studio_id').execute();
    const studios: string[] = [];
    // The end of a restore may still be on its way into a studio that is being brought in.
    for (const { studio_id: studioId } of rows) if (await services.hasAccount(studioId)) studios.push(studioId);
    return studios;
  };
  return { begin, watch: (): void => watch(unfinished), stop };
};
export type Restorer = ReturnType<typeof openRestorer>;
