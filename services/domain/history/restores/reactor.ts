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
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
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

const lookMilliseconds = 2000;
const retryMilliseconds = 500;

/** Carries out the restores of all studios, each on its own, one process at a time. */
export const openRestorer = (
  services: Restoring & Pick<Services, 'locks' | 'models'>,
  report: (error: unknown) => void,
) => {
  const running = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (studioId: string): Promise<boolean> => {
    try {
      await services.locks.hold([`restore of ${studioId}`], () => carryOutRestore(services, studioId, stopped.signal));
      return true;
    } catch (error) {
      // Another process carries it out, or something does not answer.
      if (!(error instanceof Unavailable) && !isTransient(error)) report(error);
      return false;
    }
  };

  /** Again and again until it has ended: five starts without progress end it as failed. */
  const carryOut = async (studioId: string): Promise<void> => {
    while (!stopped.signal.aborted && !(await attempt(studioId)))
      await delay(retryMilliseconds, undefined, { signal: stopped.signal }).catch(() => undefined);
  };

  const begin = (studioId: string): void => {
    if (running.has(studioId) || stopped.signal.aborted) return;
    running.set(
      studioId,
      carryOut(studioId).finally(() => running.delete(studioId)),
    );
  };

  return {
    begin,
    /** Also resumes what an earlier process left, from now on. */
    watch: (): void => {
      const look = async (): Promise<void> => {
        const db = restoresReactor(begin).read(services.models);
        const found = await db.selectFrom('running').select('studio_id').execute();
        for (const { studio_id: studioId } of found) begin(studioId);
      };
      timer = setInterval(() => void look().catch(() => undefined), lookMilliseconds);
    },
    /** Stops after the step under way; the next process resumes. */
    stop: async (): Promise<void> => {
      stopped.abort();
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
};
export type Restorer = ReturnType<typeof openRestorer>;
