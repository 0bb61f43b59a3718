import type { RequestOf } from '@rondo/contracts/api/endpoint.ts';
import { deletePolicy, enterPolicy, getPolicy, type PolicyView } from '@rondo/contracts/api/studio/policy.ts';
import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EnteredPolicy } from '@rondo/contracts/events/schedule/timeoff.ts';
import { policyTerms, versionFor, type PolicyTerms } from '@rondo/contracts/policy/policy.ts';
import { policyInWords } from '@rondo/contracts/policy/words.ts';
import { studiosModel } from '@rondo/projections/studios/project.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { derivedId } from '../../../platform/commands/ids.ts';
import { answered } from '../../../platform/http/answer.ts';
import { asThen } from '../../../platform/http/bodies/revalidated.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { InvalidInput } from '../../../platform/kit/errors.ts';
import { momentAt } from '../../../platform/models/moments/as-of.ts';
import {
  enterPolicy as entering,
  policiesNow,
  policiesThen,
  removePolicy,
  standingPolicies,
} from '../../schedule/time-off/policy.ts';
import { timeoffStream } from '../../schedule/time-off/state.ts';
import { studioNow, studioThen } from '../../studio/clock.ts';
import type { TimeOffServices } from './around.ts';

const viewOf = ({ policyId: id, from, terms }: EnteredPolicy): PolicyView =>
  terms === null ? { id, from, off: true, words: [] } : { id, from, off: false, ...terms, words: policyInWords(terms) };

const policyOn = (policies: readonly EnteredPolicy[], today: IsoDate) => {
  const versions = standingPolicies(policies);
  const current = versionFor(versions, today);
  return { current: current?.terms ? viewOf(current) : null, versions: versions.map(viewOf) };
};

/** @throws InvalidInput */
const termsOf = ({ from: _, off, tiers, ...others }: RequestOf<typeof enterPolicy>['body']): PolicyTerms | null => {
  if (off === true) return null;
  if (tiers === undefined) throw new InvalidInput('Please enter the deadlines, or none of them.');
  return policyTerms.parse({ tiers, ...others });
};

/** What is agreed about lessons that are cancelled. */
export const policyRoutes = (services: TimeOffServices): Route[] => [
  route(getPolicy, async ({ query: { asOf } }, { actor: { studioId } }) => {
    if (asOf === undefined) {
      const [policies, { today }] = await Promise.all([policiesNow(services, studioId), studioNow(services, studioId)]);
      return policyOn(policies, today);
    }
    const then = momentAt(services, studioId, asOf);
    return asThen(then, [timeoffModel, studiosModel], async () => {
      const { moment, instant } = then;
      const [policies, { today }] = await Promise.all([policiesThen(moment), studioThen(moment, instant)]);
      return policyOn(policies, today);
    });
  }),
  route(enterPolicy, async ({ body }, context) => {
    const { studioId } = context.actor;
    const clock = await studioNow(services, studioId);
    const policyId = derivedId(context.command.commandId, 'policy');
    const executed = await services.handlers.timeoff.execute(timeoffStream(studioId), context.command, {
      input: body,
      decide: entering({ policyId, from: body.from, terms: termsOf(body) }, clock),
    });
    return answered(services, context, {
      executed,
      id: policyId,
      read: async () => {
        const found = (await policiesNow(services, studioId)).find((one) => one.policyId === policyId);
        return found && viewOf(found);
      },
    });
  }),
  route(deletePolicy, async ({ params: { id } }, context) => {
    const { studioId } = context.actor;
    const clock = await studioNow(services, studioId);
    const executed = await services.handlers.timeoff.execute(timeoffStream(studioId), context.command, {
      input: { id },
      decide: removePolicy(id, clock),
    });
    return answered(services, context, { executed, id, read: async () => ({ success: true }) });
  }),
];
