import type { IsoDate } from '@rondo/contracts/calendar/dates.ts';
import type { MinuteOfDay } from '@rondo/contracts/calendar/times.ts';
import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import { parseStreamName } from '@rondo/contracts/events/stream-name.ts';
import { eventReader, withoutFences } from '@rondo/projections/runner/events.ts';
import type { SourceEvent } from '@rondo/projections/runner/source.ts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../aggregate.ts';
import type { CommandHandler } from '../command-handler.ts';
import { stateWith } from '../folded.ts';
import type { EventStore } from '../../log/event-store.ts';
import { RuleBroken } from '../../kit/errors.ts';
import { contentTakenBack, teachersGained, type ContentChange, type Restorable } from './restorable.ts';
import type { Share, Undoable, UndoEffect, UndoPart } from './undo-commands.ts';

type Clock = { readonly today: IsoDate; readonly minute: MinuteOfDay };

type UndoOptions<Category extends EventCategory, State, Content extends object> = {
  readonly store: Pick<EventStore, 'readStream' | 'readStreams'>;
  readonly handler: CommandHandler<Category, State>;
  /** What the studio's clock shows. */
  readonly clock: (studioId: string) => Promise<Clock>;
  /** The step in which a stream is undone, as in `undoOrder`. */
  readonly order: { readonly returns: number; readonly goes: number };
  /** As what a stream counts in the studio's size; absent for what has no limit. */
  readonly counts?: 'students' | 'teachers';
  /** What events would change on screens; absent for what no screen counts. */
  readonly effectsOf?: (change: {
    readonly id: string;
    readonly now: Content | null;
    readonly target: Content | null;
    readonly state: State;
    readonly events: readonly EventOf<Category>[];
  }) => readonly UndoEffect[];
  /** Refuses earlier content that the rest of the studio no longer fits. @throws RuleBroken */
  readonly refuse?: (
    studioId: string,
    now: Content | null,
    target: Content | null,
    /** The batch that is undone. */
    batchId: string,
  ) => Promise<void>;
  /** What of removed content returns in the studio as it is now. */
  readonly returning?: (studioId: string, before: Content, batchId: string) => Promise<Content>;
};

/** How many events of each of several streams are read at once; a stream that has more is read by itself. */
const readAtOnce = 100;

