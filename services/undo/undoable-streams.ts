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

/** A stream's content before and after a batch, and whether the batch is undone. */
const changeOf = <Category extends EventCategory, State, Content extends object>(
  { aggregate, contentOf }: Restorable<Category, State, Content>,
  past: readonly SourceEvent[],
  recordedAs: readonly string[],
): ContentChange<Content> => {
  const read = eventReader(aggregate.category);
  let state = aggregate.initialState();
  let change: ContentChange<Content> = { before: null, after: null };
  let isFirst = true;
  for (const event of past) {
    const isOwn = recordedAs.includes(event.metadata.batchId);
    if (isOwn && isFirst) change = { ...change, before: contentOf(state) };
    state = aggregate.evolve(state, read(event), { revision: event.revision, recordedAt: recordedAtOf(event) });
    if (isOwn) change = { ...change, after: contentOf(state) };
    if (isOwn) isFirst = false;
  }
  return change;
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
): Undoable => ({
  partOf: async (context, { batchId, stream, recordedAs }) => {
    const [recorded, on] = await Promise.all([store.readStream(stream), today(context.studioId)]);
    const past = withoutFences(recorded);
    refuseFinal(restorable, past, recordedAs);
    const { contentOf, nameOf, restoreTo } = restorable;
    const change = changeOf(restorable, past, recordedAs);
    const changesNothing = isDeepStrictEqual(change.before, change.after);
    const decide = (state: State) =>
      changesNothing ? [] : restoreTo(state, contentTakenBack(change, contentOf(state), nameOf), { today: on });
    const input = { undo: batchId };
    return {
      order: change.before === null ? order.goes : order.returns,
      done: await handler.known(stream, context, input),
      isUndone: isUndone(past, batchId, recordedAs),
      check: async () => (decide((await handler.load(stream)).state).length === 0 ? 'nothing' : 'changes'),
      carryOut: () => handler.execute(stream, context, { input, decide }),
    };
  },
});
