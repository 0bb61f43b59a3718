import { retried } from '@rondo/projections/kit/retry.ts';
import { fenceEvents, type Fencer } from '@rondo/contracts/events/fence.ts';
import type { EventCategory, EventOf } from '@rondo/contracts/events/event.ts';
import { BoundedMap } from '@rondo/projections/kit/bounded-map.ts';
import { pauses } from '@rondo/projections/pacing/pauses.ts';
import { eventReader } from '@rondo/projections/runner/events.ts';
import type { Position, SourceEvent } from '@rondo/projections/runner/source.ts';
import { KeyReused, Unavailable, RuleBroken, NotYet } from '../kit/errors.ts';
import {
  LogUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
  type Appended,
  type EventStore,
  type NewEvent,
} from '../log/event-store.ts';
import { batchOf, newEvent, type Aggregate, type CommandContext } from './aggregate.ts';
import type { CommandKeys } from './command-keys.ts';
import { isRace, mostRaces, refusalBehind } from './fences.ts';
import { copyOf, fold, nothingFolded, type Fence, type Folded } from './folded.ts';
import { derivedId, inputHashOf } from './ids.ts';
import { keyedQueue } from '../kit/keyed-queue.ts';
import { snapshotEvery, snapshotsOf, type SnapshotCache } from './snapshots.ts';
import type { StudioSizes } from './studio-sizes.ts';

declare module '../kit/services.ts' {
  interface Services {
    readonly handlers: CommandHandlers;
    readonly keys: CommandKeys;
    readonly sizes: StudioSizes;
  }
}

/** The one command handler of each category of streams; each room adds its own. */
export interface CommandHandlers {}

/** How often a command that lost a race is decided again before it answers 409. */
const maxRetries = 5;
/** How often an append with an unknown outcome is retried: the same ids at the same revision. */
const resends = 3;
const cachedStreams = 1000;
/** How many events of each of several streams are read at once; a stream that has more is read on by itself. */
const readAtOnce = 100;

export type Command<Category extends EventCategory, State> = {
  /** The command's input; the same id with another input is rejected. */
  readonly input: unknown;
  /** Pure; returns no events when there is nothing to change. Throws a domain error. */
  readonly decide: (state: State) => readonly EventOf<Category>[];
};

export type Executed<Category extends EventCategory> = {
  readonly events: readonly EventOf<Category>[];
  /** `null` when nothing was appended. */
  readonly position: Position | null;
  readonly category: string;
  readonly batchId: string | null;
  readonly repeated: boolean;
};

export type Loaded<State> = { readonly state: State; readonly revision: number };

/** Registers a studio's streams, so that they can be erased with it. */
export interface StreamRegistry {
  /**
   * Called before a stream's first append.
   * @param passesFences the stream may begin although the studio is being restored
   * @throws DomainError when the studio was erased or is being restored
   */
  register(studioId: string, stream: string, passesFences?: boolean): Promise<void>;
}

export type CommandHandler<Category extends EventCategory, State> = {
  execute(stream: string, context: CommandContext, command: Command<Category, State>): Promise<Executed<Category>>;
  /**
   * The result of a command if it was executed before, else null: for commands with a long computation before the decision.
   * @throws KeyReused when the command had another input
   */
  known(stream: string, context: CommandContext, input: unknown): Promise<Executed<Category> | null>;
  /**
   * Fences a stream: other commands are refused until the fence is lifted. Nothing if it stands; a branch also leaves another one’s standing.
   */
  fence(stream: string, context: CommandContext, restoreId: string, by?: Fencer): Promise<void>;
  /** A stream's current state, for work that computes outside and decides inside later. Do not mutate it. */
  load(stream: string): Promise<Loaded<State>>;
  /** The current states of several streams, in their order, in one read of the log. Up to a thousand of them are then known to `execute`. */
  loadAll(streams: readonly string[]): Promise<Loaded<State>[]>;
};

export type CommandStorage = {
  readonly store: EventStore;
  readonly registry: StreamRegistry;
  /** Snapshots, so that a process does not have to fold a long stream from its beginning. */
  readonly snapshots?: SnapshotCache;
};

type Cached<State> = Folded<State> & {
  /** Revision of the newest snapshot that this process wrote or read. */
  readonly snapshotAt: number;
  /** Own events have been appended that are not folded, because the engine did not say when it recorded them: as they are once received. */
  readonly ahead?: NonNullable<Appended['received']>;
};

