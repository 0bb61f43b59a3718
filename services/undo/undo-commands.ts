import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import type { CommandContext } from '../command-handling/aggregate.ts';
import type { Executed } from '../command-handling/command-handler.ts';
import { NotFound, DomainError, RuleBroken } from '../errors/errors.ts';

type Done = Executed<EventCategory>;

/** One stream's share of an undo. However many of the batch's commands reached the stream, undoing them is one command. */
type UndoPart = {
  /** What this same undo already did to the stream, when it is retried. */
  readonly done: Done | null;
  /** True when another undo has already undone the stream's share. */
  readonly isUndone: boolean;
  /** Whether it changes anything, given the stream's present state. @throws RuleBroken when something was changed since */
  readonly check: () => Promise<'changes' | 'nothing'>;
  /** @throws RuleBroken */
  readonly carryOut: () => Promise<Done>;
};

/** What a batch did to one stream. */
type Share = {
  readonly batchId: string;
  readonly stream: string;
  /** The ids under which the batch's events are recorded there: reactors of earlier versions recorded theirs under ids of their own. */
  readonly recordedAs: readonly string[];
};

/** How the streams of one category undo a batch. */
export type Undoable = {
  readonly partOf: (context: CommandContext, share: Share) => Promise<UndoPart>;
};

export type UndoDependencies = {
  /** The streams that a batch reached, including events that reactors appended on its behalf, each with `recordedAs`. */
  readonly streamsOf: (studioId: string, batchId: string) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** By category; a batch that reached any other category cannot be undone. */
  readonly undoables: Readonly<Record<string, Undoable>>;
};

const carryOutAll = async (parts: readonly UndoPart[]): Promise<Done[]> => {
  const done: Done[] = [];
  for (const part of parts) {
    try {
      done.push(await part.carryOut());
    } catch (error) {
      if (!(error instanceof DomainError) || done.length === 0) throw error;
      throw new RuleBroken(`${error.message} The rest of this change was undone.`, {}, { cause: error });
    }
  }
  return done;
};

/** Undoes batches in every stream that they reached. */
export const undoCommands = ({ streamsOf, undoables }: UndoDependencies) => ({
  /** @throws NotFound, RuleBroken */
  undo: async (context: CommandContext, batchId: string): Promise<Done[]> => {
    const streams = await streamsOf(context.studioId, batchId);
    if (streams.size === 0) throw new NotFound('There is no such change.');
    const parts = await Promise.all(
      [...streams].map(([stream, recordedAs]) => {
        const undoable = undoables[parseStreamName(stream).category];
        if (!undoable) throw new RuleBroken('This cannot be undone.');
        return undoable.partOf(context, { batchId, stream, recordedAs });
      }),
    );
    const known = parts.flatMap(({ done }) => done ?? []);
    const open = parts.filter(({ done, isUndone }) => !done && !isUndone);
    if (known.length === 0 && open.length === 0) throw new RuleBroken('This change has already been undone.');
    // All streams are checked before the first append, so that an undo is never half done.
    const checked = await Promise.all(open.map((part) => part.check()));
    if (known.length === 0 && checked.every((change) => change === 'nothing'))
      throw new RuleBroken('The dates of this change have passed, so it can no longer be undone.');
    return [...known, ...(await carryOutAll(open))];
  },
});
