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
  services: Pick<Services, 'handlers' | 'store'>,
  studioId: string,
  { studentId, name, batchId }: { readonly studentId: string; readonly name: string; readonly batchId: string },
): Promise<void> => {
  const brought = await broughtBy(services, { studioId, studentId, batchId });
  const { state } = await services.handlers.billing.load(billingStream(studioId));
  const crossing = crossingOf(state, brought);
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
  { handlers, store }: Pick<Services, 'handlers' | 'store'>,
  studioId: string,
  { householdId, details }: Pick<Household, 'householdId' | 'details'>,
  batchId: string,
): Promise<void> => {
  const { state } = await handlers.billing.load(billingStream(studioId));
  const { invoices, entries } = state;
  const family = familyInWords(details.name);
  const { ids: going } = await recordedBy(store, studioId, batchId);
  for (const { invoice } of invoices.values())
    if (invoice.payer.id === householdId && !invoice.deleted && !going.has(invoice.invoiceId))
      refuse(`${invoice.invoiceNumber} is addressed to ${family}`);
  for (const { entryId, payerId, removed } of entries.values())
    if (payerId === householdId && !removed && !going.has(entryId))
      refuse(`there is ${rowInWords(state, entryId, family)}`);
};

const read = eventReader(billingEvents);

/** What a batch recorded in the accounts of a studio, as far as the stream has been read. */
type Recorded = {
  readonly studioId: string;
  readonly batchId: string;
  next: number;
  /** What each student's joining brought along. */
  readonly brought: Map<string, readonly string[]>;
  /** The invoices and entries that the batch made or changed. */
  readonly ids: Set<string>;
};

type Store = Pick<Services['store'], 'readStream'>;

/** The batch that was asked about last, by the log: an undo asks for each of thousands of students and families. */
const latest = new WeakMap<Store, Promise<Recorded>>();

/** Reads what the stream has since. */
const readOn = async (store: Store, known: Recorded): Promise<Recorded> => {
  const events = await store.readStream(billingStream(known.studioId), { from: known.next });
  known.next = (events.at(-1)?.revision ?? known.next - 1) + 1;
  for (const recorded of withoutFences(events)) {
    if (recorded.metadata.batchId !== known.batchId) continue;
    const event = read(recorded);
    for (const id of idsIn(event)) known.ids.add(id);
    if (event.type !== 'AccountMerged') continue;
    const { studentId, rows } = event.data;
    known.brought.set(studentId, [...(known.brought.get(studentId) ?? []), ...rows]);
  }
  return known;
};

const recordedBy = (store: Store, studioId: string, batchId: string): Promise<Recorded> => {
  const first = (): Recorded => ({ studioId, batchId, next: 0, brought: new Map(), ids: new Set() });
  const before = latest.get(store)?.catch(() => null) ?? Promise.resolve(null);
  const recorded = before.then((known) =>
    readOn(store, known?.studioId === studioId && known.batchId === batchId ? known : first()),
  );
  latest.set(store, recorded);
  return recorded;
};

type Joining = { readonly studioId: string; readonly studentId: string; readonly batchId: string };

/** What a student's joining brought along to a family: invoices, and other entries of the account. */
export const broughtBy = async (
  { store }: { readonly store: Store },
  { studioId, studentId, batchId }: Joining,
): Promise<readonly string[]> => (await recordedBy(store, studioId, batchId)).brought.get(studentId) ?? [];
