import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, recordedAtOf } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { Aggregate, CommandContext } from '../../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../../platform/commands/command-handler.ts';
import { teachersGained, type Restorable } from '../../../../platform/commands/undo/restorable.ts';

/** An aggregate's state after recorded events. */
export const stateAfter = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  events: readonly SourceEvent[],
): State => {
  const read = eventReader(aggregate.category);
  return events.reduce(
    (state, event) =>
      aggregate.evolve(state, read(event), { revision: event.revision, recordedAt: recordedAtOf(event) }),
    aggregate.initialState(),
  );
};

/** What a restore does to one person or report. */
export type StreamGoal = {
  readonly stream: string;
  /** The person's or report's id; that of the studio for its own stream. */
  readonly entityId: string;
  readonly kind: 'same' | 'returns' | 'changes' | 'goes';
  /** The display name; of the moment, for one that returns. */
  readonly name: string;
  /** How many teachers a student then has who gets more than now. */
  readonly teachersGained: number;
  readonly carryOut: (context: CommandContext) => Promise<unknown>;
};

/** The streams of an aggregate that can be restored. */
export const streamGoals =
  <Category extends EventCategory, State, Content extends object>(
    restorable: Restorable<Category, State, Content>,
    handler: CommandHandler<Category, State>,
    /** What is restored of a stream that had no event then. */
    nothing: Content | null = null,
  ) =>
  (stream: string, now: readonly SourceEvent[], then: readonly SourceEvent[], today: IsoDate): StreamGoal => {
    const { aggregate, contentOf, nameOf, restoreTo } = restorable;
    const [state, past] = [stateAfter(aggregate, now), stateAfter(aggregate, then)];
    const [is, was] = [contentOf(state), then.length === 0 ? nothing : contentOf(past)];
    const decide = (present: State) => restoreTo(present, was, { today });
    const kind = (): StreamGoal['kind'] => {
      if (decide(state).length === 0) return 'same';
      if (is === null) return 'returns';
      return was === null ? 'goes' : 'changes';
    };
    const named = was ?? is;
    return {
      stream,
      entityId: parseStreamName(stream).entityId ?? '',
      kind: kind(),
      name: named ? nameOf(named) : '',
      teachersGained: teachersGained(restorable, is, was),
      carryOut: (context) => handler.execute(stream, context, { input: { restores: stream }, decide }),
    };
  };
