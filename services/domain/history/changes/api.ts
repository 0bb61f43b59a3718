import { listChanges, tellFamilies as tellFamiliesCall } from '@rondo/contracts/api/history/changes.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { informedUntil } from '@rondo/projections/studios/queries.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { refuseFuture } from '../../../platform/models/moments/as-of.ts';
import { refuseUnknownStudent } from '../../people/roster.ts';
import { onStudio } from '../../studio/commands.ts';
import { tellFamilies } from '../../studio/studio.ts';
import { changesBetween } from './changes.ts';

/** Changes for families, and up to when families have been informed of them. */
export const changeRoutes = (
  services: Pick<Services, 'models' | 'moments' | 'handlers' | 'store' | 'settingsOf' | 'now' | 'machineNow'>,
): Route[] => [
  route(listChanges, async ({ query: { since, until } }, { actor: { studioId } }) => {
    if (since !== undefined) refuseFuture(services, since, 'since');
    if (until !== undefined) refuseFuture(services, until, 'until');
    if (since !== undefined && until !== undefined && until < since)
      throw new InvalidInput('"until" can\'t be before "since".');
    const from = since ?? (await informedUntil(studiosModel.read(services.models), studioId));
    return changesBetween(services, studioId, { since: from, until });
  }),
  route(tellFamiliesCall, async ({ body: { studentIds, until } }, context) => {
    const { studioId } = context.actor;
    refuseFuture(services, until, 'until');
    const informed = { studentIds: [...new Set(studentIds)], until };
    for (const studentId of informed.studentIds) await refuseUnknownStudent(services, studioId, studentId);
    const executed = await onStudio(services, context.command, informed, tellFamilies(informed));
    return answered(services, context, {
      // Not named as a batch: there is nothing to undo.
      executed: { ...executed, batchId: null },
      id: studioId,
      read: async () => ({ success: true }),
    });
  }),
];
