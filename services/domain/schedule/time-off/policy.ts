import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import { shortDate } from '@rondo/contracts/calendar/words.ts';
import type { EnteredPolicy, TimeoffEvent } from '@rondo/contracts/events/schedule/timeoff.ts';
import type { PolicyTerms } from '@rondo/contracts/policy/policy.ts';
import { timeoffModel } from '@rondo/projections/timeoff/project.ts';
import { listPolicies, policiesInOrder } from '@rondo/projections/timeoff/queries.ts';
import { policiesTable } from '@rondo/projections/timeoff/table.ts';
import { InvalidInput, NotFound, RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import type { Moment } from '../../../platform/models/moments/moments.ts';
import { wallNow, type Clock, type TimeoffState } from './state.ts';

// The cancellation policy: versions, each from a day on.

const byFirstDay = (a: EnteredPolicy, b: EnteredPolicy): number => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0);

/** The versions that stand, by their first day. */
export const standingPolicies = (policies: readonly EnteredPolicy[]): EnteredPolicy[] =>
  policies.filter(({ removed }) => !removed).toSorted(byFirstDay);

export const policiesNow = ({ models }: Pick<Services, 'models'>, studioId: string): Promise<EnteredPolicy[]> =>
  listPolicies(timeoffModel.read(models), studioId);

export const policiesThen = async (moment: Moment): Promise<EnteredPolicy[]> =>
  policiesInOrder((await moment.of(timeoffModel)).rows(policiesTable));

/** @throws InvalidInput */
const refuseTerms = ({ tiers }: PolicyTerms): void => {
  const hours = tiers.flatMap((tier) => ('hours' in tier ? tier.hours : []));
  if (tiers.length - hours.length > 1) throw new InvalidInput('Only one deadline can be a time on the day before.');
  if (hours.some((one, i) => i > 0 && one >= (hours[i - 1] ?? 0)))
    throw new InvalidInput('Deadlines in hours must become shorter from one to the next.');
};

type Entering = { readonly policyId: string; readonly from: IsoDate; readonly terms: PolicyTerms | null };

/** Enters a version of the policy in place of one with the same first day. @throws InvalidInput */
export const enterPolicy =
  ({ policyId, from, terms }: Entering, clock: Clock) =>
  ({ policies }: TimeoffState): TimeoffEvent[] => {
    if (from < clock.today) throw new InvalidInput("A policy can't begin before today.");
    if (terms) refuseTerms(terms);
    const at = wallNow(clock);
    const replaced = [...policies.values()].filter((one) => !one.removed && one.from === from);
    return [
      ...replaced.map((one): TimeoffEvent => ({ type: 'PolicyRemoved', data: { policyId: one.policyId, at } })),
      { type: 'PolicyEntered', data: { policyId, at, from, terms } },
    ];
  };

/** Removes a version that is not in force yet; removing it again is a no-op. @throws NotFound, RuleBroken */
export const removePolicy =
  (policyId: string, clock: Clock) =>
  ({ policies }: TimeoffState): TimeoffEvent[] => {
    const policy = policies.get(policyId);
    if (!policy) throw new NotFound('There is no such policy.');
    if (policy.removed) return [];
    if (policy.from <= clock.today)
      throw new RuleBroken(`This policy is in force since ${shortDate(policy.from)}. Enter a new one instead.`);
    return [{ type: 'PolicyRemoved', data: { policyId, at: wallNow(clock) } }];
  };
