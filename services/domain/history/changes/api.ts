import { listChanges, tellFamilies } from '@rondo/contracts/api/changes.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { informedUntil } from '@rondo/projections/studios/queries.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { answerFrom } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { PastMoments } from '../../../platform/models/moments/as-of.ts';
import type { ReadModels } from '../../../platform/models/read-models.ts';
import type { Roster } from '../../people/roster.ts';
import type { StudioCommands } from '../../studio/commands.ts';
import { changesBetween, type ChangeDependencies } from './changes.ts';

export type ChangeRouteDependencies = Omit<ChangeDependencies, 'informed'> & {
  readonly models: ReadModels;
  readonly past: PastMoments;
  readonly roster: Roster;
  readonly studios: StudioCommands;
};

/** Changes for families, and up to when families have been informed of them. */
export const changeRoutes = (dependencies: ChangeRouteDependencies): Route[] => {
  const { past, roster, studios, models } = dependencies;
  const informed = (studioId: string) => informedUntil(studiosModel.read(models), studioId);
  const changes = changesBetween({ ...dependencies, informed });
  return [
    route(listChanges, async ({ query: { since, until } }, { actor }) => {
      if (since !== undefined) past.refuseFuture(since, 'since');
      if (until !== undefined) past.refuseFuture(until, 'until');
      if (since !== undefined && until !== undefined && until < since)
        throw new InvalidInput('"until" can\'t be before "since".');
      return changes(actor.studioId, { since, until });
    }),
    route(tellFamilies, async ({ body: { studentIds, until } }, context) => {
      past.refuseFuture(until, 'until');
      const distinct = [...new Set(studentIds)];
      for (const studentId of distinct) await roster.everStudent(context.actor.studioId, studentId);
      const executed = await studios.tellFamilies(context.command, { studentIds: distinct, until });
      return answerFrom(context, models, {
        // Not named as a batch: there is nothing to undo.
        executed: { ...executed, batchId: null },
        id: context.actor.studioId,
        read: async () => ({ success: true }),
      });
    }),
  ];
};
