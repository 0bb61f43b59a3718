import { idsIn } from '@rondo/contracts/events/billing/account-entry.ts';
import { billingEvents } from '@rondo/contracts/events/billing/billing.ts';
import type { Household } from '@rondo/contracts/events/household.ts';
import { familyInWords } from '@rondo/contracts/people/family-name.ts';
import { eventReader, withoutFences } from '@rondo/projections/runner/events.ts';
import { RuleBroken } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { householdState } from '../../people/households/household.ts';
import { billingStream, type BillingState } from '../state.ts';
import { crossingOf } from './memberships.ts';

// What prevents that a student takes an account out of a family again, or that a family that was made goes.

const refuse = (why: string): never => {
  throw new RuleBroken(`This can no longer be undone: ${why}.`);
};

/** Something of an account, in a sentence. @param whose the name of its payer */
const rowInWords = ({ invoices, entries }: BillingState, id: string, whose: string): string => {
  const entry = entries.get(id);
  if (!entry) return invoices.get(id)?.invoice.invoiceNumber ?? 'an invoice';
  if (entry.kind === 'opening')
    return entry.side === 'owes' ? `the opening balance of ${whose}` : `the opening credit of ${whose}`;
  return `a ${entry.kind} of ${whose}`;
};

/** Refuses to part accounts of which one pays the other. @throws RuleBroken */
export const refuseTied = async (
  services: Pick<Services, 'handlers'>,
  studioId: string,
  { studentId, name }: { readonly studentId: string; readonly name: string },
): Promise<void> => {
  const { state } = await services.handlers.billing.load(billingStream(studioId));
  const crossing = crossingOf(state, studentId);
  if (!crossing) return;
  const household = await householdState(services, studioId, state.memberships.get(studentId)?.householdId ?? '');
  const family = household ? familyInWords(household.details.name) : 'the family';
  const { from, to, ofHousehold, how } = crossing;
  const source = rowInWords(state, from, ofHousehold ? family : name);
  const other = rowInWords(state, to, ofHousehold ? name : family);
  if (how === 'held') refuse(`${other} is being mailed with credit of ${ofHousehold ? family : name}`);
  refuse(`${source} ${how === 'pays' ? 'pays' : 'gives back'} ${other}`);
};

/** Refuses to take back a family that something is addressed to. @throws RuleBroken */
export const refuseAddressed = async (
  { handlers, store }: Pick<Services, 'handlers'> & Parameters<typeof batchRows>[0],
  studioId: string,
  { householdId, details }: Pick<Household, 'householdId' | 'details'>,
  batchId: string,
): Promise<void> => {
  const { state } = await handlers.billing.load(billingStream(studioId));
  const { invoices, entries, memberships } = state;
  const family = familyInWords(details.name);
  const own = await batchRows({ store }, studioId, batchId);
  const going = new Set([
    ...own,
    ...[...memberships.values()].flatMap((one) => (one.householdId === householdId ? one.rows : [])),
  ]);
  for (const { invoice } of invoices.values())
    if (invoice.payer.id === householdId && !invoice.deleted && !going.has(invoice.invoiceId))
      refuse(`${invoice.invoiceNumber} is addressed to ${family}`);
  for (const { entryId, payerId, removed } of entries.values())
    if (payerId === householdId && !removed && !going.has(entryId))
      refuse(`there is ${rowInWords(state, entryId, family)}`);
};

const read = eventReader(billingEvents);

/** Everything that a batch recorded in the accounts of a studio. */
const batchRows = async (
  { store }: { readonly store: Pick<Services['store'], 'readStream'> },
  studioId: string,
  batchId: string,
): Promise<ReadonlySet<string>> => {
  const events = withoutFences(await store.readStream(billingStream(studioId)));
  const ofBatch = events.filter(({ metadata }) => metadata.batchId === batchId).map(read);
  return new Set(
    ofBatch.flatMap((event) =>
      event.type === 'AccountMerged' || event.type === 'AccountParted' ? [] : [...idsIn(event)],
    ),
  );
};
