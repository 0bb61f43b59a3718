import type { EventOf } from '@rondo/contracts/events/event.ts';
import { studioEvents } from '@rondo/contracts/events/studio.ts';
import type { Aggregate } from '../commands/aggregate.ts';

type StudioState = { readonly timeZone: string; readonly startGrid: 1 | 5 | 10 | 15 } | null;
type StudioEvent = EventOf<typeof studioEvents>;

/** One studio's settings. */
export const studioAggregate: Aggregate<typeof studioEvents, StudioState> = {
  category: studioEvents,
  stateVersion: 1,
  initialState: () => null,
  evolve: (state, event) => {
    switch (event.type) {
      case 'StudioOpened':
        return event.data;
      case 'StudioSettingsChanged':
        if (!state) return state;
        return {
          timeZone: event.data.changes.timeZone ?? state.timeZone,
          startGrid: event.data.changes.startGrid ?? state.startGrid,
        };
    }
  },
};

export const defaultStartGrid = 5;

/** Opens a studio once; opening it again is a no-op. */
export const openStudio =
  (timeZone: string) =>
  (state: StudioState): StudioEvent[] =>
    state ? [] : [{ type: 'StudioOpened', data: { timeZone, startGrid: defaultStartGrid } }];
