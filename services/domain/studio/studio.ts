import { changedElsewhere } from '@rondo/contracts/api/texts.ts';
import {
  settingsAfter,
  settingsBetween,
  studioSettingsAfter,
  type SettingsChanges,
  studioEvents,
  type StudioEvent,
  type StudioSettings,
} from '@rondo/contracts/events/studio.ts';
import { rateProblem } from '@rondo/contracts/money/money.ts';
import type { Aggregate } from '../../platform/commands/aggregate.ts';
import { NotFound, RuleBroken, StaleRevision } from '../../platform/kit/errors.ts';
import type { Restorable } from '../../platform/commands/undo/restorable.ts';

export type StudioState = {
  readonly settings: StudioSettings | null;
  /** Of the last change of the settings. */
  readonly settingsRevision: number;
  /** The seed of the sample studio while it is loaded. */
  readonly sample: string | null;
};

/** One studio's settings. */
export const studioAggregate: Aggregate<typeof studioEvents, StudioState> = {
  category: studioEvents,
  stateVersion: 4,
  initialState: () => ({ settings: null, settingsRevision: -1, sample: null }),
  evolve: (state, event, { revision }) => {
    switch (event.type) {
      case 'StudioOpened':
      case 'StudioSettingsChanged': {
        const settings = studioSettingsAfter(state.settings ?? undefined, event);
        return settings ? { ...state, settings, settingsRevision: revision } : state;
      }
      case 'SampleStudioLoaded':
        return { ...state, sample: event.data.seed };
      case 'SampleStudioRemoved':
        return { ...state, sample: null };
      case 'FamiliesTold':
        return state;
    }
  },
};

export const defaultStartGrid = 5;

/** Opens a studio; a no-op if it is already open. */
export const opening =
  (timeZone: string, minutesBetween: number) =>
  (state: StudioState): StudioEvent[] =>
    state.settings ? [] : [{ type: 'StudioOpened', data: { timeZone, startGrid: defaultStartGrid, minutesBetween } }];

const changed = (from: StudioSettings, to: StudioSettings): StudioEvent[] => {
  const changes = settingsBetween(from, to);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'StudioSettingsChanged', data: { changes } }];
};

/**
 * Changes some settings; a no-op if they are so already.
 * @param seen the revision of the settings that the change was made to, if it is known
 * @throws NotFound, StaleRevision
 */
export const changeSettings =
  (changes: SettingsChanges, seen?: string) =>
  ({ settings, settingsRevision }: StudioState): StudioEvent[] => {
    if (!settings) throw new NotFound('There is no such studio.');
    if (seen !== undefined && seen !== String(settingsRevision))
      throw new StaleRevision(changedElsewhere('studio profile'));
    return changed(settings, settingsAfter(settings, changes));
  };

/** @throws RuleBroken when rates have decimals that a new currency does not have */
export const refuseCurrency = (currency: string, rates: readonly number[]): void => {
  const count = rates.filter((rate) => rateProblem(rate, currency) !== null).length;
  if (count > 0)
    throw new RuleBroken(
      `${currency} has no decimals, but ${count === 1 ? '1 rate has' : `${count} rates have`} some. Change ${count === 1 ? 'it' : 'them'} to whole numbers first.`,
    );
};

/** Records that families have been informed of every change up to an instant. */
export const tellFamilies = (informed: { studentIds: string[]; until: string }) => (): StudioEvent[] => [
  { type: 'FamiliesTold', data: informed },
];

/** Starts loading the sample; a loaded one keeps its seed. */
export const loadSample =
  (seed: string) =>
  (state: StudioState): StudioEvent[] =>
    state.sample === null ? [{ type: 'SampleStudioLoaded', data: { seed } }] : [];

/** Records that the sample is removed; a no-op without one. */
export const forgetSample = (state: Pick<StudioState, 'sample'>): StudioEvent[] =>
  state.sample === null ? [] : [{ type: 'SampleStudioRemoved', data: { seed: state.sample } }];

/** What can be restored of a studio: its settings, and whether its sample is loaded. */
type StudioContent = {
  readonly settings: StudioState['settings'];
  readonly sample: string | null;
};

/** The fewest events from a studio's settings to those of another moment. @throws RuleBroken when it was not open then */
export const restoreStudio = (
  state: Pick<StudioState, 'settings' | 'sample'>,
  target: StudioContent | null,
): StudioEvent[] => {
  const { settings } = state;
  if (!target?.settings || !settings) throw new RuleBroken('Opening an account cannot be undone.');
  return [
    ...changed(settings, target.settings),
    ...(target.sample === state.sample || state.sample === null ? [] : forgetSample(state)),
    ...(target.sample === state.sample || target.sample === null
      ? []
      : [{ type: 'SampleStudioLoaded' as const, data: { seed: target.sample } }]),
  ];
};

/** A studio as it can be restored. */
export const restorableStudio: Restorable<typeof studioEvents, StudioState, StudioContent> = {
  aggregate: studioAggregate,
  contentOf: ({ settings, sample }) => ({ settings, sample }),
  restoreTo: restoreStudio,
  nameOf: () => 'The studio',
};

/** The same without its settings, which a restore leaves alone. */
export const restorableSample: Restorable<typeof studioEvents, StudioState, Pick<StudioContent, 'sample'>> = {
  aggregate: studioAggregate,
  contentOf: ({ sample }) => ({ sample }),
  nameOf: () => 'The sample studio',
  restoreTo: (state, target) =>
    state.settings ? restoreStudio(state, { settings: state.settings, sample: target?.sample ?? null }) : [],
};