/** A stream's state now, and its content before and after a batch. Later enrichments are applied to both. */
const historyOf = <Category extends EventCategory, State, Content extends object>(
  { aggregate, contentOf, isEnrichment }: Restorable<Category, State, Content>,
  past: readonly SourceEvent[],
  recordedAs: readonly string[],
): { readonly now: State; readonly change: ContentChange<Content> } => {
  const read = eventReader(aggregate.category);
  const copy = aggregate.copy ?? ((state: State) => state);
  const fold = (state: State, event: SourceEvent): State => stateWith(aggregate, state, event);
  let now = aggregate.initialState();
  let before: State | null = null;
  let after: State | null = null;
  // True while the last event was the batch's: `now` is copied only when something else follows.
  let isAfter = false;
  for (const event of past) {
    const isOwn = recordedAs.includes(event.metadata.batchId);
    if (isOwn && before === null) before = copy(now);
    if (!isOwn && isAfter) after = copy(now);
    now = fold(now, event);
    isAfter = isOwn;
    if (isOwn) after = null;
    else if (before !== null && after !== null && isEnrichment?.(read(event)) === true) {
      before = fold(before, event);
      after = fold(after, event);
    }
  }
  if (isAfter) after = now;
  const change = {
    before: before === null ? null : contentOf(before),
    after: after === null ? null : contentOf(after),
  };
  return { now, change };
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
  { store, handler, clock, order, counts, refuse, returning, effectsOf }: UndoOptions<Category, State, Content>,
): Undoable => {
  const pastOf = async (stream: string): Promise<readonly SourceEvent[]> =>
    withoutFences(await store.readStream(stream));

  const pastsOf = async (streams: readonly string[]): Promise<(readonly SourceEvent[])[]> => {
    const ranges = streams.map((stream) => ({ stream, from: 0 }));
    const beginnings = await store.readStreams(ranges, readAtOnce);
    return Promise.all(
      streams.map(async (stream, i) => {
        const events = beginnings[i] ?? [];
        return events.length < readAtOnce ? withoutFences(events) : pastOf(stream);
      }),
    );
  };

  const partOf = async (
    context: CommandContext,
    { batchId, stream, recordedAs }: Share,
    { past, now: at }: { readonly past: readonly SourceEvent[]; readonly now: Clock },
  ): Promise<UndoPart> => {
    refuseFinal(restorable, past, recordedAs);
    const { contentOf, nameOf, restoreTo, whyChanged } = restorable;
    const { before, after } = historyOf(restorable, past, recordedAs).change;
    const returns =
      returning && before !== null && after === null ? await returning(context.studioId, before, batchId) : null;
    const readingOf = (events: readonly SourceEvent[]) => {
      const { now, change: recorded } = historyOf(restorable, events, recordedAs);
      const change = returns === null ? recorded : { ...recorded, before: returns };
      const changesNothing = isDeepStrictEqual(change.before, change.after);
      const targetOf = (state: State) =>
        contentTakenBack(
          change,
          contentOf(state),
          nameOf,
          (part, content) => whyChanged?.(part, { ...change, now: content, state }) ?? null,
        );
      const decide = (state: State) => (changesNothing ? [] : restoreTo(state, targetOf(state), at));
      return { now, change, targetOf, decide };
    };
    const reading = readingOf(past);
    /** A refusal counts only if no enrichment came in between. */
    const decided = async <T>(carryOut: (read: typeof reading) => Promise<T>): Promise<T> => {
      try {
        return await carryOut(reading);
      } catch (error) {
        if (!(error instanceof RuleBroken)) throw error;
        const newer = await pastOf(stream);
        if (newer.length === past.length) throw error;
        return carryOut(readingOf(newer));
      }
    };
    const input = { undo: batchId };
    const hasBegun = past.some(({ metadata }) => metadata.commandId === context.commandId);
    return {
      order: reading.change.before === null ? order.goes : order.returns,
      done: hasBegun ? await handler.known(stream, context, input) : null,
      isUndone: isUndone(past, batchId, recordedAs),
      isApart: true,
      check: () =>
        decided(async ({ decide, targetOf, now }) => {
          if (decide(now).length === 0) return 'nothing';
          await refuse?.(context.studioId, contentOf(now), targetOf(now), batchId);
          return 'changes';
        }),
      ...(effectsOf && {
        effects: () =>
          decided(async ({ decide, targetOf, now }) => {
            const events = decide(now);
            const id = parseStreamName(stream).entityId ?? stream;
            return events.length === 0
              ? []
              : effectsOf({ id, now: contentOf(now), target: targetOf(now), state: now, events });
          }),
      }),
      growth: async () => {
        const { before, after } = reading.change;
        const teachersOfStudent = teachersGained(restorable, after, before);
        if (counts === undefined || (before === null) === (after === null)) return { teachersOfStudent };
        const isHere = contentOf(reading.now) !== null;
        return { [counts]: Number(before !== null) - Number(isHere), teachersOfStudent };
      },
      carryOut: () => decided(({ decide }) => handler.execute(stream, context, { input, decide })),
    };
  };

  return {
    partsOf: async (context, shares) => {
      const [pasts, now] = await Promise.all([pastsOf(shares.map(({ stream }) => stream)), clock(context.studioId)]);
      return Promise.all(shares.map((share, i) => partOf(context, share, { past: pasts[i] ?? [], now })));
    },
    prepare: async (streams) => {
      await handler.loadAll(streams);
    },
  };
};

/** What screens count of a stream that is one person or report: it goes, is back or is as before. */
export const effectOn =
  <Content extends object>(kind: UndoEffect['kind'], nameOf: (content: Content) => string) =>
  ({ id, now, target }: { id: string; now: Content | null; target: Content | null }): UndoEffect[] => {
    const named = now ?? target;
    if (named === null) return [];
    const what = target === null ? 'goes' : now === null ? 'is back' : 'is as before';
    return [{ kind, id, sentence: `${nameOf(named)} ${what}` }];
  };
