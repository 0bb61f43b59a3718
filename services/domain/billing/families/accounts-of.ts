import { invoicesModel } from '@rondo/projections/invoices/project.ts';
import { NotFound, Unavailable } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { householdState } from '../../people/households/household.ts';
import { studentStream } from '../../people/roster.ts';
import { billingStream, type BillingState } from '../state.ts';
import { accountIdOf } from './memberships.ts';

// Calls name a payer by the family or by one of its students. Which family pays for a student is as of the call.

export type AccountsOf = Pick<Services, 'handlers' | 'store' | 'models'>;

/** True once it is known who pays for whom as of now, also where the read models show it. */
export const payersAreKnown = async ({ models, store }: Pick<Services, 'models' | 'store'>): Promise<boolean> => {
  const position = await store.head();
  if (position === null) return true;
  if (!(await models.reached(position, [{ name: 'memberships' }]))) return false;
  const end = await store.head();
  return end === null || models.reached(end, [invoicesModel]);
};

/** @throws Unavailable */
export const waitForPayers = async (services: Pick<Services, 'models' | 'store'>): Promise<void> => {
  if (!(await payersAreKnown(services)))
    throw new Unavailable('The latest changes are still being processed. Please try again in a moment.');
};

const loaded = async ({ handlers }: Pick<Services, 'handlers'>, studioId: string): Promise<BillingState> =>
  (await handlers.billing.load(billingStream(studioId))).state;

/** Whose account a student's or family's id means now. */
export const accountIdNow = async (
  services: Pick<Services, 'handlers'>,
  studioId: string,
  id: string,
): Promise<string> => accountIdOf(await loaded(services, studioId), id);

/** The same for a call, which waits until it is known. A removed student keeps the account. @throws NotFound, Unavailable */
export const accountIdFor = async (services: AccountsOf, studioId: string, id: string): Promise<string> => {
  await waitForPayers(services);
  const { revision } = await services.handlers.student.load(studentStream(studioId, id));
  if (revision < 0 && !(await householdState(services, studioId, id)))
    throw new NotFound('There is no such student or family.');
  return accountIdNow(services, studioId, id);
};