/** Executes one aggregate's commands: loads a stream's state, calls `decide`, appends at the revision it saw. */
export const commandHandler = <Category extends EventCategory, State>(
  aggregate: Aggregate<Category, State>,
  { store, registry, snapshots }: CommandStorage,
): CommandHandler<Category, State> => {
  const states = new BoundedMap<string, Cached<State>>(cachedStreams);
  const inTurn = keyedQueue();
  const snapshotting = snapshotsOf(aggregate, store, snapshots);
  const readAs = eventReader(aggregate.category);

  const keep = (stream: string, folded: Folded<State>, snapshotAt: number): Cached<State> => {
    const due = folded.revision - snapshotAt >= snapshotEvery && snapshotting.take(stream, folded);
    const cached = { ...folded, snapshotAt: due ? folded.revision : snapshotAt };
    states.set(stream, cached);
    return cached;
  };

  const nothingCached = (): Cached<State> => ({ ...nothingFolded(aggregate), snapshotAt: -1 });

  const foldOnto = (stream: string, known: Cached<State>, events: readonly SourceEvent[]): Cached<State> => {
    if (events.length === 0) return known;
    const { ahead: _, snapshotAt, ...folded } = known;
    const start = copyOf<Category, State>(aggregate, folded);
    return keep(
      stream,
      events.reduce((before, event) => fold(aggregate, before, event), start),
      snapshotAt,
    );
  };

  /** The cached state of a stream, if it is not known to be behind. */
  const upToDate = (stream: string, context: CommandContext): Cached<State> | undefined => {
    const known = states.get(stream);
    // If something is in a stream that the command begins all the same, the append is rejected.
    if (!known) return context.begins === true ? nothingCached() : undefined;
    const own = known.ahead === undefined ? [] : known.ahead();
    return own && foldOnto(stream, known, own);
  };

  /** Where folding starts for a stream that is not cached: at a snapshot or from nothing. */
  const begin = async (stream: string): Promise<Cached<State>> => {
    const restored = await snapshotting.restore(stream);
    return restored ? keep(stream, restored, restored.revision) : nothingCached();
  };

  const refresh = async (stream: string): Promise<Cached<State>> => {
    const known = states.get(stream) ?? (await begin(stream));
    return foldOnto(stream, known, await store.readStream(stream, { from: known.revision + 1 }));
  };

  const refreshAll = async (streams: readonly string[]): Promise<Cached<State>[]> => {
    const known = await Promise.all(
      streams.map(async (stream) => ({ stream, cached: states.get(stream) ?? (await begin(stream)) })),
    );
    const ranges = known.map(({ stream, cached }) => ({ stream, from: cached.revision + 1 }));
    const read = await store.readStreams(ranges, readAtOnce);
    const pause = pauses();
    const refreshed: Cached<State>[] = [];
    for (const [i, { stream, cached }] of known.entries()) {
      await pause();
      const events = read[i] ?? [];
      const loaded = foldOnto(stream, cached, events);
      refreshed.push(events.length < readAtOnce ? loaded : await refresh(stream));
    }
    return refreshed;
  };

  const send = async (stream: string, revision: number, events: readonly NewEvent[]): Promise<Appended> => {
    try {
      return await retried(
        resends,
        (error) => error instanceof LogUnavailable,
        () => store.append(stream, revision < 0 ? 'no_stream' : revision, events),
      );
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error;
      throw new Unavailable('The event log is not answering. Please try again in a moment.', { cause: error });
    }
  };

  const executeInTurn = async (
    stream: string,
    context: CommandContext,
    command: Command<Category, State>,
  ): Promise<Executed<Category>> => {
    const inputHash = inputHashOf(command.input);
    for (let attempt = 1; ; attempt += 1) {
      // The cache may be stale: an append at its revision is then rejected. Any other outcome is decided again on fresh state.
      const cached = attempt === 1 ? upToDate(stream, context) : undefined;
      const loaded = cached ?? (await refresh(stream));
      const repeated = await firstAnswer(stream, context, inputHash, loaded);
      if (repeated) return repeated;
      const refusal = refusalBehind(loaded.fence, context);
      const decide = (state: State) => {
        if (refusal !== null) throw new NotYet(refusal);
        return command.decide(state);
      };
      const events = await decideOn(loaded.state, decide, async () => (cached ? refresh(stream) : loaded), loaded);
      if (events === 'again') continue;
      if (events.length === 0)
        return { events, position: loaded.position, category: aggregate.category.name, batchId: null, repeated: false };
      const fresh = events.map((event, i) => newEvent(aggregate.category, stream, context, inputHash, event, i));
      if (loaded.revision < 0 && context.begins !== true)
        await registry.register(context.studioId, stream, context.passesFences === true);
      try {
        const appended = await send(stream, loaded.revision, fresh);
        const { position, recordedAt, received = () => undefined } = appended;
        if (recordedAt === null) states.set(stream, { ...loaded, ahead: received });
        else keep(stream, withOwn(loaded, stream, fresh, { position, recordedAt }), loaded.snapshotAt);
        context.onRecorded?.(batchOf(context));
        return { events, position, category: aggregate.category.name, batchId: batchOf(context), repeated: false };
      } catch (error) {
        if (error instanceof StreamDeleted) throw new RuleBroken('This studio has been erased.');
        if (!(error instanceof WrongExpectedRevision)) throw error;
        if (attempt === maxRetries)
          throw new RuleBroken('Others are changing this right now. Please try again.', {}, { cause: error });
      }
    }
  };

  const withOwn = (
    before: Cached<State>,
    stream: string,
    events: readonly NewEvent[],
    recorded: { readonly recordedAt: string; readonly position: Position },
  ): Folded<State> =>
    events.reduce(
      (so, event, i) => fold(aggregate, so, { ...event, ...recorded, stream, revision: before.revision + 1 + i }),
      copyOf<Category, State>(aggregate, before),
    );

  /** Decides; a domain error or a no-op based on cached state counts only when the log has nothing newer. */
  const decideOn = async (
    state: State,
    decide: Command<Category, State>['decide'],
    newest: () => Promise<Cached<State>>,
    used: Cached<State>,
  ): Promise<readonly EventOf<Category>[] | 'again'> => {
    let events: readonly EventOf<Category>[] = [];
    let domainError: unknown;
    try {
      events = decide(state);
      if (events.length > 0) return events;
    } catch (error) {
      domainError = error;
    }
    if ((await newest()).revision > used.revision) return 'again';
    if (domainError !== undefined) throw domainError;
    return events;
  };

  const fenceInTurn = async (stream: string, context: CommandContext, fence: Fence): Promise<void> => {
    await retried(mostRaces, isRace, async () => {
      const loaded = await refresh(stream);
      // A restore keeps out more than a branch that is taken over.
      if (loaded.fence?.restoreId === fence.restoreId || (loaded.fence && fence.by === 'branch')) return;
      const event = { type: 'StreamFenced', data: fence } as const;
      // At another revision it is another event.
      const own = { ...context, commandId: derivedId(context.commandId, `at ${loaded.revision}`) };
      const fresh = [newEvent(fenceEvents, stream, own, inputHashOf(event.data), event, 0)];
      await send(stream, loaded.revision, fresh);
    });
  };

  const firstAnswer = async (
    stream: string,
    { commandId, onRecorded }: CommandContext,
    inputHash: string,
    { commands }: Cached<State>,
  ): Promise<Executed<Category> | null> => {
    const known = commands.get(commandId);
    if (!known) return null;
    if (known.inputHash !== inputHash)
      throw new KeyReused('This Idempotency-Key was already used for another request.');
    const after = await store.readStream(stream, { from: known.firstRevision, limit: 500 });
    const own = after.filter(({ metadata }) => metadata.commandId === commandId);
    const batchId = own[0]?.metadata.batchId ?? null;
    if (batchId !== null) onRecorded?.(batchId);
    return {
      events: own.map(readAs),
      position: own.at(-1)?.position ?? null,
      category: aggregate.category.name,
      batchId,
      repeated: true,
    };
  };

  return {
    execute: (stream, context, command) => inTurn(stream, () => executeInTurn(stream, context, command)),
    known: (stream, context, input) =>
      inTurn(stream, async () => firstAnswer(stream, context, inputHashOf(input), await refresh(stream))),
    fence: (stream, context, restoreId, by = 'restore') =>
      inTurn(stream, () => fenceInTurn(stream, context, { restoreId, by })),
    load: refresh,
    loadAll: refreshAll,
  };
};
