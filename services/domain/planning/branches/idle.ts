import { instantAt } from '@rondo/contracts/calendar/instants.ts';
import { branchesModel } from '@rondo/projections/branches/project.ts';
import { branchesIdleSince } from '@rondo/projections/branches/queries.ts';
import { ModelNotReady } from '@rondo/projections/runner/model-progress.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { branchStream, dropIdle } from './state.ts';

/** Days after its last event on which a branch is dropped. */
const keptDays = 90;
const day = 24 * 60 * 60 * 1000;

/** Drops the branches of all studios that no one has touched for 90 days; none while the model is being built: the next sweep finds them. */
export const dropIdleBranches = async ({
  handlers,
  models,
  now,
}: Pick<Services, 'handlers' | 'models' | 'now'>): Promise<void> => {
  const due = await branchesIdleSince(branchesModel.read(models), instantAt(now() - keptDays * day)).catch(
    (error: unknown) => {
      if (error instanceof ModelNotReady) return [];
      throw error;
    },
  );
  for (const { studio_id: studioId, branch_id: branchId, revision } of due) {
    const commandId = derivedId(branchId, `idle after ${revision}`);
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    await handlers.branch.execute(
      branchStream(studioId, branchId),
      { studioId, actor: 'sweeper', ...ids },
      { input: { branchId, revision }, decide: dropIdle(revision) },
    );
  }
};
