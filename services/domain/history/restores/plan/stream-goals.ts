import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import type { CommandContext } from '../../../../platform/commands/aggregate.ts';
import type { CommandHandler } from '../../../../platform/commands/command-handler.ts';
import { stateAfter } from '../../../../platform/commands/folded.ts';
import { teachersGained, type Restorable } from '../../../../platform/commands/undo/restorable.ts';

/** What a restore does to one person or report. */
export type StreamGoal = {
  readonly stream: string;
  /** The person's or report's id; that of the studio for its own stream. */
  readonly entityId: string;
  readonly kind: 'same' | 'returns' | 'changes' | 'goes';
  /** The display name; of the moment, for one that returns. */
  readonly name: string;
  /** In words, what of a person changes; empty where nothing is said. */
  readonly text: string;
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
    /** In words, what of the content changes. */
    differences: (is: Content, was: Content) => string = () => '',
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
      text: is !== null && was !== null ? differences(is, was) : '',
      teachersGained: teachersGained(restorable, is, was),
      carryOut: (context) => handler.execute(stream, context, { input: { restores: stream }, decide }),
    };
  };
