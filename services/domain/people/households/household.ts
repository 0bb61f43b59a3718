import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import {
  householdAfter,
  householdDetails,
  householdEvents,
  type Household,
  type HouseholdDetails,
  type HouseholdEvent,
} from '@rondo/contracts/events/household.ts';
import { streamName } from '@rondo/contracts/events/stream-name.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { Restorable } from '../../../platform/commands/undo/restorable.ts';
import { NotFound, StaleRevision } from '../../../platform/kit/errors.ts';
import type { Services } from '../../../platform/kit/services.ts';
import { changedFields, type Changes } from '../changes.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    readonly household: CommandHandler<typeof householdEvents, HouseholdState>;
  }
}

/** null: removed; undefined: never created. */
export type HouseholdState = Household | null | undefined;

/** One family: its name, address and contacts. */
export const householdAggregate: Aggregate<typeof householdEvents, HouseholdState> = {
  category: householdEvents,
  stateVersion: 1,
  initialState: () => undefined,
  evolve: householdAfter,
};

export const householdStream = (studioId: string, householdId: string): string =>
  streamName(householdEvents, studioId, householdId);

/** @throws NotFound */
const present = (state: HouseholdState): Household => {
  if (!state) throw new NotFound('There is no such family.');
  return state;
};

/** The family as of the log; null or undefined: it does not stand. */
export const householdState = async (
  { handlers }: Pick<Services, 'handlers'>,
  studioId: string,
  householdId: string,
): Promise<HouseholdState> => (await handlers.household.load(householdStream(studioId, householdId))).state;

/** The family as of the log. @throws NotFound */
export const loadHousehold = async (
  services: Pick<Services, 'handlers'>,
  studioId: string,
  householdId: string,
): Promise<Household> => present(await householdState(services, studioId, householdId));

export const createHousehold =
  (created: Pick<Household, 'householdId' | 'details'> & Partial<Pick<Household, 'importId' | 'sample'>>) =>
  (): HouseholdEvent[] => [
    { type: 'HouseholdCreated', data: { importId: null, sample: false, createdAt: null, ...created } },
  ];

const changed = ({ householdId, details }: Household, to: HouseholdDetails): HouseholdEvent[] =>
  isDeepStrictEqual(details, to) ? [] : [{ type: 'HouseholdChanged', data: { householdId, details: to } }];

/** @throws NotFound, StaleRevision */
export const changeHousehold =
  (changes: Changes<HouseholdDetails>, revision: string | undefined) =>
  (state: HouseholdState): HouseholdEvent[] => {
    const household = present(state);
    if (revision !== undefined && revision !== String(household.revision))
      throw new StaleRevision(changedElsewhere('family'));
    const details = { ...household.details, ...changedFields(household.details, changes) };
    return changed(household, householdDetails.parse(details));
  };

/** A no-op where there is none. */
export const removeHousehold = (state: HouseholdState): HouseholdEvent[] =>
  state ? [{ type: 'HouseholdRemoved', data: { householdId: state.householdId, name: state.details.name } }] : [];

type HouseholdContent = { readonly household: Omit<Household, 'revision'> };

/** Families as they can be restored. */
export const restorableHousehold: Restorable<typeof householdEvents, HouseholdState, HouseholdContent> = {
  aggregate: householdAggregate,
  contentOf: (state) => {
    if (!state) return null;
    const { revision: _, ...household } = state;
    return { household };
  },
  restoreTo: (state, target) => {
    if (target === null) return removeHousehold(state);
    return state
      ? changed(state, target.household.details)
      : [{ type: 'HouseholdCreated', data: { ...target.household } }];
  },
  nameOf: ({ household }) => household.details.name,
};
