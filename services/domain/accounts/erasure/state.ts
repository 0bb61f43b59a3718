import type { EventOf } from '@rondo/contracts/events/event.ts';
import { erasureEvents } from '@rondo/contracts/events/erasures.ts';
import type { Aggregate } from '../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';

declare module '../../../platform/commands/command-handler.ts' {
  interface CommandHandlers {
    /** Its stream belongs to no studio: it is kept when one is erased. */
    readonly erasures: CommandHandler<typeof erasureEvents, Set<string>>;
  }
}

/** Tracks which studios are erased. */
export const erasuresAggregate: Aggregate<typeof erasureEvents, Set<string>> = {
  category: erasureEvents,
  stateVersion: 1,
  initialState: () => new Set(),
  evolve: (state, event) => state.add(event.data.studioId),
  copy: (state) => new Set(state),
};

export const erase =
  (studioId: string) =>
  (state: ReadonlySet<string>): EventOf<typeof erasureEvents>[] =>
    state.has(studioId) ? [] : [{ type: 'StudioErased', data: { studioId } }];
