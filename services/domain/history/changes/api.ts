import { countChanges, listChanges, tellFamilies as tellFamiliesCall } from '@rondo/contracts/api/history/changes.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { answered } from '../../../platform/http/answer.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { refuseFuture } from '../../../platform/models/moments/as-of.ts';
import { refuseUnknownStudent } from '../../people/roster.ts';
import { onStudio } from '../../studio/commands.ts';
import { tellFamilies } from '../../studio/studio.ts';
import { countFamilies, familiesNow, familyChanges, type LastReadsOf, type Telling } from './families.ts';

/** Changes for families, and up to when families have been informed of them. */
export const changeRoutes = (services: Telling, lastReadsOf: LastReadsOf): Route[] => [
  route(listChanges, async ({ query: { since, until } }, { actor: { studioId } }) => {
    if (since !== undefined) refuseFuture(services, since, 'since');
    if (until !== undefined) refuseFuture(services, until, 'until');
    if (since !== undefined && until !== undefined && until < since)
      throw new InvalidInput('"until" can\'t be before "since".');
    return familyChanges(services, lastReadsOf, studioId, { since, until });
  }),
  route(countChanges, (_, { actor: { studioId } }) => countFamilies(services, studioId)),
  route(tellFamiliesCall, async ({ body: { studentIds, until } }, context) => {
    const { studioId } = context.actor;
    refuseFuture(services, until, 'until');
    const informed = { studentIds: [...new Set(studentIds)], until };
    for (const studentId of informed.studentIds) await refuseUnknownStudent(services, studioId, studentId);
    const familyOf = await familiesNow(services, studioId);
    const executed = await onStudio(services, context.command, informed, tellFamilies(informed, familyOf));
    return answered(services, context, { executed, id: studioId, read: async () => ({ success: true }) });
  }),
];
