import type { EventOf } from '@rondo/contracts/events/event.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import type { Aggregate } from '../command-handling/aggregate.ts';

type StudioState = {
  readonly settings: { readonly timeZone: string; readonly startGrid: 1 | 5 | 10 | 15 } | null;
  /** The seed of the sample studio while it is loaded. */
  readonly sample: string | null;
};
type StudioEvent = EventOf<typeof studioEvents>;

/** One studio's settings. */
export const studioAggregate: Aggregate<typeof studioEvents, StudioState> = {
  category: studioEvents,
  stateVersion: 1,
  initialState: () => ({ settings: null, sample: null }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'StudioOpened':
        return { ...state, settings: event.data };
      case 'StudioSettingsChanged':
        if (!state.settings) return state;
        return {
          ...state,
          settings: {
            timeZone: event.data.changes.timeZone ?? state.settings.timeZone,
            startGrid: event.data.changes.startGrid ?? state.settings.startGrid,
          },
        };
      case 'SampleStudioLoaded':
        return { ...state, sample: event.data.seed };
      case 'SampleStudioRemoved':
        return { ...state, sample: null };
    }
  },
};

export const defaultStartGrid = 5;

/** Opens a studio; a no-op if it is already open. */
export const openStudio =
  (timeZone: string) =>
  (state: StudioState): StudioEvent[] =>
    state.settings ? [] : [{ type: 'StudioOpened', data: { timeZone, startGrid: defaultStartGrid } }];

/** Starts loading the sample; a loaded one keeps its seed. */
export const loadSample =
  (seed: string) =>
  (state: StudioState): StudioEvent[] =>
    state.sample === null ? [{ type: 'SampleStudioLoaded', data: { seed } }] : [];

/** Records that the sample is removed; a no-op without one. */
export const forgetSample = (state: StudioState): StudioEvent[] =>
  state.sample === null ? [] : [{ type: 'SampleStudioRemoved', data: { seed: state.sample } }];
