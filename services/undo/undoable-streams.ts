import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { EventCategory } from '@rondo/contracts/events/event.ts';
import { recordedAtOf, eventReader, withoutFences } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandHandler } from '../command-handling/command-handler.ts';
import type { EventStore } from '../event-store/event-store.ts';
import { RuleBroken } from '../errors/errors.ts';
import { contentTakenBack, type ContentChange, type Restorable } from './restorable.ts';
import type { Undoable } from './undo-commands.ts';

export type UndoableStreamsDependencies<Category extends EventCategory, State> = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly handler: CommandHandler<Category, State>;
  /** The studio's current day. */
  readonly today: (studioId: string) => Promise<IsoDate>;
  /** The step in which a stream is undone, as in `undoOrder`. */
  readonly order: { readonly returns: number; readonly goes: number };
};

/** A stream's content before and after a batch. Later events that are no touch are applied to both. */
const changeOf = <Category extends EventCategory, State, Content extends object>(
  { aggregate, contentOf, isNoTouch }: Restorable<Category, State, Content>,
  past: readonly SourceEvent[],
  recordedAs: readonly string[],
): ContentChange<Content> => {
  const read = eventReader(aggregate.category);
  const copy = aggregate.copy ?? ((state: State) => state);
  const fold = (state: State, event: SourceEvent): State =>
    aggregate.evolve(state, read(event), { revision: event.revision, recordedAt: recordedAtOf(event) });
  let now = aggregate.initialState();
  let before: State | null = null;
  let after: State | null = null;
  for (const event of past) {
    const isOwn = recordedAs.includes(event.metadata.batchId);
    if (isOwn && before === null) before = copy(now);
    now = fold(now, event);
    if (isOwn) after = copy(now);
    else if (before !== null && after !== null && isNoTouch?.(read(event)) === true) {
      before = fold(before, event);
      after = fold(after, event);
    }
  }
  return { before: before === null ? null : contentOf(before), after: after === null ? null : contentOf(after) };
};

/** True if a later batch undid the batch and is not itself undone. */
const isUndone = (past: readonly SourceEvent[], batchId: string, recordedAs: readonly string[]): boolean => {
  const undone = new Set<string>();
  for (const { metadata } of past.toReversed()) {
    if (recordedAs.includes(metadata.batchId)) return undone.has(batchId);
    if (metadata.undoes !== undefined && !undone.has(metadata.batchId)) undone.add(metadata.undoes);
  }
  return false;
};

/** @throws RuleBroken when an event of the batch is final */
const refuseFinal = <Category extends EventCategory, State, Content extends object>(
  { aggregate, refuses }: Restorable<Category, State, Content>,
  past: readonly SourceEvent[],
  recordedAs: readonly string[],
): void => {
  if (!refuses) return;
  const read = eventReader(aggregate.category);
  const own = past.filter(({ metadata }) => recordedAs.includes(metadata.batchId));
  const [why] = own.flatMap((event) => refuses(read(event)) ?? []);
  if (why !== undefined) throw new RuleBroken(why);
};

/** The streams of an aggregate that can be restored, as undoable streams. */
export const undoableStreams = <Category extends EventCategory, State, Content extends object>(
  restorable: Restorable<Category, State, Content>,
  { store, handler, today, order }: UndoableStreamsDependencies<Category, State>,
): Undoable => {
  const pastOf = async (stream: string): Promise<readonly SourceEvent[]> =>
    withoutFences(await store.readStream(stream));
  return {
    partOf: async (context, { batchId, stream, recordedAs }) => {
      const [past, on] = await Promise.all([pastOf(stream), today(context.studioId)]);
      refuseFinal(restorable, past, recordedAs);
      const { contentOf, nameOf, restoreTo } = restorable;
      const decideOn = (events: readonly SourceEvent[]) => {
        const change = changeOf(restorable, events, recordedAs);
        const changesNothing = isDeepStrictEqual(change.before, change.after);
        return (state: State) =>
          changesNothing ? [] : restoreTo(state, contentTakenBack(change, contentOf(state), nameOf), { today: on });
      };
      /** A refusal counts only if no event that is no touch came in between. */
      const decided = async <T>(carryOut: (decide: ReturnType<typeof decideOn>) => Promise<T>): Promise<T> => {
        try {
          return await carryOut(decideOn(past));
        } catch (error) {
          if (!(error instanceof RuleBroken)) throw error;
          const newer = await pastOf(stream);
          if (newer.length === past.length) throw error;
          return carryOut(decideOn(newer));
        }
      };
      const input = { undo: batchId };
      return {
        order: changeOf(restorable, past, recordedAs).before === null ? order.goes : order.returns,
        done: await handler.known(stream, context, input),
        isUndone: isUndone(past, batchId, recordedAs),
        isApart: true,
        check: () =>
          decided(async (decide) => (decide((await handler.load(stream)).state).length === 0 ? 'nothing' : 'changes')),
        carryOut: () => decided((decide) => handler.execute(stream, context, { input, decide })),
      };
    },
  };
};
