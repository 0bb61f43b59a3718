import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { fenceEvents, isFence, type Fencer } from '@rondo/contracts/events/fence.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Aggregate } from './aggregate.ts';

/** How many commands a stream remembers. */
const remembered = 500;

export type Remembered = { readonly inputHash: string; readonly firstRevision: number };

/** The newest commands of one stream, oldest first, used to recognize repeats. */
type CommandMemory = Map<string, Remembered>;

/** Adds an event's command to the memory; only a command's first event counts. */
const remember = (memory: CommandMemory, commandId: string, made: Remembered): void => {
  if (memory.has(commandId)) return;
  memory.set(commandId, made);
  const [oldest] = memory.keys();
  if (memory.size > remembered && oldest !== undefined) memory.delete(oldest);
};

/** A fence of a stream: whose it is, and the id of what was begun. */
export type Fence = { readonly by: Fencer; readonly restoreId: string };

/** The result of folding a stream: the aggregate's state, the commands it remembers, and its revision. */
export type Folded<State> = {
  readonly state: State;
  /** Of the last event; -1 before the first. */
  readonly revision: number;
  readonly commands: CommandMemory;
  readonly position: Position | null;
  /** Of the last event; null before the first. */
  readonly eventId: string | null;
  readonly studioId: string | null;
  /** Who has fenced the stream; null when no one has. */
  readonly fence: Fence | null;
};

/** A stream before its first event. */
export const nothingFolded = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
): Folded<State> => ({
  state: aggregate.initialState(),
  revision: -1,
  commands: new Map(),
  position: null,
  eventId: null,
  studioId: null,
  fence: null,
});

/** A copy that folding may mutate, for callers that still decide on the old state. */
export const copyOf = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  folded: Folded<State>,
): Folded<State> => ({
  ...folded,
  state: aggregate.copy?.(folded.state) ?? folded.state,
  commands: new Map(folded.commands),
});

const readFence = eventReader(fenceEvents);

/** Who fences a stream after one of its fence events. */
const fenceAfter = (event: SourceEvent): Fence | null => {
  const { type, data } = readFence(event);
  return type === 'StreamFenced' ? data : null;
};

/** The stream after one more event. May mutate `before`. */
export const fold = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  before: Folded<State>,
  event: SourceEvent,
): Folded<State> => {
  const { revision, metadata, position, eventId } = event;
  const { inputHash, studioId } = metadata;
  remember(before.commands, metadata.commandId, { inputHash, firstRevision: revision });
  const after = { ...before, revision, position, eventId, studioId };
  if (isFence(event)) return { ...after, fence: fenceAfter(event) };
  return { ...after, state: stateWith(aggregate, before.state, event) };
};

/** A state after one more recorded event. May mutate `state`. */
export const stateWith = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  state: State,
  event: SourceEvent,
): State =>
  aggregate.evolve(state, eventReader(aggregate.category)(event), {
    revision: event.revision,
    recordedAt: recordedAtOf(event),
  });

/** An aggregate's state after recorded events. */
export const stateAfter = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  events: readonly SourceEvent[],
): State => events.reduce((state, event) => stateWith(aggregate, state, event), aggregate.initialState());
