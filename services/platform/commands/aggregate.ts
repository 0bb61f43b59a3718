import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { derivedId } from './ids.ts';

/** What evolve may use of a recorded event besides its data. */
type Recorded = { readonly revision: number; readonly recordedAt: string };

/** A consistency boundary: one stream, folded into the state that its decisions need. */
export type Aggregate<Category extends EventCategory, State> = {
  readonly category: Category;
  /** Increased when the meaning of State changes; older snapshots are then discarded. */
  readonly stateVersion: number;
  readonly initialState: () => State;
  /** The next state. It may mutate the given one, which is always the handler's own copy. */
  readonly evolve: (state: State, event: EventOf<Category>, recorded: Recorded) => State;
  /** A copy that can be changed without affecting the original; needed by a state that evolve mutates. */
  readonly copy?: (state: State) => State;
  /** How the state is stored in snapshots; an aggregate with short streams has none and is folded from the beginning. */
  readonly saved?: SavedAs<State>;
};

/** A state as JSON. `load` validates its input and throws when it is not such a state. */
export type SavedAs<State> = {
  readonly save: (state: State) => unknown;
  readonly load: (json: unknown) => State;
};

/** Who sent the command, in which studio, and the ids that connect the resulting events. */
export type CommandContext = {
  readonly studioId: string;
  readonly actor: string;
  /** One command has one effect, however often it arrives. */
  readonly commandId: string;
  /** Ties a request's log lines and events together. */
  readonly correlationId: string;
  /** What caused the command: itself, or for a reactor the event. */
  readonly causationId: string;
  /** The batch of the events; when absent, the command is its own batch. A reactor uses the batch of the event it reacts to. */
  readonly batchId?: string;
  /** The batch that the command undoes. */
  readonly undoes?: string | undefined;
  /** The stream was registered for this command, so that nothing can be in it yet and it need not be read. */
  readonly begins?: boolean;
  /** A restore and the reactors: also changes streams that a restore has fenced. */
  readonly passesFences?: boolean;
  /** Called with each batch of the command that is found in the log or appended, so that an answer can name it even when the rest is refused. */
  readonly onRecorded?: (batchId: string) => void;
};

/** How a reactor reacts to an event: its command has the same id on every repeat, and its events belong to the batch of the event. */
export const reactionTo = ({ eventId, metadata }: SourceEvent, actor: string, reason: string): CommandContext => ({
  studioId: metadata.studioId,
  actor,
  commandId: derivedId(eventId, reason),
  correlationId: metadata.correlationId,
  causationId: eventId,
  batchId: metadata.batchId,
  passesFences: true,
});
