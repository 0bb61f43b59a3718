import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';

/** What evolve may know of a recorded event beside its data. */
type Recorded = { readonly revision: number; readonly recordedAt: string };

/** A consistency boundary: one stream, folded into the state that its decisions need. */
export type Aggregate<Category extends EventCategory, State> = {
  readonly category: Category;
  /** Raised when the meaning of State changes; older snapshots are then thrown away. */
  readonly stateVersion: number;
  readonly initialState: () => State;
  /** The next state. It may reuse the given one, which is always a copy of the handler's own. */
  readonly evolve: (state: State, event: EventOf<Category>, recorded: Recorded) => State;
  /** A copy whose change leaves the original alone; needed by a state that evolve changes in place. */
  readonly copy?: (state: State) => State;
  /** How the state is kept between processes; an aggregate of short streams has none and is folded anew. */
  readonly saved?: SavedAs<State>;
};

/** A state as JSON. `load` checks what it is given and throws when that is no such state. */
export type SavedAs<State> = {
  readonly save: (state: State) => unknown;
  readonly load: (json: unknown) => State;
};

/** Who asks, in which studio, and what ties the resulting events together. */
export type CommandContext = {
  readonly studioId: string;
  readonly actor: string;
  /** One command has one effect, however often it arrives. */
  readonly commandId: string;
  /** Ties a request's log lines and events together. */
  readonly correlationId: string;
  /** What caused the command: itself, or for a reactor the event. */
  readonly causationId: string;
  /** The batch that the events belong to; absent, the command is a batch of its own. A reactor acts in the batch of the event it answers. */
  readonly batchId?: string;
};
